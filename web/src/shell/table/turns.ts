// A log, turn by turn.

export interface TurnOf<E> {
  seat: number
  entries: E[]
  /** The program that played it, or a part of it, for the person who sits there. */
  by: string
}

/** Consecutive moves of one seat, the newest last. */
export function turns<E extends { seat: number; by?: string }>(log: readonly E[]): TurnOf<E>[] {
  const all: TurnOf<E>[] = []
  for (const entry of log) {
    const open = all.at(-1)
    if (open?.seat === entry.seat) {
      open.entries.push(entry)
      open.by ||= entry.by ?? ''
    } else all.push({ seat: entry.seat, entries: [entry], by: entry.by ?? '' })
  }
  return all
}
