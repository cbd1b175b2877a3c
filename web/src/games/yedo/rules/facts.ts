// Costs, limits and supplies for the sentences of the rules: every number comes from the game's own reference.
import type { Reference } from '../protocol'

export type Facts = Record<string, string | number>
/** The words that facts are told in. */
type Say = (key: string, values: Facts) => string

/** What can be done on each place, in the order of its lines on the board. */
export const PLACES: Record<string, string[]> = {
  'castle-prestige': ['prestige'],
  'castle-mission': ['mission'],
  garden: ['garden'],
  gates: ['recruit', 'sell', 'look_action'],
  tavern: ['build', 'look_weapon', 'trade_all'],
  harbor: ['church', 'honour', 'look_bonus'],
  redlight: ['geisha', 'draw'],
  market: ['buy', 'pawn', 'trade_weapons'],
  temple: ['blessing', 'look_mission', 'look_event'],
  yashiki: ['swap_mission', 'as_geisha'],
  karesansui: ['look_any', 'as_blessing'],
  dojo: ['swap_weapon', 'income'],
  kobudo: ['swap_action', 'school'],
}
/** What costs or brings something. */
export const PRICED = new Set(['recruit', 'sell', 'build', 'honour', 'geisha', 'draw', 'buy', 'pawn'])
export const PHASES = ['preparation', 'bidding', 'event', 'assignment', 'patrol', 'trading', 'action'] as const
/** What the limits of a clan are called in the reference, and the two that follow from the pieces. */
export const LIMITS = ['missions', 'actions', 'bonuses', 'weapons', 'geishas', 'reserve'] as const
export const SINGLE = ['annexes', 'blessings'] as const

/** What a mission can bring, in the order of the quick reference. */
export const REWARDS = ['prestige', 'mon', 'blessing', 'action', 'mission', 'bonus', 'weapon', 'reserve', 'swap_patrol', 'church'] as const

/** Everything that the sentences name; `prices` are those of the moment, where there is one. */
export function factsOf({ board, cards }: Pick<Reference, 'board' | 'cards'>, say: Say, nameOf: (word: string) => string, prices: Record<string, number> = {}, market: number[] = board.market): Facts {
  const { start, limits } = board
  const rates = (found: Record<string, number>): string => Object.entries(found).map(([prestige, mon]) => say('rules.rate', { prestige, mon })).join(', ')
  return {
    rounds: board.rounds,
    players: board.players,
    ...board.prices,
    ...prices,
    cheap: Math.min(...market),
    costly: Math.max(...market),
    sold: rates(board.sells),
    bought: rates(board.honours),
    money: start.money!,
    prestige: start.prestige!,
    church: start.church!,
    step_out: start.step_out!,
    blessings: start.blessings!,
    geishas: start.geishas!,
    annexes: start.annexes!,
    disciples: start.disciples!,
    home: start.disciples! - limits.reserve!,
    reserve: limits.reserve!,
    dealt: start.missions!,
    dear: start.dear!,
    drawn: start.drawn!,
    won: start.won!,
    blackmail: start.blackmail!,
    trade: limits.trade!,
    offers: limits.offers!,
    reserve_always: limits.reserve_always ? 'yes' : 'no',
    cancel: cards.filter(({ time }) => time === 'reaction').map(({ name }) => name).join(', '),
    patrol_start: nameOf(board.patrol_start),
  }
}
