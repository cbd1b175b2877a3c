import { describe, expect, it } from 'vitest'
import type { TableInfo } from '../protocol'
import { fits, inOrder, paceOf, secondsLeft } from './lobby'

const DAY = 86_400
const table = (id: string, change: Partial<TableInfo> = {}): TableInfo =>
  ({ id, game: 'draughts', status: 'playing', seats: [], mine: [0], to_move: [0], unready: [], clock: null, updated: 1000, ...change }) as unknown as TableInfo
const days = { per: 'move' as const, seconds: 3 * DAY, increment: 0 }

describe('one’s own games', () => {
  it('come in order of whose turn it is, how little time is left, and who has waited longest', () => {
    const tables = [
      table('theirs', { to_move: [1], updated: 9000 }),
      table('long ago', { updated: 10 }),
      table('just now', { updated: 8000 }),
      table('days', { clock: days, updated: 500 }),
      table('more days', { clock: { ...days, seconds: 9 * DAY }, updated: 20 }),
      table('theirs before', { to_move: [1], updated: 30 }),
    ]
    expect(inOrder(tables, 10_000).map(({ id }) => id)).toEqual(['days', 'more days', 'long ago', 'just now', 'theirs', 'theirs before'])
  })

  it('press only where a turn has days', () => {
    expect(secondsLeft(table('x', { clock: days }), 1000 + DAY)).toBe(2 * DAY)
    expect(secondsLeft(table('x', { clock: days }), 99 * DAY)).toBe(0)
    expect(secondsLeft(table('x', { clock: days, unready: [1] }), 2000)).toBeNull()
    expect(secondsLeft(table('x', { clock: { per: 'game', seconds: 2 * DAY, increment: 0 } }), 2000)).toBeNull()
    expect(secondsLeft(table('x'), 2000)).toBeNull()
  })
})

describe('open tables', () => {
  it('are found by game and pace', () => {
    const live = table('live', { clock: { per: 'game', seconds: 300, increment: 5 } })
    expect([table('x').clock, live.clock, days].map(paceOf)).toEqual(['none', 'live', 'days'])
    expect(fits(live, { game: '', pace: '' })).toBe(true)
    expect(fits(live, { game: 'draughts', pace: 'live' })).toBe(true)
    expect(fits(live, { game: 'go', pace: '' })).toBe(false)
    expect(fits(live, { game: '', pace: 'days' })).toBe(false)
  })
})
