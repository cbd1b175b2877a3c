// Going through a finished game: its turns, the moment named in an address, and how the chances went.
import type { LogEntry, ReviewedTurn, ReviewOutline, TableInfo, TurnPoint, TurnSpan } from '../protocol'
import { t } from '../lib/words.svelte'
import { names } from '../table/names'

/** A number of moves between nothing and all of them. */
export const within = (at: number, moves: number): number => Math.max(0, Math.min(moves, Math.round(at) || 0))

/** The moment that an address names behind its `#`. */
export function momentOf(hash: string, moves: number): number {
  const found = /^#(\d{1,6})$/.exec(hash)
  return found ? within(Number(found[1]), moves) : 0
}

/** The turns of a game: the moves of one seat, one after the other. */
export function spansOf(log: readonly LogEntry[]): TurnSpan[] {
  const found: TurnSpan[] = []
  log.forEach(({ seat }, i) => {
    const last = found.at(-1)
    if (last?.seat === seat) last.until = i + 1
    else found.push({ seat, since: i, until: i + 1 })
  })
  return found
}

/** The turn that a moment belongs to: its last move was made in it; −1 at the start. */
export const turnAt = (spans: readonly TurnSpan[], at: number): number => spans.findIndex(({ since, until }) => at > since && at <= until)

/** The end of the next turn, or of the one before. */
export function turnFrom(spans: readonly TurnSpan[], at: number, forward: boolean): number {
  const ends = [0, ...spans.map(({ until }) => until)]
  return forward ? (ends.find((end) => end > at) ?? at) : (ends.findLast((end) => end < at) ?? 0)
}

/** How the chances went: the outline, and where turns were looked at, what was found there. */
export function curveOf(outline: ReviewOutline, turns: readonly ReviewedTurn[]): TurnPoint[] {
  const found = new Map(outline.points.map((point) => [point.ply, point.chances]))
  for (const { since, until, before, after } of turns) found.set(since, before).set(until, after)
  return [...found].map(([ply, chances]) => ({ ply, chances })).sort((one, two) => one.ply - two.ply)
}

/** What the players of a finished game are called; in an uploaded record by their colours. */
export function playerNames(table: TableInfo): (seat: number) => string {
  return table.status === 'record' ? (seat) => t(`common.seat_${seat}`) : names(table)
}
