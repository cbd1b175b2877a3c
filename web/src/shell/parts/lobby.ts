// The tables of the start page: their order and filter.
import type { Clock, TableInfo } from '../protocol'
import { t } from '../lib/words.svelte'
import { timeName } from './clock'
import { isMyTurn } from './people'

export const DAY = 86_400

/** How a game is played: without clocks, at one sitting, or over days. */
export type Pace = 'none' | 'live' | 'days'
export const paceOf = (clock: Clock | null): Pace => (!clock ? 'none' : clock.seconds >= DAY ? 'days' : 'live')

/** Seconds until the time for a turn is up, where a game is played over days; null: nothing presses. */
export function secondsLeft({ clock, updated, unready }: TableInfo, now: number): number | null {
  if (!clock || clock.per !== 'move' || clock.seconds < DAY || unready.length) return null
  return Math.max(0, updated + clock.seconds - now)
}

/** How long I may still think, in words, where it is my turn and a day or more was given. */
export function timeLeft(table: TableInfo, now = Date.now() / 1000): string | null {
  const left = isMyTurn(table) ? secondsLeft(table, now) : null
  if (left === null) return null
  return t('start.left', { time: timeName(left < 1.5 * DAY ? Math.max(1, Math.floor(left / 3600)) * 3600 : Math.round(left / DAY) * DAY) })
}

/** One's own turn first: where time is short, then where the others have waited longest; then what happened last. */
export function inOrder(tables: readonly TableInfo[], now: number): TableInfo[] {
  const left = (table: TableInfo): number => secondsLeft(table, now) ?? Infinity
  return [...tables].sort((one, two) => {
    const mine = Number(isMyTurn(two)) - Number(isMyTurn(one))
    if (mine) return mine
    if (!isMyTurn(one)) return two.updated - one.updated
    return left(one) === left(two) ? one.updated - two.updated : left(one) - left(two)
  })
}

/** The filter; empty: anything. */
export interface Wish {
  game: string
  pace: Pace | ''
}

export const fits = ({ game, clock }: TableInfo, wish: Wish): boolean =>
  (!wish.game || game === wish.game) && (!wish.pace || paceOf(clock) === wish.pace)
