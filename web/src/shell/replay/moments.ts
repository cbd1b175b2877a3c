// Going through the moves of a finished game: where turns begin and end, and the moment named in an address.
import type { LogEntry, TableInfo } from '../protocol'
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

/** What the players of a finished game are called; in an uploaded record by their colours. */
export function playerNames(table: TableInfo): (seat: number) => string {
  return table.status === 'record' ? (seat) => t(`common.seat_${seat}`) : names(table)
}
