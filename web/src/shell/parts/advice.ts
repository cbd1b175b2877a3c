// Good moves, as a program finds them.
import type { HintMove } from '../protocol'

/** How many are shown. */
const MOST = 3

/** The best few, without those that begin the same turn in another order. */
export function best(moves: readonly HintMove[], turn: (move: HintMove) => string[]): HintMove[] {
  const keys = moves.map((move) => [...turn(move)].sort().join(' '))
  return moves.filter((_, i) => keys.indexOf(keys[i]!) === i).slice(0, MOST)
}
