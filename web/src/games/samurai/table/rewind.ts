// The picture of an earlier moment: moves of the log taken off the board again, for showing a turn once more.
import type { Lying } from '../board/Board.svelte'
import type { LogEntry } from '../types'
import { turns } from '../../../shell/table/turns'
import { paths, spacesOf } from './choice'

interface Picture {
  tokens: Record<string, [number, string]>
  figures: Record<string, string>
}

const ORDER = 'HBR'
const sorted = (figures: string): string => [...figures].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).join('')
const without = (figures: string, figure: string): string => figures.replace(figure, '')

function takeBack(picture: Picture, entry: LogEntry): void {
  const { tokens, figures } = picture
  for (const { space, figure } of entry.events) figures[space] = sorted((figures[space] ?? '') + figure)
  const parts = paths(entry.move)[0] ?? []
  const [first, second] = spacesOf(entry.move)
  if (parts[0] === 'X') {
    const [, a, f, b, g] = parts as [string, string, string, string, string]
    figures[a] = sorted(without(figures[a] ?? '', g) + f)
    figures[b] = sorted(without(figures[b] ?? '', f) + g)
  } else if (parts[0] === 'T') {
    const moved = tokens[second!]
    if (moved) tokens[first!] = moved
    delete tokens[second!]
  } else if (/^[HBR]\*$/.test(parts[0] ?? '')) {
    figures[first!] = without(figures[first!] ?? '', parts[0]![0]!)
  } else if (first) delete tokens[first]
}

/** How the board looked before the move with number `ply`; the log has to reach back that far.
 * How settlements stood is not in the log: that is taken from `before`, a position of about that time. */
export function rewind(now: Lying, log: readonly LogEntry[], ply: number, before: Lying = now): Lying {
  const picture: Picture = {
    tokens: { ...now.tokens },
    figures: Object.fromEntries(Object.entries(now.settlements).map(([name, there]) => [name, there.figures])),
  }
  for (const entry of [...log].reverse()) {
    if (entry.ply < ply) break
    takeBack(picture, entry)
  }
  const settlements: Lying['settlements'] = {}
  for (const [name, figures] of Object.entries(picture.figures)) {
    if (!figures) continue
    const there = before.settlements[name]
    settlements[name] = {
      figures,
      influence: there?.influence ?? [[0], [0], [0]],
      winners: there?.winners ?? [null, null, null],
      missing: (before !== now && there?.missing.filter((space) => !picture.tokens[space])) || [],
    }
  }
  return { phase: 'turn', tokens: picture.tokens, settlements }
}

/** Whether a move is the last of its turn: in the set-up every figure put is a turn by itself. */
const ends = (entry: LogEntry | undefined): boolean => entry?.move === '/' || (entry?.move.includes('*') ?? false)

/** The last finished turn of every seat but one. */
export function lastTurns(log: readonly LogEntry[], but: number | null): Map<number, LogEntry[]> {
  const last = new Map<number, LogEntry[]>()
  for (const turn of turns(log)) {
    if (turn.seat !== but && ends(turn.entries.at(-1))) last.set(turn.seat, turn.entries)
  }
  return last
}

/** The moves of others since the last turn of a seat ended; for those who only watch, the last turn. */
export function newMoves(log: readonly LogEntry[], seat: number | null): LogEntry[] {
  if (seat === null) return turns(log).at(-1)?.entries ?? []
  return log.slice(log.findLastIndex((entry) => entry.seat === seat && ends(entry)) + 1).filter((entry) => entry.seat !== seat)
}
