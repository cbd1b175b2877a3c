// What can be tried in a puzzle without asking the server: it sent what each of many partial turns changes.
import type { Puzzle, Studied, Verdict, Wire } from '../protocol'

type Json = Record<string, unknown>
const keyOf = (moves: readonly string[]): string => JSON.stringify(moves)

/** A value with changes of the server (see `Reached`); what doesn't change is shared. */
export function changed<T>(first: T, changes: readonly unknown[][]): T {
  return changes.reduce((value: unknown, [path, ...change]) => set(value, path as string[], change), first) as T
}

function set(value: unknown, [key, ...rest]: string[], change: unknown[]): unknown {
  if (key === undefined) {
    const [now, added] = change
    return change.length > 1 ? [...kept(value as unknown[], now as number[]), ...(added as unknown[])] : now
  }
  const next = { ...(value as Json) }
  if (!rest.length && !change.length) delete next[key]
  else next[key] = set(next[key], rest, change)
  return next
}

/** The items of a list in some ranges: from, to, from, to, … */
const kept = (items: unknown[], ends: number[]): unknown[] => ends.flatMap((end, i) => (i % 2 ? items.slice(ends[i - 1], end) : []))

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
