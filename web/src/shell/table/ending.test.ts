import { describe, expect, it } from 'vitest'
import type { Player } from '../lib/sentences'
import type { LogEntry, SeatInfo, TableInfo, Wire } from '../protocol'
import { missed, verdict } from './ending'

const seat = (lost: SeatInfo['lost'] = ''): SeatInfo => ({ who: 'person', name: '', here: true, left: false, lost })
const names = (seat: number): string => ['Ayame', 'Bo', 'Chie'][seat]!
const to = (you: number): Player => Object.assign((seat: number) => names(seat), { you })
const table = (mine: number[], ...seats: SeatInfo[]): TableInfo => ({ mine, seats }) as TableInfo

describe('the end of a game', () => {
  it('is told as ever when nobody gave up', () => {
    expect(verdict(table([], seat(), seat()), [0], names)).toBe('Ayame won.')
    expect(verdict(table([0], seat(), seat()), [0], to(0))).toBe('You won.')
    expect(verdict(table([], seat(), seat()), [0, 1], names)).toBe('Ayame and Bo share the victory.')
    expect(verdict(table([0], seat(), seat()), [0, 1], to(0))).toBe('You and Bo share the victory.')
    expect(verdict(table([2], seat(), seat(), seat()), [0, 1, 2], to(2))).toBe('You, Ayame, and Bo share the victory.')
  })

  it('says plainly who lost by rule', () => {
    expect(verdict(table([1], seat(), seat('time')), [0], names)).toBe('You ran out of time three times in a row. Ayame won.')
    expect(verdict(table([0], seat(), seat('resigned')), [0], to(0))).toBe('Bo resigned. You won.')
    expect(verdict(table([], seat(), seat('resigned')), [0], names)).toBe('Bo resigned. Ayame won.')
  })

  it('names no winner where somebody gave up against programs', () => {
    expect(verdict(table([0], seat('resigned'), seat(), seat()), [], names)).toBe('You resigned.')
  })

  it('names the seat at a table of one person on several seats', () => {
    expect(verdict(table([0, 1], seat('resigned'), seat()), [1], names)).toBe('Ayame resigned. Bo won.')
  })
})

describe('what was played for somebody', () => {
  const entry = (ply: number, seat: number, by = ''): LogEntry<Wire> => ({ ply, seat, move: '', events: [], by })

  it('is what came after the last move of one’s own', () => {
    const log = [entry(0, 0, 'greedy'), entry(1, 1), entry(2, 0), entry(3, 1), entry(4, 0, 'greedy'), entry(5, 0, 'greedy'), entry(6, 1)]
    expect(missed(log, 0).map(({ ply }) => ply)).toEqual([4, 5])
    expect(missed(log, 1)).toEqual([])
    expect(missed([], 0)).toEqual([])
  })
})
