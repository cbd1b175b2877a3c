// A table as it is being planned, and the message that sets it.
import { leading, strengths, type Options } from '../lib/catalogue.svelte'
import type { GameInfo, NewTable, SeatPlan } from '../protocol'
import { custom, PRESETS, type CustomClock } from '../parts/clock'

/** The preset clock of a game by post: a day for each turn. */
const BY_POST = PRESETS.findIndex(({ per, seconds }) => per === 'move' && seconds === 86_400)

export type Who = 'me' | 'here' | 'open' | 'program'
export interface PlannedSeat {
  who: Who
  /** For another person at this screen. */
  name: string
  program: string
}
export interface Plan {
  game: string
  seats: PlannedSeat[]
  /** Options of the game; those left out are as usual. */
  options: Options
  /** None, one of the presets by its number, or one's own. */
  clock: 'none' | 'custom' | number
  custom: CustomClock
  visibility: 'link' | 'public'
  hints: boolean
}

/** A table for me and as few programs as the game allows: it can be set as it is. */
export function usual({ name: game, players, usual_program: program }: GameInfo, options: Options = {}): Plan {
  return {
    game,
    seats: seated([{ who: 'me', name: '', program }], Math.min(...players)),
    options,
    clock: 'none',
    custom: { per: 'game', amount: 15, unit: 'minutes', increment: 10 },
    visibility: 'link',
    hints: true,
  }
}

/** Tables to start from: a first game, another person at this screen, one friend, a friend and a program, friends by post; as far as the game has room for them. */
export function starts(game: GameInfo, options: Options = {}): { name: 'first' | 'here' | 'friend' | 'mixed' | 'post'; plan: Plan }[] {
  const first = strengths(game.programs)[0]?.name ?? game.usual_program
  const fewest = Math.min(...game.players)
  const plan = (change: Partial<Plan>, ...who: Who[]): Plan => ({ ...usual(game, options), seats: who.map((each) => ({ who: each, name: '', program: game.usual_program })), ...change })
  const rest = (who: Who, players: number): Who[] => Array<Who>(players - 1).fill(who)
  const most = Math.min(4, Math.max(...game.players))
  const found = [
    { name: 'first' as const, plan: plan({}, 'me', ...rest('program', fewest)) },
    { name: 'here' as const, plan: plan({}, 'me', ...rest('here', fewest)) },
    { name: 'friend' as const, plan: plan({}, 'me', ...rest('open', fewest)) },
    { name: 'mixed' as const, plan: plan({}, 'me', 'program', 'open') },
    { name: 'post' as const, plan: plan({ clock: BY_POST }, 'me', ...rest('open', most)) },
  ]
  for (const seat of found[0]!.plan.seats) seat.program = first
  return found.filter(({ name, plan: { seats } }) => game.players.includes(seats.length) && !(name === 'post' && most === fewest))
}

/** The same table with another number of seats; who is added is like the last one. */
export function seated(seats: PlannedSeat[], players: number): PlannedSeat[] {
  const last = seats.at(-1)!
  const more = { ...last, who: last.who === 'me' ? ('program' as const) : last.who, name: '' }
  return Array.from({ length: players }, (_, seat) => seats[seat] ?? { ...more })
}

/** What I chose for a seat: I sit on one seat at most, others at this screen have names. */
export function placed(seats: PlannedSeat[], seat: number, change: Partial<PlannedSeat>): PlannedSeat[] {
  const before = seats[seat]!
  return seats.map((other, number) => {
    if (number === seat) return { ...other, ...change }
    // Who takes my seat from elsewhere leaves me the one it had.
    if (change.who === 'me' && other.who === 'me') return { ...other, who: before.who, name: before.name }
    return other
  })
}

/** The seats in another order, drawn by lot. */
export function drawn(seats: PlannedSeat[], random: () => number = Math.random): PlannedSeat[] {
  const rest = [...seats]
  return seats.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0]!)
}

/** What is remembered of the options for the next table: those that others depend on, such as an edition. */
export function remembered(game: GameInfo, options: Options): Options {
  const names = leading(game).map(({ name }) => name)
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)))
}

/** The message that sets the table. */
export function wanted(plan: Plan): NewTable {
  const seats = plan.seats.map(({ who, name, program }): SeatPlan => {
    if (who === 'program') return { who, program }
    if (who === 'open') return { who }
    return name.trim() ? { who: 'me', name: name.trim() } : { who: 'me' }
  })
  return {
    game: plan.game,
    seats,
    options: plan.options,
    clock: plan.clock === 'none' ? null : plan.clock === 'custom' ? custom(plan.custom) : PRESETS[plan.clock]!,
    visibility: plan.visibility,
    hints: plan.hints,
  }
}
