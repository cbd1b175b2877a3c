// Who took what: the seals on emptied settlements, from the captures that a log tells.
import type { LogEntry } from '../types'

export interface Seal {
  figure: string
  /** Who took it; null: it was set aside. */
  seat: number | null
}

/** Settlement → the figures that it had, in the order in which they stood there. */
export function sealsOf(log: readonly LogEntry[]): ReadonlyMap<string, Seal[]> {
  const found = new Map<string, Seal[]>()
  for (const { space, figure, winner } of log.flatMap(({ events }) => events)) found.set(space, [...(found.get(space) ?? []), { figure, seat: winner }])
  return found
}
