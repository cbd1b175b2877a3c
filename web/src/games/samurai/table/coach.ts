// What the coach says in a first game: what can be done now, what it would bring about, and why something is not possible.
import type { Own, Position } from '../types'
import { distance, SPACE, SPACES, isSettlement } from '../board/geometry'
import { FIGURES, TOKEN } from '../board/tokens'
import type { Choice } from './choice'

/** Everything the coach looks at. */
export interface Situation {
  position: Position
  own: Own
  choice: Choice
  /** The space under the pointer or the keyboard. */
  pointed: string | null
  /** Whether something was just refused. */
  refused: boolean
  /** Whether captures wait for the end of the turn. */
  waits: boolean
}

/** A sentence by its key in the section `coach`. */
export interface Advice {
  key: string
  /** The token and the figure that it speaks of, and the influence of this player and of the strongest other. */
  token?: string
  figure?: string
  mine?: number
  best?: number
  /** The spaces that it speaks of. */
  spaces: string[]
}

/** How one figure would stand if a token lay beside it. */
interface Standing {
  settlement: string
  figure: string
  mine: number
  best: number
  /** Whether nothing would be missing around it any more. */
  closed: boolean
}

const advice = (key: string, more: Partial<Advice> = {}): Advice => ({ key, spaces: [], ...more })

/** What to say now; null: nothing. */
export function advise({ position, own, choice, pointed, refused, waits }: Situation): Advice | null {
  if (position.phase === 'choose' || position.phase === 'over') return null
  if (!own.legal.length) return advice('wait')
  if (position.phase === 'draft') return advice('draft')
  if (refused) return advice('why')
  const [token] = choice.picked
  if (token === 'X') return advice('exchange_figures')
  if (token === 'T') return advice('exchange_tokens')
  const seen = preview({ position, own, choice, pointed, waits })
  if (seen) return seen
  const chance = captures(position, own, token)
  if (token && chance) return advice('place_capture', { token, spaces: chance.spaces })
  if (token) return advice(TOKEN.get(token)?.terrain === 'sea' ? 'place_sea' : 'place_land', { token })
  if (!position.played.length) return chance ?? advice('choose')
  if (own.legal.some((move) => move !== '/')) return chance ?? advice('more')
  return advice('end')
}

/** What the chosen token would bring about on the space pointed at; null: none is, or it is exchanged. */
export function preview({ position, own, choice, pointed, waits }: Omit<Situation, 'refused'>): Advice | null {
  const [token] = choice.picked
  if (!token || !pointed || !TOKEN.get(token)?.strength || !choice.next.includes(pointed)) return null
  const all = standings(position, own.seat, token, pointed)
  const closed = all.filter((one) => one.closed)
  const won = closed.filter((one) => one.mine > one.best)
  const one = won[0] ?? closed[0] ?? all.sort((a, b) => b.mine - b.best - (a.mine - a.best))[0]
  if (!one) return advice('would_nothing', { token })
  const { figure, mine, best, settlement } = one
  const about = { token, figure, mine, best, spaces: [settlement] }
  if (won.length) return advice(waits ? 'would_capture_later' : 'would_capture', about)
  if (closed.length) return advice('would_give', about)
  return advice(mine > best ? 'would_lead' : mine === best ? 'would_tie' : 'would_trail', about)
}

/** The most that one token could capture now, whatever the token or with this one. */
function captures(position: Position, own: Own, token?: string): Advice | null {
  let [found, most]: [Advice | null, number] = [null, 0]
  for (const move of own.legal) {
    const [, code, space] = /^([HBRSNV]\d)([a-z]\d+)$/.exec(move) ?? []
    if (!code || !space || (token && code !== token)) continue
    const won = standings(position, own.seat, code, space).filter((one) => one.closed && one.mine > one.best)
    if (won.length > most) {
      most = won.length
      found = advice('can_capture', { token: code, figure: won[0]!.figure, spaces: [space] })
    }
  }
  return found
}

/** How the figures beside a space would stand with a token on it, as far as it counts for them. */
function standings(position: Position, me: number, token: string, space: string): Standing[] {
  const { strength, terrain } = TOKEN.get(token)!
  const here = SPACE.get(space)!
  return SPACES.filter((there) => isSettlement(there) && distance(here, there) === 1).flatMap(({ name }) => {
    const standing = position.settlements[name]
    if (!standing) return []
    const closed = terrain !== 'sea' && standing.missing.every((gap) => gap === space)
    return [...standing.figures].flatMap((figure) => {
      const kind = FIGURES.indexOf(figure as 'H')
      const counts = !'HBR'.includes(token[0]!) || token[0] === figure
      if (!counts && !closed) return []
      const influence = standing.influence[kind]!
      const best = Math.max(0, ...influence.filter((_, seat) => seat !== me))
      return { settlement: name, figure, mine: influence[me]! + (counts ? strength : 0), best, closed }
    })
  })
}
