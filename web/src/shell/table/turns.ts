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

/** The last finished turn of every seat but one; `ends`: whether a move is the last of its turn. */
export function lastTurns<E extends { seat: number }>(log: readonly E[], but: number | null, ends: (entry: E) => boolean): Map<number, E[]> {
  const last = new Map<number, E[]>()
  for (const { seat, entries } of turns(log)) if (seat !== but && ends(entries.at(-1)!)) last.set(seat, entries)
  return last
}

/** The moves of others since the last turn of a seat ended; for those who only watch, the last turn. */
export function newMoves<E extends { seat: number }>(log: readonly E[], seat: number | null, ends: (entry: E) => boolean): E[] {
  if (seat === null) return turns(log).at(-1)?.entries ?? []
  return log.slice(log.findLastIndex((entry) => entry.seat === seat && ends(entry)) + 1).filter((entry) => entry.seat !== seat)
}
