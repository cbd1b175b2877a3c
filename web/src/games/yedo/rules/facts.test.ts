import { describe, expect, it } from 'vitest'
import de from '@words/yedo/de.toml'
import en from '@words/yedo/en.toml'
import { gaps } from '../../../../sentences'
import type { Board, Card } from '../protocol'
import { factsOf, LIMITS, PHASES, PLACES, PRICED, SINGLE } from './facts'

const board = {
  players: 4,
  rounds: 11,
  districts: [],
  lots: [],
  market: [8, 8, 8, 6, 6],
  prices: { recruit: 7, annex: 11, geisha: 8, geisha_prestige: 2, draw: 4, pawn: 2, school: 3 },
  sells: { 1: 3, 2: 5 },
  honours: { 1: 4, 3: 9 },
  limits: { missions: 4, actions: 3, bonuses: 2, weapons: 4, geishas: 3, reserve: 2, trade: 2, offers: 12, reserve_always: 1 },
  start: { money: 12, prestige: 1, church: 3, step_out: 3, blessings: 4, geishas: 6, annexes: 3, disciples: 4, copies: 5, missions: 4, dear: 3, drawn: 3, won: 2, blackmail: 2 },
  patrol_start: 'gates',
  patrol_from: 1,
} as unknown as Board
const cards = [{ name: 'Hush', time: 'reaction' }, { name: 'Haste', time: 'act' }] as Card[]
const say = (key: string, { prestige, mon }: Record<string, string | number>): string => `${key} ${prestige}:${mon}`
const facts = factsOf({ board, cards }, say, (word) => word.toUpperCase())

describe('the rules', () => {
  it('name only what the game knows', () => {
    for (const words of [en.rules!, de.rules!])
      for (const [key, text] of Object.entries(words))
        expect(['rate', 'players_n'].includes(key) ? [] : gaps(text).filter((gap) => facts[gap] === undefined), key).toEqual([])
  })

  it('have a sentence for every action, phase and limit', () => {
    const wanted = [
      ...Object.values(PLACES).flatMap((actions) => actions.map((action) => `does_${action}`)),
      ...[...PRICED].map((action) => `cost_${action}`),
      ...['action', 'bonus', 'weapon', 'annex', 'geisha', 'disciple', 'mission'].map((lot) => `brings_${lot}`),
      ...PHASES.flatMap((phase) => [`${phase}_1`, `${phase}_short`]),
      ...[...LIMITS, ...SINGLE].map((limit) => `limit_${limit}`),
    ]
    expect(wanted.filter((key) => !en.rules![key])).toEqual([])
  })

  it('tell prices of the moment where there are any', () => {
    expect(facts).toMatchObject({ recruit: 7, cheap: 6, costly: 8, home: 2, sold: 'rules.rate 1:3, rules.rate 2:5', patrol_start: 'GATES', cancel: 'Hush' })
    expect(factsOf({ board, cards }, say, String, { recruit: 9 }, [5, 5, 5, 3, 3])).toMatchObject({ recruit: 9, cheap: 3, annex: 11 })
  })
})
