// What a move brought about, as far as screens show it: how long it takes, how it sounds, who came.
import type { LogEntry } from '../../../shell/protocol'
import type { Position, Told, YedoWire } from '../protocol'

/** How many beats a move needs on the map. */
export function beatsOf(move: string, { facts }: Told): number {
  if (facts.some(({ what }) => what === 'MissionFulfilled' || what === 'DiscipleArrested' || what === 'CardsTurnedUp')) return 2
  if (facts.some(({ what }) => what === 'PatrolMoved')) return 1.6
  return move === 'pass' || move === 'stay' || move.startsWith('order') ? 0.4 : 1
}

export type Heard = 'lay' | 'turn' | 'capture' | 'end'

/** The sound of a move. */
export function soundOf(move: string, { facts }: Told): Heard | null {
  if (facts.some(({ what }) => what === 'MissionFulfilled')) return 'capture'
  if (facts.some(({ what }) => what === 'CardsTurnedUp' || what === 'PatrolMoved')) return 'turn'
  return move === 'pass' ? null : 'lay'
}

/** The disciples that others placed since a seat's last move, as `place:index`. */
export function recentIn(log: readonly LogEntry<YedoWire>[], seat: number | null, position: Position): Set<string> {
  const since = log.slice(log.findLastIndex((entry) => entry.seat === seat) + 1)
  const came = since.flatMap(({ events }) => events.facts.filter(({ what, number = 0, place }) => what === 'DisciplesChanged' && number > 0 && place))
  return new Set(
    came.flatMap(({ seat: who, place }) => {
      const at = (position.disciples[place!] ?? []).lastIndexOf(who!)
      return at < 0 || who === seat ? [] : [`${place}:${at}`]
    }),
  )
}
