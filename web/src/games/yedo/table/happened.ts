// What a move brought about, as far as screens show it: how long it takes, how it sounds, what is turned up, who came.
import type { LogEntry } from '../../../shell/protocol'
import type { Sound } from '../../../shell/table/sounds'
import type { Position, Told, YedoWire } from '../protocol'
import { flightBeats, flightsOf } from './flights'

/** Kind of event → how many beats its card needs to be read. */
const READ: Record<string, number> = { CardsTurnedUp: 3.4, MissionFulfilled: 2.6, CardPlayed: 2.4, CardCancelled: 2.4 }

/** A card that everyone sees now: the event, a card that was played, a fulfilled mission. */
export interface Shown {
  code: string
  /** Who played or fulfilled it. */
  seat: number | null
  /** Whether it remained without effect. */
  cancelled: boolean
}

export function cardOf({ facts }: Pick<Told, 'facts'>): Shown | null {
  const fact = facts.findLast(({ what, pile }) => what in READ && pile !== 'weapon')
  const code = fact?.cards?.[0]
  return code && code !== '?' ? { code, seat: fact.seat ?? null, cancelled: fact.what === 'CardCancelled' } : null
}

/** How many beats a move needs on the map. */
export function beatsOf(move: string, told: Pick<Told, 'facts'>): number {
  const read = Math.max(0, ...told.facts.map(({ what, pile }) => (pile === 'weapon' ? 0 : (READ[what] ?? 0))))
  const walked = told.facts.some(({ what }) => what === 'PatrolMoved') ? 1.6 : 0
  const arrested = told.facts.some(({ what }) => what === 'DiscipleArrested') ? 1.8 : 0
  const quiet = move === 'pass' || move === 'stay' || move.startsWith('order') ? 0.4 : 1
  return Math.max(quiet, read, walked, arrested, flightBeats(flightsOf(move, told)))
}

/** Whether what came of a move says what the move was: who fulfils, buys, draws or looks. */
export const saysItself = ({ seat, events: { facts } }: LogEntry<YedoWire>): boolean => facts[0]?.line === 0 && facts[0].seat === seat

/** Kind of event → its sound, the most important first. */
const SOUNDS: [what: string, sound: Sound][] = [
  ['MissionFulfilled', 'capture'],
  ['DiscipleArrested', 'bar'],
  ['RoundBegan', 'turn'],
  ['CardsTurnedUp', 'turn'],
  ['PatrolMoved', 'steps'],
  ['AuctionWon', 'clappers'],
  ['AuctionDefaulted', 'clappers'],
  ['MonChanged', 'coins'],
]

/** The sound of a move. */
export function soundOf(move: string, { facts }: Pick<Told, 'facts'>): Sound | null {
  const found = SOUNDS.find(([kind]) => facts.some(({ what, pile }) => what === kind && pile !== 'weapon'))
  if (found) return found[1]
  if (move.startsWith('bid ') || move.startsWith('auction ')) return 'clappers'
  return move === 'pass' || move === 'stay' ? null : 'lay'
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
