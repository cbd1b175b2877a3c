// What the coach says in a first game: the goal, then one step at a time: what this decision is about, what one's own
// missions make of it, and the move that a hint would show.
import type { Choice } from '../moves/choice'
import type { Position, Private } from '../protocol'

/** A first game is long: after this many of one's own decisions the coach is gone. */
export const DECISIONS = 40

/** Sentences by their keys in the section `coach`, with what they name: notation, to be put into words. */
export interface Advice {
  key: string
  /** A mission of the hand. */
  mission?: string
  places?: string[]
  /** The most one can pay. */
  purse?: number
}

/** Everything the coach looks at. */
export interface Situation {
  position: Position
  own: Private
  choice: Choice
  /** Whether it is one's own decision. */
  active: boolean
  /** Whether something was just refused. */
  refused: boolean
}

/** A step of the first game. */
export interface Step {
  key: 'goal' | 'choose' | 'more' | 'send' | 'fine'
  number: number
  advice: Advice[]
  /** The move that a hint would show. */
  move?: string
}

export const STEPS = 3

/** The step to take now; null: others decide. */
export function guide(situation: Situation & { /** Whether the goal has been told. */ told: boolean; /** The best move that was found for this decision. */ counsel: string | null }): Step | null {
  const { position, own, choice, active, told, counsel } = situation
  if (position.phase === 'over' || !active || !own.task) return null
  if (!told) return { key: 'goal', number: 1, advice: [] }
  const good = counsel !== null && own.moves.some(({ move }) => move === counsel) ? { move: counsel } : {}
  if (choice.move) return { key: !counsel || choice.move === counsel ? 'send' : 'fine', number: 3, advice: [], ...good }
  if (choice.picked.length) return { key: 'more', number: 2, advice: [], ...good }
  return { key: 'choose', number: 2, advice: advise(situation), ...good }
}

/** What to say now; nothing when the game is over. */
export function advise({ position, own, choice, active, refused }: Situation): Advice[] {
  if (position.phase === 'over') return []
  const kind = own.task?.kind
  if (!active || !kind) return [{ key: 'wait' }]
  if (refused) return [{ key: 'why' }]
  if (choice.move) return [{ key: 'send' }]
  if (choice.picked.length) return [{ key: 'more' }]
  return [{ key: kind, purse: own.purse }, ...(EXTRA[kind]?.(position, own) ?? [])]
}

/** Kind of decision → what the position adds to it. */
const EXTRA: Record<string, (position: Position, own: Private) => Advice[]> = {
  place: (position, own) => [...forMission(own), ...patrolled(position)],
  activate: (_, own) => own.missions.filter(({ moves }) => moves.length).slice(0, 1).map(({ code }) => ({ key: 'ready', mission: code })),
  lose: (_, own) => (own.moves.some(({ move }) => move === 'bless') ? [{ key: 'bless' }] : []),
}

/** The mission that lacks nothing but disciples, the fewest first, and where they are missing. */
function forMission(own: Private): Advice[] {
  const near = own.missions.filter(({ missing }) => missing).sort((a, b) => a.missing! - b.missing!)[0]
  if (!near) return []
  const places = near.standard.needs.flatMap(({ kind, met, name }) => (kind === 'district' && !met ? [name!] : []))
  return [{ key: 'needed', mission: near.code, places }]
}

/** Where the patrol will stop in this round. */
function patrolled({ patrol }: Position): Advice[] {
  return patrol.has_moved ? [] : [{ key: 'patrol', places: [patrol.ahead.at(-1) ?? patrol.district] }]
}
