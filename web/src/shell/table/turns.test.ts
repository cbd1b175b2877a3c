import { describe, expect, it } from 'vitest'
import { keep, lastTurns, newMoves, turns } from './turns'

describe('turns', () => {
  const log = [{ seat: 0 }, { seat: 0 }, { seat: 1 }, { seat: 1 }]
  it('are the moves of one seat after the other', () => {
    expect(turns(log).map(({ seat, entries }) => [seat, entries.length])).toEqual([[0, 2], [1, 2]])
  })
  it('stay the same objects where nothing was added', () => {
    const before = turns(log.slice(0, 3))
    const now = keep(before, turns(log))
    expect(now[0]).toBe(before[0])
    expect(now[1]?.entries).toHaveLength(2)
  })
  it('of others that have ended, and what came since one\'s own did', () => {
    const log = [..."00/1/2"].map((move) => ({ move, seat: 0 })).map((entry, i) => ({ ...entry, seat: [0, 0, 0, 1, 1, 2][i]! }))
    const ends = ({ move }: { move: string }): boolean => move === '/'
    expect([...lastTurns(log, 0, ends)]).toEqual([[1, log.slice(3, 5)]])
    expect([...lastTurns(log, null, ends).keys()]).toEqual([0, 1])
    expect(newMoves(log, 0, ends)).toEqual(log.slice(3))
    expect(newMoves(log, null, ends)).toEqual(log.slice(5))
  })
})
