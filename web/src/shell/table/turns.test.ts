import { describe, expect, it } from 'vitest'
import { keep, turns } from './turns'

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
})
