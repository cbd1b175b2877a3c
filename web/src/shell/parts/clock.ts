// Clocks to choose from, and what they are called.
import { t } from '../lib/words.svelte'
import type { Clock } from '../protocol'

const game = (minutes: number, increment: number): Clock => ({ per: 'game', seconds: minutes * 60, increment })
const turn = (seconds: number): Clock => ({ per: 'move', seconds, increment: 0 })
const DAY = 86_400

export const PRESETS: Clock[] = [game(5, 5), game(10, 10), game(20, 20), turn(60), turn(120), turn(DAY), turn(3 * DAY)]

export const UNITS = { seconds: 1, minutes: 60, hours: 3600, days: DAY } as const
export type Unit = keyof typeof UNITS
/** The least and the most that the server takes, in seconds. */
const LEAST = 10
const MOST = 14 * DAY
const MOST_INCREMENT = 3600

/** A clock of one's own, as it is typed. */
export interface CustomClock {
  per: Clock['per']
  amount: number
  unit: Unit
  increment: number
}

/** What was typed as a clock that the server takes. */
export function custom({ per, amount, unit, increment }: CustomClock): Clock {
  const within = (n: number, least: number, most: number): number => Math.round(Math.min(most, Math.max(least, Number(n) || 0)))
  return {
    per,
    seconds: within(amount * UNITS[unit], LEAST, MOST),
    increment: per === 'game' ? within(increment, 0, MOST_INCREMENT) : 0,
  }
}

/** A length of time in the largest unit that fits. */
export function timeName(seconds: number): string {
  const unit = (Object.keys(UNITS) as Unit[]).findLast((each) => seconds >= UNITS[each] && seconds % UNITS[each] === 0) ?? 'seconds'
  return t(`plan.${unit}`, { n: seconds / UNITS[unit] })
}

/** What a clock is called: `5 minutes + 5 seconds`, `1 day per turn`. */
export function clockName({ per, seconds, increment = 0 }: Clock): string {
  if (per === 'move') return t('plan.per_turn', { time: timeName(seconds) })
  return increment ? t('plan.per_game_plus', { time: timeName(seconds), increment }) : t('plan.per_game', { time: timeName(seconds) })
}
