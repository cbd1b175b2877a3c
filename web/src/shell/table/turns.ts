// A log, turn by turn.
import type { LogEntry, Wire } from '../protocol'

export interface TurnOf<W extends Wire> {
  seat: number
  entries: LogEntry<W>[]
}

/** Consecutive moves of one seat, the newest last. */
export function turns<W extends Wire>(log: readonly LogEntry<W>[]): TurnOf<W>[] {
  const all: TurnOf<W>[] = []
  for (const entry of log) {
    const open = all.at(-1)
    if (open?.seat === entry.seat) open.entries.push(entry)
    else all.push({ seat: entry.seat, entries: [entry] })
  }
  return all
}
