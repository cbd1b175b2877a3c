import { describe, expect, it } from 'vitest'
import { flightsOf } from './flights'
import type { Fact } from '../protocol'

const of = (move: string, ...facts: Fact[]): string[] => flightsOf(move, { facts }).map(({ what, from, to }) => `${what} ${from} ${to}`)

describe('flights', () => {
  it('carry money to the place of an action, and what it buys to the clan', () => {
    expect(
      of('buy 4', { what: 'MonChanged', seat: 1, number: -2 }, { what: 'WeaponsChanged', seat: 1, gained: ['katana'] }, { what: 'DisciplesChanged', seat: 1, place: 'market', number: -1 }, { what: 'MarketFieldEmptied', number: 4 }),
    ).toEqual(['mon seat:1 spot:market', 'mon seat:1 spot:market', 'katana stall:4 seat:1', 'piece-1 spot:market seat:1'])
  })
  it('go between the clans that trade, once', () => {
    expect(
      of('accept', { what: 'MonChanged', seat: 0, number: 1 }, { what: 'MonChanged', seat: 2, number: -1 }, { what: 'WeaponsChanged', seat: 0, lost: ['yumi'] }, { what: 'WeaponsChanged', seat: 2, gained: ['yumi'] }, { what: 'CardGiven', seat: 2, other: 0, pile: 'action', cards: ['?'] }),
    ).toEqual(['mon seat:2 seat:0', 'yumi seat:0 seat:2', 'action seat:2 seat:0'])
  })
  it('bring the arrested behind bars, and let the others go home', () => {
    expect(
      of('pass', { what: 'DiscipleArrested', seat: 3, place: 'tavern' }, { what: 'DisciplesChanged', seat: 3, place: 'tavern', number: -1 }, { what: 'DisciplesChanged', seat: 2, place: 'gates', number: -1 }),
    ).toEqual(['piece-3 spot:tavern jail:3', 'piece-2 spot:gates seat:2'])
  })
  it('move a disciple from place to place when a card does', () => {
    expect(of('pass', { what: 'DisciplesChanged', seat: 1, place: 'gates', number: -1 }, { what: 'DisciplesChanged', seat: 1, place: 'temple', number: 1 })).toEqual(['piece-1 spot:gates spot:temple'])
  })
  it('never send more than a handful of coins', () => {
    expect(of('church', { what: 'MonChanged', seat: 0, number: 17 })).toHaveLength(5)
  })
})
