// What a move sets in motion: coins, weapons, cards and disciples between clans, places and piles.
import { boxOf, calm, fly } from '../../../shell/table/motion'
import { COLOURS, PLACE_OF } from '../moves/things'
import type { Fact, Told } from '../protocol'

/** A picture on its way. Places are `seat:2`, `jail:2`, `spot:market`, `stall:3`, `deck:red`, `lot:arts`, `event`. */
export interface Flight {
  /** A sign of the game, or `piece-2`: a disciple of seat 2. */
  what: string
  from: string
  to: string
}

/** The most coins that fly for one payment. */
const COINS = 5
const AMOUNTS: Record<string, [what: string, home: string]> = {
  MonChanged: ['mon', ''],
  PrestigeChanged: ['prestige', ''],
  GeishasChanged: ['geisha', 'spot:redlight'],
  BlessingsChanged: ['blessing', 'spot:temple'],
  BlackmailChanged: ['blackmail', 'spot:castle-prestige'],
}
/** Verbs that say their place themselves, as the first or the second word after them. */
const SAID: Record<string, number> = { look: 1, fulfil: 2, place: 1 }

/** The place of the board that a move deals with. */
function placeOf(move: string, facts: readonly Fact[]): string {
  const words = move.split(' ')
  const verb = words[0]!
  const won = facts.find(({ what }) => what === 'AuctionWon' || what === 'AuctionDefaulted')
  if (won) return `lot:${won.lot}`
  if (facts.some(({ what, pile }) => what === 'CardsTurnedUp' && pile === 'event')) return 'event'
  if (verb === 'build') return 'spot:tavern'
  return `spot:${PLACE_OF[verb] ?? (verb in SAID ? words[SAID[verb]!] : undefined) ?? 'castle-prestige'}`
}

/** Everything that a move sets in motion, in the order in which it happened. */
export function flightsOf(move: string, { facts }: Pick<Told, 'facts'>): Flight[] {
  const place = placeOf(move, facts)
  const flights: Flight[] = []
  const send = (what: string, from: string, to: string, times = 1): void => {
    for (let i = 0; i < times; i++) flights.push({ what, from, to })
  }
  const field = facts.find(({ what }) => what === 'MarketFieldEmptied')?.number
  /** The seat that a thing came from or went to, when two seats traded. */
  const partner = (of: Fact, has: (other: Fact) => boolean): string | undefined => {
    const found = facts.find((other) => other.what === of.what && other.seat !== of.seat && has(other))
    return found && `seat:${found.seat}`
  }
  for (const fact of facts) {
    const { what, seat, number = 0, pile = '', cards = [], place: where = '', gained = [], lost = [] } = fact
    const home = `seat:${seat}`
    if (what in AMOUNTS) {
      const [sign, source] = AMOUNTS[what]!
      const other = partner(fact, (one) => Math.sign(one.number ?? 0) === -Math.sign(number))
      const away = other ?? (source || place)
      if (number > 0) send(sign, away, home, Math.min(COINS, number))
      else if (!other) send(sign, home, away, Math.min(COINS, -number))
    } else if (what === 'ChurchChanged' && number > 0) send('mon', 'spot:castle-prestige', 'spot:harbor', Math.min(COINS, number))
    else if (what === 'WeaponsChanged' || what === 'AnnexesChanged') {
      const source = what === 'AnnexesChanged' ? 'spot:tavern' : 'deck:weapon'
      for (const thing of gained) send(thing, partner(fact, (one) => (one.lost ?? []).includes(thing)) ?? (field && what === 'WeaponsChanged' ? `stall:${field}` : source), home)
      for (const thing of lost) if (!partner(fact, (one) => (one.gained ?? []).includes(thing))) send(thing, home, source)
    } else if (what === 'DisciplesChanged') {
      const moved = facts.find((one) => one.what === what && one.seat === seat && Math.sign(one.number ?? 0) === -Math.sign(number))
      const arrested = facts.some((one) => one.what === 'DiscipleArrested' && one.seat === seat && one.place === where)
      if (number > 0) send(`piece-${seat}`, moved ? `spot:${moved.place}` : home, `spot:${where}`, number)
      else if (!moved) send(`piece-${seat}`, `spot:${where}`, arrested ? `jail:${seat}` : home, -number)
    } else if (what === 'CardGiven') send(pile, home, `seat:${fact.other}`)
    else if (what === 'CardsDrawn' || what === 'CardsToKeepFrom') send(pile, `deck:${pile}`, home, cards.length)
    else if (what === 'CardPutBack') send(pile, home, `deck:${pile}`, cards.length)
    else if (what === 'CardsLookedAt') send('look', home, `deck:${pile}`)
    else if (what === 'CardsTurnedUp' && pile === 'event') send('event', 'deck:event', 'event')
    else if (what === 'MarketChanged') (fact.things ?? []).slice(0, 3).forEach((weapon, i) => weapon && send(weapon, 'deck:weapon', `stall:${i + 1}`))
  }
  return flights
}

