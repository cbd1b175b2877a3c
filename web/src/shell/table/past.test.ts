import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../protocol'
import { Past } from './past'

const entry = (ply: number, changes?: unknown[][]): LogEntry => ({ ply, seat: 0, move: '', events: [], ...(changes ? { changes } : {}) })
const past = (): Past => {
  const made = new Past()
  made.take({ n: 2, list: [1, 2] }, [entry(0, [[['n'], 1], [['list'], [0, 1], []]]), entry(1)], 2)
  return made
}

describe('how the table stood', () => {
  it('is known after each of several moves', () => {
    expect(past().at(1)).toEqual({ n: 1, list: [1] })
    expect(past().at(2)).toEqual({ n: 2, list: [1, 2] })
    expect(past().at(0)).toBeUndefined()
  })
  it('is told again of old moves', () => {
    const made = past()
    made.take({ n: 9 }, [], 9)
    made.recall({ type: 'recalled', id: '', position: { n: 3 }, log: [entry(3, [[['n'], 4]]), entry(4, [[['n'], 5]])] })
    expect([3, 4, 5, 6].map(made.at)).toEqual([{ n: 3 }, { n: 4 }, { n: 5 }, undefined])
    expect(made.at(9)).toEqual({ n: 9 })
  })
  it('forgets moves that were taken back', () => {
    const made = past()
    made.take({ n: 9 }, [], 4)
    made.take({ n: 3 }, [entry(2)], 3)
    expect([made.at(2), made.at(3), made.at(4)]).toEqual([{ n: 2, list: [1, 2] }, { n: 3 }, undefined])
  })
  it('is that of the message for its last moves, and for all of an older server', () => {
    const made = new Past()
    made.take({ n: 3 }, [entry(0, [[['n'], 1]]), entry(1), entry(2)], 3)
    expect([1, 2, 3].map(made.at)).toEqual([{ n: 1 }, { n: 3 }, { n: 3 }])
  })
})
