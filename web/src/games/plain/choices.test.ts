import { describe, expect, it } from 'vitest'
import { found, grouped, type Button } from './choices'

const choice = (move: string, text: string): Button => ({ move, text, group: move.split(' ')[0]! })
const moves = [choice('take red', 'Take a red mission'), choice('bid 3 gates', 'Bid 3 Mon at the gates'), choice('take black', 'Take a black mission')]

describe('the legal moves', () => {
  it('are found by every word typed, in words or notation', () => {
    expect(found(moves, '')).toEqual(moves)
    expect(found(moves, ' RED  take ').map(({ move }) => move)).toEqual(['take red'])
    expect(found(moves, 'bid 3').map(({ move }) => move)).toEqual(['bid 3 gates'])
    expect(found(moves, 'nothing')).toEqual([])
  })

  it('stand together by kind', () => {
    expect(grouped(moves).map(({ name, moves: all }) => [name, all.length])).toEqual([
      ['take', 2],
      ['bid', 1],
    ])
  })
})
