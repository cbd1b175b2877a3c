// A log, turn by turn.
import type { LogEntry, Wire } from '../protocol'

export interface TurnOf<W extends Wire> {
  seat: number
  entries: LogEntry<W>[]
  /** The program that played it, or a part of it, for the person who sits there. */
  by: string
}

/** Consecutive moves of one seat, the newest last. */
export function turns<W extends Wire>(log: readonly LogEntry<W>[]): TurnOf<W>[] {
  const all: TurnOf<W>[] = []
  for (const entry of log) {
    const open = all.at(-1)
    if (open?.seat === entry.seat) {
      open.entries.push(entry)
      open.by ||= entry.by ?? ''
    } else all.push({ seat: entry.seat, entries: [entry], by: entry.by ?? '' })
  }
  return all
}
