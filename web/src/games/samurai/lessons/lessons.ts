// The lessons: real positions with a task each. The server plays the moves by the rules; here is only told
// whether a position that it sends is the one that was asked for. `tests/samurai/test_lessons.py` checks all of them.
import type { Captured, Studied } from '../types'
import data from './lessons.json'

/** What a task wants; the learner sits on seat 0. */
export interface Goal {
  /** A settlement, a kind of figure, and the least influence on it. */
  influence?: [string, string, number]
  /** How many figures on the map the learner would get now. */
  leads?: number
  /** Settlement, kind, and who has to get it; null: set aside. */
  captures?: [string, string, number | null][]
  /** The seat that has to win alone. */
  wins?: number
}

export interface Step {
  name: string
  /** The settlements it is about. */
  look?: string[]
  /** A position, as the notation writes it. */
  start?: Record<string, unknown>
  goal?: Goal
  solution?: string[]
  /** The settlements to point at. */
  point?: string[]
  answers?: string[]
  right?: string
  /** Captured figures of every seat, for a question about the scoring. */
  figures?: number[][]
}

export interface Lesson {
  name: string
  steps: Step[]
}

export const LESSONS = data.lessons as unknown as Lesson[]
export const LEARNER = 0
const KINDS = 'HBR'

/** The record of a task after some moves. */
export function record(step: Step, moves: readonly string[]): Record<string, unknown> {
  const start = { figures: data.figures, draws: [[], []], to_move: LEARNER, ...step.start }
  return { format: 1, game: 'samurai', options: { players: 2, edition: 'rgg' }, start, moves }
}

const captured = ({ own }: Studied): Captured[] => own.turn.flatMap((entry) => entry.events)

/** Whether the goal is reached. */
export function reached(goal: Goal, studied: Studied): boolean {
  const { settlements } = studied.position
  if (goal.influence) {
    const [space, figure, least] = goal.influence
    return (settlements[space]?.influence[KINDS.indexOf(figure)]?.[LEARNER] ?? 0) >= least
  }
  if (goal.leads !== undefined) {
    const led = Object.values(settlements).flatMap((there) =>
      [...there.figures].filter((figure) => there.winners[KINDS.indexOf(figure)] === LEARNER),
    )
    return led.length >= goal.leads
  }
  if (goal.captures) return goal.captures.every((wish) => captured(studied).some((one) => isWish(one, wish)))
  return studied.result?.winners.length === 1 && studied.result.winners[0] === goal.wins
}

/** Whether the goal cannot be reached in this turn any more. */
export function missed(goal: Goal, studied: Studied): boolean {
  if (reached(goal, studied)) return false
  if (studied.result || studied.position.to_move !== LEARNER) return true
  const elsewhere = (goal.captures ?? []).some((wish) =>
    captured(studied).some((one) => one.space === wish[0] && one.figure === wish[1] && !isWish(one, wish)),
  )
  const oneMove = !goal.captures && goal.wins === undefined
  const spent = goal.wins === undefined && studied.own.legal.every((move) => move === '/')
  return elsewhere || (studied.own.turn.length > 0 && (oneMove || spent))
}

const isWish = (one: Captured, [space, figure, winner]: [string, string, number | null]): boolean =>
  one.space === space && one.figure === figure && one.winner === winner

const KEY = 'kabuto.lessons'

/** The lessons this browser has been through. */
export function finished(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return LESSONS.map(({ name }) => name).filter((name) => Array.isArray(found) && found.includes(name))
  } catch {
    return [] // storage may be blocked or hold nonsense
  }
}

/** Remember a lesson as done. */
export function finish(name: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...finished(), name])]))
  } catch {
    // without storage the list of lessons simply stays unmarked
  }
}
