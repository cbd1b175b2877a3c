import { describe, expect, it } from 'vitest'
import type { LogEntry, Review } from '../protocol'
import { momentOf, restOfTurn, stops, swing, turnEnds, turnFrom, within } from './moments'

const log: LogEntry[] = [
  [0, 'S1n13'],
  [0, 'V1n16'],
  [0, '/'],
  [1, 'R4o13'],
  [1, '/'],
  [0, 'S2p13'],
].map(([seat, move], ply) => ({ ply, seat: seat as number, move: move as string, events: [] }))

describe('the film of a game', () => {
  it('finds the moment of an address, and the beginning where none is named', () => {
    expect(momentOf('#4', 6)).toBe(4)
    expect(momentOf('#99', 6)).toBe(6)
    for (const hash of ['', '#', '#x', '#-1', '#1.5', '#99999999']) expect(momentOf(hash, 6)).toBe(0)
  })

  it('stays between nothing and all moves', () => {
    expect([-3, 2.4, 9, NaN].map((at) => within(at, 6))).toEqual([0, 2, 6, 0])
  })

  it('goes from turn to turn', () => {
    expect(turnEnds(log)).toEqual([3, 5, 6])
    expect([0, 1, 3, 5, 6].map((at) => turnFrom(log, at, true))).toEqual([3, 3, 5, 6, 6])
    expect([6, 5, 4, 3, 0].map((at) => turnFrom(log, at, false))).toEqual([5, 3, 3, 0, 0])
  })

  it('takes every figure that is put on the map as a turn of its own', () => {
    const draft = log.slice(0, 3).map((entry, ply) => ({ ...entry, ply, seat: ply, move: 'H*o10' }))
    expect(turnEnds(draft)).toEqual([1, 2, 3])
  })

  it('stops at costly moves and at turning points without one', () => {
    const means = [0.5, 0.5, 0.4, 0.7, 0.7, 0.7]
    const moves = means.map((mean, ply) => ({ ply, is_costly: ply === 1, chances: [{ mean }, { mean: 1 - mean }] }))
    const review = { start: [{ mean: 0.6 }, { mean: 0.4 }], moves, turning_points: [2, 4] } as never as Review
    expect(stops(review, log)).toEqual([2, 5])
    expect(swing(review, log, 3)).toEqual({ seat: 0, from: 0.6, to: 0.4 })
    expect(swing(review, log, 5)).toMatchObject({ from: 0.4, to: 0.7 })
  })

  it('knows the rest of a turn', () => {
    expect(restOfTurn(log, 1).map(({ move }) => move)).toEqual(['V1n16', '/'])
    expect(restOfTurn(log, 5).length).toBe(1)
  })
})
