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

/** The same turns as before where nothing was added to them, so that screens draw only what is new. */
export const keep = <E>(before: readonly TurnOf<E>[], now: TurnOf<E>[]): TurnOf<E>[] =>
  now.map((turn, i) => {
    const old = before[i]
    return old && old.by === turn.by && old.entries.length === turn.entries.length && old.entries.every((entry, n) => entry === turn.entries[n]) ? old : turn
  })
