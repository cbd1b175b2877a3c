import { describe, expect, it } from 'vitest'
import type { GameInfo, OptionInfo } from '../protocol'
import { CLOCKS, wished } from './next'

const games = [
  { name: 'one', players: [2, 3, 4], options: [] as OptionInfo[] },
  {
    name: 'two',
    players: [3, 4],
    options: [
      { name: 'edition', values: [{ value: 'a' }, { value: 'b' }], default: 'a', defaults: [] },
      { name: 'captures', values: [{ value: 'now' }, { value: 'later' }], default: null, defaults: [{ when: { edition: 'a' }, value: 'now' }] },
    ] as unknown as OptionInfo[],
  },
] as GameInfo[]

describe('a wish for the next person', () => {
  it('is at first for the fewest players of the first game, at one sitting', () => {
    expect(wished(games, {})).toEqual({ game: 'one', players: 2, clock: 0, options: {} })
  })
  it('is what was wished for last', () => {
    const last = { game: 'two', players: 4, clock: 2, options: { edition: 'b' } }
    expect(wished(games, last)).toEqual(last)
  })
  it('is changed where it can no longer be had', () => {
    expect(wished(games, { game: 'gone', players: 5, clock: CLOCKS.length })).toEqual({ game: 'one', players: 2, clock: 0, options: {} })
    expect(wished(games, { game: 'two', players: 2, clock: -1, options: { edition: 'gone', captures: 'later' } })).toEqual({ game: 'two', players: 3, clock: 0, options: { edition: 'a' } })
  })
  it('keeps the edition of one game from another', () => {
    expect(wished(games, { game: 'gone', options: { edition: 'b' } }).options).toEqual({})
  })
})
