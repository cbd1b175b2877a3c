// A log, turn by turn.
import type { LogEntry } from '../../protocol'

export interface TurnOf {
  seat: number
  entries: LogEntry[]
}

/** Consecutive moves of one seat, the newest last. */
export function turns(log: readonly LogEntry[]): TurnOf[] {
  const all: TurnOf[] = []
  for (const entry of log) {
    const open = all.at(-1)
    if (open?.seat === entry.seat) open.entries.push(entry)
    else all.push({ seat: entry.seat, entries: [entry] })
  }
  return all
}
