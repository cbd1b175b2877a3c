// Going through the moves of a finished game: where turns begin and end, and the moment named in an address.
import type { LogEntry, Review, TableInfo } from '../protocol'
import { t } from '../lib/words.svelte'
import { names } from '../table/names'

/** A number of moves between nothing and all of them. */
export const within = (at: number, moves: number): number => Math.max(0, Math.min(moves, Math.round(at) || 0))

/** The moment that an address names behind its `#`. */
export function momentOf(hash: string, moves: number): number {
  const found = /^#(\d{1,6})$/.exec(hash)
  return found ? within(Number(found[1]), moves) : 0
}

/** After how many moves each turn is over. */
export function turnEnds(log: readonly LogEntry[]): number[] {
  return log.flatMap((entry, i) => (log[i + 1]?.seat !== entry.seat ? i + 1 : []))
}

/** The end of the next turn, or of the one before. */
export function turnFrom(log: readonly LogEntry[], at: number, forward: boolean): number {
  const ends = [0, ...turnEnds(log)]
  return forward ? (ends.find((end) => end > at) ?? log.length) : (ends.findLast((end) => end < at) ?? 0)
}

/** Where the turn begins that the move with this number belongs to. */
function turnStart(log: readonly LogEntry[], ply: number): number {
  let start = ply
  while (start > 0 && log[start - 1]!.seat === log[ply]!.seat) start--
  return start
}

/** The rest of a turn, from the move with this number on. */
export function restOfTurn<E extends LogEntry>(log: readonly E[], ply: number): E[] {
  const end = turnEnds(log).find((at) => at > ply) ?? log.length
  return log.slice(ply, end)
}

/** After how many moves there is something to see: costly moves, and turning points without one. */
export function stops(review: Review, log: readonly LogEntry[]): number[] {
  const costly = review.moves.filter((move) => move.is_costly).map(({ ply }) => ply)
  const quiet = review.turning_points.filter((end) => !costly.some((ply) => ply >= turnStart(log, end) && ply <= end))
  return [...costly, ...quiet].map((ply) => ply + 1).sort((a, b) => a - b)
}

/** The seat whose chances changed most in the turn that ended here, and how. */
export function swing(review: Review, log: readonly LogEntry[], at: number): { seat: number; from: number; to: number } {
  const chances = (ply: number): number[] => (ply < 0 ? review.start : review.moves[ply]!.chances).map(({ mean }) => mean)
  const [before, after] = [chances(turnStart(log, at - 1) - 1), chances(at - 1)]
  const seats = [...before.keys()].sort((a, b) => Math.abs(after[b]! - before[b]!) - Math.abs(after[a]! - before[a]!))
  return { seat: seats[0]!, from: before[seats[0]!]!, to: after[seats[0]!]! }
}

/** What the players of a finished game are called; in an uploaded record by their colours. */
export function playerNames(table: TableInfo): (seat: number) => string {
  return table.status === 'record' ? (seat) => t(`common.seat_${seat}`) : names(table)
}
