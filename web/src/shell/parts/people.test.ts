import { describe, expect, it } from 'vitest'
import type { SeatInfo, TableInfo } from '../protocol'
import { ago, daysAgo, details, others, playerName, seatName, status } from './people'
import { readRecord } from './records'

const seat = (who: SeatInfo['who'], name = ''): SeatInfo => ({ who, name, here: true, left: false })
const table = (change: Partial<TableInfo>): TableInfo =>
  ({
    game: 'draughts', // no other test describes it
    status: 'playing',
    seats: [seat('person', 'Host'), seat('program', 'level3')],
    mine: [0],
    to_move: [1],
    winners: [],
    options: {},
    clock: null,
    ply: 9,
    ...change,
  }) as TableInfo

describe('a table in a few words', () => {
  it('tells whose turn it is', () => {
    expect(status(table({}))).toBe('Level 3 to move')
    expect(status(table({ to_move: [0] }))).toBe('Your turn')
  })

  it('tells how many are missing', () => {
    const seats = [seat('person', 'Host'), seat('open'), seat('open')]
    expect(status(table({ status: 'waiting', seats }))).toBe('waits for 2 more players')
    expect(status(table({ status: 'waiting', seats: seats.slice(1) }))).toBe('waits for 2 more players')
    expect(status(table({ status: 'waiting', seats: seats.slice(0, 2) }))).toBe('waits for one more player')
  })

  it('tells who won', () => {
    expect(status(table({ status: 'over', to_move: [], winners: [0] }))).toBe('you won')
    expect(status(table({ status: 'over', to_move: [], winners: [0, 1] }))).toBe('winner: you and Level 3')
  })

  it('tells who gave up or was too late, and names no program as winner for another person', () => {
    const over = { status: 'over' as const, to_move: [] }
    const friend = { ...seat('person', 'Bo'), program: 'greedy' }
    expect(status(table({ ...over, seats: [{ ...seat('person'), lost: 'time' }, friend], winners: [1] }))).toBe('winner: Bo · you ran out of time')
    expect(status(table({ ...over, seats: [seat('person'), { ...friend, lost: 'resigned' }], winners: [0] }))).toBe('you won · Bo resigned')
    const programs = [{ ...seat('person'), lost: 'resigned' as const }, seat('program', 'level3'), seat('program', 'level3')]
    expect(status(table({ ...over, seats: programs }))).toBe('you resigned')
    expect(status(table({ ...over, seats: programs.slice(1), mine: [], winners: [0, 1] }))).toBe('winner: Level 3 (Red) and Level 3 (Blue)')
  })

  it('names the players of an uploaded record by their colours', () => {
    const record = table({ status: 'record', seats: [seat('open'), seat('open')], mine: [], to_move: [], winners: [1] })
    expect(playerName(record, 0)).toBe('Red')
    expect(status(record)).toBe('winner: Blue')
  })

  it('names every kind of seat', () => {
    expect([seat('person', 'Friend'), seat('person'), seat('open')].map((one) => seatName(one, 'go'))).toEqual(['Friend', 'Guest', '…'])
  })

  it('calls several people at one screen by their names, never “you, you”', () => {
    const hot = table({ seats: [seat('person', 'Anna'), seat('person')], mine: [0, 1], to_move: [0] })
    expect(others(hot)).toBe('Anna and Blue')
    expect(status(hot)).toBe('Anna to move')
    expect(status({ ...hot, status: 'over', to_move: [], winners: [1] })).toBe('winner: Blue')
    expect(others(table({}))).toBe('Level 3')
    const guests = { ...hot, seats: [seat('person', 'Guest 1'), seat('person', 'Guest 1')] }
    expect(others(guests)).toBe('Red and Blue')
  })

  it('tells the clock and how far the game has got', () => {
    expect(details(table({}))).toBe('9 moves')
    expect(details(table({ clock: { per: 'move', seconds: 120 } as TableInfo['clock'] }))).toBe('2 minutes per turn · 9 moves')
    expect(details(table({ status: 'waiting', clock: { per: 'game', seconds: 86_400 } as TableInfo['clock'] }))).toBe('1 day per game')
  })

  it('tells how long ago something was', () => {
    expect([5, 60, 7300, 86_400].map((past) => ago(1_000_000 - past, 1_000_000))).toEqual([
      'now',
      '1 minute ago',
      '2 hours ago',
      'yesterday',
    ])
    const now = Date.parse('2026-11-17T23:00Z')
    expect(['2026-11-18', '2026-11-17', '2026-11-16', '2026-11-01'].map((day) => daysAgo(day, now))).toEqual([
      'today',
      'today',
      'yesterday',
      '16 days ago',
    ])
  })
})

describe('a file with a record', () => {
  it('is read as JSON, alone or as one line', () => {
    expect(readRecord('{"game": "go"}\n')).toEqual({ game: 'go' })
  })

  it('is refused with the reason when it is something else', () => {
    expect(() => readRecord('{}\n{}\n{}')).toThrow('3 records')
    for (const text of ['', 'text', '[1]', '7', 'null', '[]\n[]']) expect(() => readRecord(text)).toThrow('isn’t a JSON object')
  })
})
