// What can be tried in a puzzle without asking the server: it sent what each of many partial turns changes.
import { changed } from '../lib/changes'
import type { Puzzle, Studied, Verdict, Wire } from '../protocol'

const keyOf = (moves: readonly string[]): string => JSON.stringify(moves)

/** How the position of a puzzle stands after a partial turn; null: only the server knows. */
export function standing<W extends Wire>(puzzle: Puzzle<W>): (moves: readonly string[]) => Studied<W> | null {
  const known = new Map(puzzle.reached.map(({ moves, changes }) => [keyOf(moves), changes]))
  return (moves) => {
    const changes = moves.length ? known.get(keyOf(moves)) : []
    return changes ? changed(puzzle.studied, changes) : null
  }
}

/** What can be said of a turn without the server: whether it is the solution, but not what else it does. */
export function judged({ answer, second }: Puzzle, moves: readonly string[]): Verdict {
  const same = (turn: readonly string[]): boolean => keyOf([...turn].sort()) === keyOf([...moves].sort())
  return { ...answer, is_solved: same(answer.solution), is_second: same(second) }
}
