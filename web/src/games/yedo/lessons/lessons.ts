// The lessons: the server has their positions and words and plays the moves; here is told whether a task is done.
import { ask } from '../../../shell/lib/api'
import * as progress from '../../../shell/lib/progress'
import { language } from '../../../shell/lib/words.svelte'
import type * as shell from '../../../shell/protocol'
import type { LessonTitle } from '../../index'
import type { Exercise, Fact, Goal, Lesson, Lessons, YedoWire } from '../protocol'

export type Studied = shell.Studied<YedoWire>

const asked = new Map<string, Promise<Lessons>>()

/** All lessons in the language spoken now. */
export async function load(): Promise<Lesson[]> {
  const code = language()
  const found = asked.get(code) ?? ask<Lessons>('GET', `/api/lessons?game=yedo&language=${code}`)
  asked.set(code, found)
  found.catch(() => asked.delete(code))
  return (await found).lessons
}

const isWanted = (fact: Fact, wanted: NonNullable<Goal['fact']>): boolean =>
  Object.entries(wanted).every(([field, value]) => String(fact[field as keyof Fact]) === String(value))

/** Whether the goal is reached. */
export function reached({ fact, wins }: Goal, { own, result }: Studied): boolean {
  if (!fact || !Object.keys(fact).length) return result?.winners.length === 1 && result.winners[0] === wins
  return own.turn.some(({ events }) => events.facts.some((each) => isWanted(each, fact)))
}

/** Whether it can't be reached any more: it is another seat's turn, or the game is over. */
export const missed = ({ goal, seat }: Exercise, studied: Studied): boolean => !reached(goal, studied) && studied.position.to_move !== seat

/** Moves of the learner together with what the others play then. */
export const answered = ({ reply }: Exercise, moves: readonly string[]): string[] => moves.flatMap((move) => [move, ...(reply[move] ?? [])])

export const STUDY = '/api/study?wire=yedo'

/** Every position on the way to every solution, as questions to the server. */
export const solutions = (lessons: readonly Lesson[]): [string, unknown][] =>
  lessons
    .flatMap(({ steps }) => steps)
    .flatMap((step) =>
      [...step.solution.keys(), step.solution.length].map((count): [string, unknown] => [
        STUDY,
        { record: { ...step.record, moves: answered(step, step.solution.slice(0, count)) }, seat: step.seat },
      ]),
    )

const KEY = 'kabuto.lessons.yedo'
export const finished = (): string[] => progress.finished(KEY)
export const finish = (name: string): void => progress.finish(KEY, name)

/** The lessons by their titles. */
export async function titles(): Promise<LessonTitle[]> {
  const done = finished()
  return (await load()).map(({ name, title }) => ({ name, title, isDone: done.includes(name) }))
}
