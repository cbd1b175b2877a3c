import { describe, expect, it } from 'vitest'
import type { Chance, LogEntry, ReviewedTurn } from '../protocol'
import { curveOf, momentOf, spansOf, turnAt, turnFrom, within } from './moments'

const log: LogEntry[] = [0, 0, 0, 1, 1, 0].map((seat, ply) => ({ ply, seat, move: 'S1n13', events: [] }))
const spans = spansOf(log)

describe('the moments of a game', () => {
  it('finds the moment of an address, and the beginning where none is named', () => {
    expect(momentOf('#4', 6)).toBe(4)
    expect(momentOf('#99', 6)).toBe(6)
    for (const hash of ['', '#', '#x', '#-1', '#1.5', '#99999999', '#analysis']) expect(momentOf(hash, 6)).toBe(0)
  })

  it('stays between nothing and all moves', () => {
    expect([-3, 2.4, 9, NaN].map((at) => within(at, 6))).toEqual([0, 2, 6, 0])
  })

  it('goes from turn to turn, and knows the turn of a moment', () => {
    expect(spans.map(({ since, until }) => [since, until])).toEqual([[0, 3], [3, 5], [5, 6]])
    expect([0, 1, 3, 5, 6].map((at) => turnFrom(spans, at, true))).toEqual([3, 3, 5, 6, 6])
    expect([6, 5, 4, 3, 0].map((at) => turnFrom(spans, at, false))).toEqual([5, 3, 3, 0, 0])
    expect([0, 1, 3, 4, 6].map((at) => turnAt(spans, at))).toEqual([-1, 0, 0, 1, 2])
    expect(spansOf([])).toEqual([])
  })

  it('draws what was looked at closely over the outline', () => {
    const chance = (mean: number): Chance[] => [{ mean, low: mean, high: mean }]
    const outline = { spans, points: [0, 3, 6].map((ply) => ({ ply, chances: chance(0.5) })), order: [1, 0, 2] }
    const turn = { since: 3, until: 5, before: chance(0.4), after: chance(0.7) } as ReviewedTurn
    expect(curveOf(outline, [turn]).map(({ ply, chances }) => [ply, chances[0]!.mean])).toEqual([[0, 0.5], [3, 0.4], [5, 0.7], [6, 0.5]])
  })
})
