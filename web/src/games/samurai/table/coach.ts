// What a coach says in a first game: the goal, then one step of a turn at a time, from the same moves that a hint shows.
import type { HintMove, Own, Position, Preview, Sentence } from '../types'
import { TOKEN } from '../board/tokens'
import { paths, spacesOf, type Choice } from './choice'

/** Everything the coach looks at. */
export interface Situation {
  position: Position
  own: Own
  choice: Choice
  /** What the chosen token would bring about on the space that is spoken of, once the game has said so. */
  preview: Preview | null
  /** The good turn that a program found, and after how many moves; null: none was asked for, or it is not there yet. */
  advice: { ply: number; move: HintMove; moves: readonly string[] } | null
  /** Whether the goal has been told. */
  told: boolean
}

export const STEPS = 4

/** A step of the first game, by its key in the section `coach`. */
export interface Step {
  key: 'goal' | 'pick' | 'choose' | 'place' | 'anywhere' | 'exchange_figures' | 'exchange_tokens' | 'end' | 'fine' | 'draft'
  number: number
  token?: string
  /** The spaces that it speaks of, and an element of the page if it speaks of that. */
  spaces: string[]
  element?: string
  /** The move that its button plays, and why it is a good one. */
  move?: string
  why: readonly Sentence[]
  neighbours: Neighbour[]
  /** The settlements beside the token for which it doesn't count. */
  idle: readonly string[]
}

/** A settlement that a token counts for. */
export interface Neighbour {
  space: string
  /** How many land spaces around it would still be empty. */
  missing: number
  figures: Preview['standings']
}

const COUNTS = '.players .kinds'

/** The step to take now; null: there is none, for others play. */
export function guide({ position, own, choice, preview, advice, told }: Situation): Step | null {
  const step = (key: Step['key'], number: number, more: Partial<Step> = {}): Step => ({ key, number, spaces: [], why: [], neighbours: [], idle: [], ...more })
  if (position.phase === 'choose' || position.phase === 'over' || !own.legal.length) return null
  if (position.phase === 'draft') return step('draft', 1)
  if (!told) return step('goal', 1, { element: COUNTS })
  const laid = own.turn.map(({ move }) => move)
  const part = advice ? own.ply - advice.ply : -1
  const follows = advice && part >= 0 && part <= laid.length && laid.slice(laid.length - part).every((move, i) => move === advice.moves[i])
  const due = follows ? advice.moves[part] : undefined
  const [token = ''] = choice.picked
  if (due && due !== '/') {
    const [first = ''] = paths(due)[0] ?? []
    const about = { token: first, move: due, why: advice!.move.parts?.[part] ?? advice!.move.why, spaces: spacesOf(due) }
    if (!token) return step('pick', 2, { ...about, element: `.hand [data-token="${first}"]` })
    if (token === first && TOKEN.get(first)?.strength) return step('place', 3, { ...about, ...around(preview) })
  }
  if (token === 'X') return step('exchange_figures', 3, { token })
  if (token === 'T') return step('exchange_tokens', 3, { token })
  if (token) return step('anywhere', 3, { token, ...around(preview) })
  if (!laid.length) return step('choose', 2)
  return step(follows || !advice ? 'end' : 'fine', 4, { element: '[data-action=end]' })
}

/** Every settlement that a token counts for, with how its figures would stand. */
export function around(preview: Preview | null): Pick<Step, 'neighbours' | 'idle'> {
  const found = new Map<string, Neighbour>()
  for (const one of preview?.standings ?? []) {
    const there = found.get(one.space) ?? { space: one.space, missing: one.missing, figures: [] }
    there.figures.push(one)
    found.set(one.space, there)
  }
  return { neighbours: [...found.values()], idle: preview?.idle ?? [] }
}

/** How a figure would stand: whether it is mine, a person's or no one's, or who leads. */
export function standing({ captured, leads, mine, best }: Pick<Preview['standings'][number], 'captured' | 'leads' | 'mine' | 'best'>): 'yours' | 'theirs' | 'nobodys' | 'lead' | 'behind' | 'tie' {
  if (captured) return leads ? 'yours' : mine === best ? 'nobodys' : 'theirs'
  return leads ? 'lead' : mine === best ? 'tie' : 'behind'
}
