import { describe, expect, it } from 'vitest'
import type { GameInfo } from '../protocol'
import { CLOCKS, wished } from './next'

const games = [
  { name: 'one', players: [2, 3, 4] },
  { name: 'two', players: [3, 4] },
] as GameInfo[]

describe('a wish for the next person', () => {
  it('is at first for the fewest players of the first game, at one sitting', () => {
    expect(wished(games, {})).toEqual({ game: 'one', players: 2, clock: 0 })
  })
  it('is what was wished for last', () => {
    expect(wished(games, { game: 'two', players: 4, clock: 2 })).toEqual({ game: 'two', players: 4, clock: 2 })
  })
  it('is changed where it can no longer be had', () => {
    expect(wished(games, { game: 'gone', players: 5, clock: CLOCKS.length })).toEqual({ game: 'one', players: 2, clock: 0 })
    expect(wished(games, { game: 'two', players: 2, clock: -1 })).toEqual({ game: 'two', players: 3, clock: 0 })
  })
})
