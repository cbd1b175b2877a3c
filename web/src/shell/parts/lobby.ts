// The tables of the start page: which come first, and which somebody looks for.
import type { Clock, TableInfo } from '../protocol'
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

/** What somebody looks for; empty: anything. */
export interface Wish {
  game: string
  pace: Pace | ''
}

export const fits = ({ game, clock }: TableInfo, wish: Wish): boolean =>
  (!wish.game || game === wish.game) && (!wish.pace || paceOf(clock) === wish.pace)
