// An offer that is put together on the page. It is sent as one message: what is given, what is asked for, Mon.
import { COLOURS, WEAPONS } from '../moves/things'

export interface Offer {
  gives: string[]
  asks: string[]
  /** Mon that one pays; negative: asks for. */
  mon: number
}

/** So many things a side. */
export const MOST = 2

/** What can be put on a mat still: each thing as often as it is there. */
export const left = (all: readonly string[], taken: readonly string[]): string[] => {
  const rest = [...all]
  for (const thing of taken) {
    const at = rest.indexOf(thing)
    if (at >= 0) rest.splice(at, 1)
  }
  return rest
}

/** Where a thing stands in an offer: weapons, geishas, action cards, bonus cards, missions by their colours. */
function rank(thing: string, colourOf: (code: string) => string): number {
  if (WEAPONS.includes(thing)) return WEAPONS.indexOf(thing)
  if (thing === 'geisha') return 10
  if (thing === 'action' || thing.startsWith('A')) return 20
  if (thing === 'bonus' || thing.startsWith('B')) return 30
  return 40 + COLOURS.indexOf(COLOURS.includes(thing) ? thing : colourOf(thing))
}

/** The moves that make an offer, in the order in which the notation wants them. */
export function moves({ gives, asks, mon }: Offer, colourOf: (code: string) => string): string[] {
  const sorted = (things: readonly string[]): string[] => [...things].sort((a, b) => rank(a, colourOf) - rank(b, colourOf))
  return [...sorted(gives).map((thing) => `give ${thing}`), ...sorted(asks).map((thing) => `ask ${thing}`), ...(mon ? [`mon ${mon}`] : []), 'propose']
}

interface Clan {
  weapons: string[]
  geishas: number
  actions: number
  bonuses: number
  missions: string[]
}

const times = (thing: string, n: number): string[] => Array.from({ length: n }, () => thing)

/** What a clan can be asked for; in the market only weapons. */
export const askable = (clan: Clan, place: string): string[] =>
  place === 'market'
    ? [...clan.weapons]
    : [...clan.weapons, ...times('geisha', clan.geishas), ...times('action', clan.actions), ...times('bonus', clan.bonuses), ...COLOURS.flatMap((colour) => clan.missions.filter((each) => each === colour))]

/** What one can give: cards by their codes. */
export const givable = (clan: Clan, cards: readonly string[], place: string): string[] =>
  place === 'market' ? [...clan.weapons] : [...clan.weapons, ...times('geisha', clan.geishas), ...cards]
