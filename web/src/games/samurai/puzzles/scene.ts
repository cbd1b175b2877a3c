// The part of the map that a puzzle is about.
import type { Puzzle } from '../types'
import { distance, inPlay, SPACE } from '../board/geometry'

const REACH = 2

/** The spaces around the best turn and the next best one: between them the choice is to be made. */
export function sceneOf({ answer, second, record }: Pick<Puzzle, 'answer' | 'second' | 'record'>): string[] {
  const named = [...answer.solution, ...second].join(' ').match(/[a-z]\d+/g) ?? []
  const middle = named.flatMap((name) => SPACE.get(name) ?? [])
  const { players } = record.options as { players: number }
  return inPlay(players)
    .filter((one) => middle.some((other) => distance(one, other) <= REACH))
    .map(({ name }) => name)
}
