import { describe, expect, it } from 'vitest'
import type { Captured, LogEntry } from '../types'
import { turns } from '../../../shell/table/turns'
import { lastTurns, rewind } from './rewind'

const settlement = (figures: string) => ({ figures, influence: [[0], [0], [0]], winners: [null, null, null], missing: [] })
const captured = (space: string, figure: string): Captured => ({ space, figure, influence: [1], tokens: [[]], winner: 0 })
const entry = (ply: number, seat: number, move: string, events: Captured[] = []): LogEntry => ({ ply, seat, move, events })

describe('showing a turn again', () => {
  const log = [
    entry(0, 0, 'S3n13'),
    entry(1, 0, '/'),
    entry(2, 1, 'Xm13B-o10H'),
    entry(3, 1, 'S2o13', [captured('o14', 'H')]),
    entry(4, 1, '/'),
    entry(5, 0, 'Tn13-p13'),
  ]
  const now = {
    phase: 'turn',
    tokens: { n13: [0, 'T'], p13: [0, 'S3'], o13: [1, 'S2'] } as Record<string, [number, string]>,
    settlements: { m13: settlement('H'), o10: settlement('BR') },
  }
  it('takes a token exchange back', () => {
    expect(rewind(now, log, 5).tokens).toEqual({ n13: [0, 'S3'], o13: [1, 'S2'] })
  })
  it('puts captured figures back on the map', () => {
    const before = rewind(now, log, 3)
    expect(before.tokens).toEqual({ n13: [0, 'S3'] })
    expect(before.settlements.o14?.figures).toBe('H')
  })
  it('takes a figure exchange back', () => {
    const before = rewind(now, log, 2)
    expect(before.settlements.m13?.figures).toBe('B')
    expect(before.settlements.o10?.figures).toBe('HR')
  })
  it('reaches the empty board', () => expect(rewind(now, log, 0).tokens).toEqual({}))
  it('leaves the present untouched', () => expect(rewind(now, log, 6)).toMatchObject({ tokens: now.tokens }))
  it('cuts the log into turns', () => {
    expect(turns(log).map(({ seat, entries }) => [seat, entries.length])).toEqual([[0, 2], [1, 3], [0, 1]])
  })
  it('takes every figure put on the map as a turn', () => {
    const drafted = [entry(0, 0, 'H*o10'), entry(1, 1, 'B*l16'), entry(2, 0, 'R*o8')]
    expect(turns(drafted).length).toBe(3)
    expect(lastTurns(drafted, 1).get(0)).toEqual([drafted[2]])
  })
  it('finds the last ended turn of the others', () => {
    expect([...lastTurns(log, 0).keys()]).toEqual([1])
    expect([...lastTurns(log, null).keys()]).toEqual([0, 1])
  })
})