/** Where a place is on the screen: the first of these that is there. */
function selectors(place: string, who: string): string[] {
  const [kind, name = ''] = place.split(':') as [string, string?]
  const seat = who.startsWith('piece-') ? who.slice(6) : ''
  switch (kind) {
    case 'seat':
      return [`[data-seat="${name}"] .purse`, `[data-seat="${name}"]`]
    case 'jail':
      return [`[data-seat="${name}"] .disciples`, `[data-seat="${name}"]`]
    case 'spot':
      return [...(seat ? [`[data-disciple="${name}:${seat}"]`, `[data-thing="annex:${seat}:${name}"]`] : []), `[data-spot="${name}"]`, `[data-district="${name}"]`, ...(seat ? [`[data-seat="${seat}"]`] : ['[data-district="castle"]'])]
    case 'event':
      return ['.ribbon .event', '.ribbon']
    default:
      return [`[data-thing="${place}"]`, kind === 'stall' ? '[data-district="market"]' : kind === 'deck' ? '.stores' : '.sheet']
  }
}

const SVG = 'http://www.w3.org/2000/svg'

function pictureOf(what: string): SVGSVGElement {
  const picture = document.createElementNS(SVG, 'svg')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `#y-${COLOURS.includes(what) ? 'mission' : what}`)
  picture.setAttribute('class', `yedo-flight m-${what}`)
  picture.dataset.flight = what
  picture.append(use)
  return picture
}

/** How long one is on its way, and how much later the next one leaves: parts of a beat. */
const WAY = 0.85
const NEXT = 0.11
/** The most pictures in the air for one move. */
const MOST = 14

/** How many beats the flights of a move need. */
export const flightBeats = (flights: readonly Flight[]): number => (flights.length ? WAY + NEXT * Math.min(MOST, flights.length) : 0)

/** Set flights off. The screen still shows what was before; they arrive where things are afterwards. */
export function perform(flights: readonly Flight[], beat: number): void {
  if (calm() || !beat) return
  const leaving = flights.slice(0, MOST).map((flight) => ({ flight, from: boxOf(...selectors(flight.from, flight.what)) }))
  // With the next frame, which lays out what has changed by then. Everything is measured before the first picture is
  // added: each would need a new layout.
  requestAnimationFrame(() => {
    const arriving = leaving.map(({ flight, from }) => {
      const places = selectors(flight.to, flight.what)
      return { flight, from, places, to: boxOf(...places) }
    })
    for (const [i, { flight, from, places, to }] of arriving.entries()) {
      if (!from || !to) continue
      const wait = i * NEXT * beat
      const duration = WAY * beat
      const piece = flight.what.startsWith('piece-')
      fly(pictureOf(flight.what), from, to, { wait, duration, size: piece ? 36 : 26, shrink: piece ? 1 : 0.7 })
      if (piece && flight.to.startsWith('spot:')) hide(document.querySelector(places[0]!), wait + duration)
    }
  })
}

/** What has not arrived is not seen yet. */
const hide = (piece: Element | null, duration: number): void => void piece?.animate([{ opacity: 0 }, { opacity: 0 }], { duration })
