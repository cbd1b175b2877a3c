// The lessons: real positions with a task each. The server plays the moves by the rules; here is only told
// whether a position that it sends is the one that was asked for. `tests/samurai/test_lessons.py` checks all of them.
import type { Captured, Studied } from '../types'
import { distance, inPlay, SPACE } from '../board/geometry'
import data from './lessons.json'

/** When captures are decided: after each token, or when the turn ends. */
export type Timing = 'token' | 'turn'
/** A settlement, a kind of figure, and who has to get it; null: set aside. */
type Wish = [space: string, figure: string, winner: number | null]

/** What a task wants; the learner sits on seat 0. */
export interface Goal {
  /** A settlement, a kind of figure, and the least influence on it. */
  influence?: [string, string, number]
  /** How many figures on the map the learner would get now. */
  leads?: number
  /** What has to be captured. */
  captures?: Wish[]
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

/** The record of a task after some moves, played by the rules of an edition. Captured figures lie open: lessons speak of them. */
export function record(step: Step, moves: readonly string[], edition: string): Record<string, unknown> {
  const start = { figures: data.figures, draws: [[], []], to_move: LEARNER, ...step.start }
  return { format: 1, game: 'samurai', options: { players: 2, edition, captured_figures: 'open' }, start, moves }
}

export const STUDY = '/api/study?wire=samurai'

/** What the server is asked about a task after some moves. */
export const asked = (step: Step, moves: readonly string[], edition: string): { record: Record<string, unknown>; seat: number } => ({
  record: record(step, moves, edition),
  seat: LEARNER,
})

/** The solution of a task; where captures are decided at the end of the turn, the turn has to end. */
export const solution = ({ solution: moves = [], goal }: Step, captures: Timing): string[] =>
  goal?.captures && captures === 'turn' ? [...moves, '/'] : moves

/** Every position on the way to every solution, as questions to the server. */
export function solutions(edition: string, captures: Timing): [string, unknown][] {
  const steps = LESSONS.flatMap(({ steps }) => steps).filter(({ start }) => start)
  return steps.flatMap((step) => {
    const moves = solution(step, captures)
    return [...moves.keys(), moves.length].map((count): [string, unknown] => [STUDY, asked(step, moves.slice(0, count), edition)])
  })
}

/** The part of the map that a task is about; null: all of it. */
export function around({ look = [], solution: moves = [] }: Step, reach = 2): string[] | null {
  const named = moves.join(' ').match(/[a-z]\d+/g) ?? []
  const middle = [...look, ...named].map((name) => SPACE.get(name)!)
  if (!look.length) return null
  return inPlay(2)
    .filter((one) => middle.some((other) => distance(one, other) <= reach))
    .map(({ name }) => name)
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
  const wishes = goal.captures ?? []
  if (wishes.some((wish) => isLost(wish, studied))) return true
  const oneMove = !goal.captures && goal.wins === undefined
  const spent = goal.wins === undefined && studied.own.legal.every((move) => move === '/') && !surrounded(goal, studied, true)
  return studied.own.turn.length > 0 && (oneMove || spent)
}

/** Whether all settlements of a goal are surrounded but not decided yet, and, if asked, would be decided as it wants. */
export function surrounded(goal: Goal, { position: { settlements } }: Studied, asWanted = false): boolean {
  return !!goal.captures?.every(([space, figure, winner]) => {
    const there = settlements[space]
    const fits = there?.figures.includes(figure) && there.winners[KINDS.indexOf(figure)] === winner
    return there && there.figures !== '' && !there.missing.length && (fits || !asWanted)
  })
}

/** Whether a figure can't be captured as wanted any more: it went to another, isn't there, or its circle can't be closed. */
function isLost(wish: Wish, studied: Studied): boolean {
  const [space, figure] = wish
  const { legal } = studied.own
  const gone = captured(studied).filter((one) => one.space === space)
  if (gone.length) return !gone.some((one) => isWish(one, wish))
  const there = studied.position.settlements[space]
  if (!there) return false
  if (!there.figures.includes(figure)) return !legal.some((move) => move.startsWith('X'))
  return there.missing.length > 0 && !there.missing.some((gap) => legal.some((move) => move.endsWith(gap)))
}

const isWish = (one: Captured, [space, figure, winner]: Wish): boolean =>
  one.space === space && one.figure === figure && one.winner === winner
