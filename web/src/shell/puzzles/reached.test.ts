import { describe, expect, it } from 'vitest'
import { changed } from '../lib/changes'
import type { Puzzle } from '../protocol'
import { toKeep } from './offline'
import { judged, standing } from './reached'

const puzzle = {
  studied: { position: { tokens: { a1: 'S1' } }, own: { legal: ['S2b1', 'S2b2', '/'] } },
  reached: [{ moves: ['S2b1'], changes: [[['position', 'tokens', 'b1'], 'S2'], [['own', 'legal'], [2, 3], []]] }],
  second: ['S2b2'],
  answer: { is_solved: false, is_second: false, solution: ['S2b1', 'B4c1'], why: [], why_solution: [['because']], worth: 0.9, second_worth: 0.4 },
} as unknown as Puzzle

describe('what a partial turn changes', () => {
  it('is set, removed, kept and added, and leaves the first position alone', () => {
    const first = { a: { b: 1, c: 2 }, list: [1, 2, 3, 4] }
    const found = changed(first, [[['a', 'b']], [['a', 'd'], { e: [] }], [['list'], [0, 1, 2, 4], [9]]])
    expect(found).toEqual({ a: { c: 2, d: { e: [] } }, list: [1, 3, 4, 9] })
    expect(first).toEqual({ a: { b: 1, c: 2 }, list: [1, 2, 3, 4] })
  })
  it('can be empty: a value may be null, and a list as well', () => {
    expect(changed({ a: 1, b: [1] }, [[['a'], null], [['b'], [], []]])).toEqual({ a: null, b: [] })
  })
  it('is known for the turns that were sent, and not for others', () => {
    const after = standing(puzzle)
    expect(after([])).toEqual(puzzle.studied)
    expect(after(['S2b1'])).toEqual({ position: { tokens: { a1: 'S1', b1: 'S2' } }, own: { legal: ['/'] } })
    expect(after(['S2b2'])).toBeNull()
  })
})

describe('a turn judged without the server', () => {
  it('is the solution in any order, the second best one, or neither', () => {
    const said = (...moves: string[]): boolean[] => [judged(puzzle, moves).is_solved, judged(puzzle, moves).is_second]
    expect(said('B4c1', 'S2b1')).toEqual([true, false])
    expect(said('S2b2')).toEqual([false, true])
    expect(said('S2b1')).toEqual([false, false])
    expect(judged(puzzle, []).why_solution).toEqual([['because']])
  })
})

describe('puzzles to keep', () => {
  const puzzles = Array.from({ length: 100 }, (_, i) => ({ id: `p${i}`, rating: 600 + 10 * i, themes: [], players: 2 }))
  it('are those of the coming days first, then the closest that were never tried', () => {
    const ids = toKeep(puzzles, '2026-11-17', 1000, { p40: true })
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(32)
    expect(ids).toContain('p39')
    expect(ids).not.toContain('p40')
  })
  it('are as many as there are', () => {
    expect(toKeep(puzzles.slice(0, 3), '2026-11-17', 1000, {})).toHaveLength(3)
    expect(toKeep([], '2026-11-17', 1000, {})).toEqual([])
  })
})
