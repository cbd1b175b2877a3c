import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../protocol'
import { momentOf, turnEnds, turnFrom, within } from './moments'

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
})
