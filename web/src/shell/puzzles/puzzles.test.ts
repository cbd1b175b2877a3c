import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PuzzleInfo } from '../protocol'
import { nextPuzzle } from './choosing'
import { daily, dayOf, streak, week } from './days'
import { BEGINNER, chance, rated } from './rating'
import { read, Solver } from './solver.svelte'

describe('a rating against puzzles', () => {
  it('rises by more for a harder puzzle, and moves less the better it is known', () => {
    const [easy, hard] = [600, 1600].map((puzzle) => rated(BEGINNER, puzzle, true).mean - BEGINNER.mean) as [number, number]
    expect(hard).toBeGreaterThan(easy)
    expect(easy).toBeGreaterThan(0)
    const known = { mean: 1000, deviation: 60 }
    expect(rated(known, 1000, false).mean).toBeGreaterThan(rated(BEGINNER, 1000, false).mean)
    expect(chance(BEGINNER, BEGINNER.mean)).toBe(0.5)
  })

  it('finds the strength of somebody who solves as a player of 1400 would', () => {
    const puzzles = Array.from({ length: 400 }, (_, i) => 800 + (i * 37) % 1200)
    let rating = BEGINNER
    puzzles.forEach((puzzle, i) => (rating = rated(rating, puzzle, ((i * 61) % 100) / 100 < chance({ mean: 1400, deviation: 50 }, puzzle))))
    expect(Math.abs(rating.mean - 1400)).toBeLessThan(120)
    expect(rating.deviation).toBeLessThan(70)
  })
})

describe('days', () => {
  it('have one puzzle each, and come round again', () => {
    const puzzles = ['a', 'b', 'c']
    const found = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'].map((day) => daily(puzzles, day))
    expect(new Set(found.slice(0, 3)).size).toBe(3)
    expect(found[3]).toBe(found[0])
    expect(daily([], '2026-11-17')).toBeUndefined()
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  })

  it('in a row are a streak, which today need not have yet', () => {
    expect(streak(['2026-11-15', '2026-11-16'], '2026-11-17')).toBe(2)
    expect(streak(['2026-11-15', '2026-11-16', '2026-11-17'], '2026-11-17')).toBe(3)
    expect(streak(['2026-11-14', '2026-11-15'], '2026-11-17')).toBe(0)
    expect(streak(['2026-02-28', '2026-03-01'], '2026-03-01')).toBe(2)
    expect(week('2026-11-17')).toHaveLength(7)
    expect(week('2026-11-17').at(-1)).toBe('2026-11-17')
  })
})

describe('the next puzzle', () => {
  const puzzles: PuzzleInfo[] = [600, 1000, 1400].map((rating, i) => ({ id: `p${i}`, rating, themes: [i ? 'ship' : 'capture'], players: 2 }))
  const next = (theme: string, tried: Record<string, boolean>, now = ''): string | undefined => nextPuzzle(puzzles, theme, 1000, tried, now, () => 0)?.id

  it('is about the theme, near the rating, and new as long as there are new ones', () => {
    expect(next('', {})).toBe('p1')
    expect(next('', { p1: true })).toBe('p0')
    expect(next('ship', { p1: true })).toBe('p2')
    expect(next('', { p0: true, p1: true, p2: false })).toBe('p2')
    expect(next('', { p0: true, p1: true, p2: true }, 'p1')).toBe('p0')
    expect(next('nothing', {})).toBeUndefined()
  })
})

describe('a solver', () => {
  afterEach(() => vi.unstubAllGlobals())

  const full = (): never => {
    throw new Error('full')
  }

  it('counts the first try of a puzzle only, and says so when nothing can be kept', () => {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: full })
    const solver = new Solver('go')
    expect(solver.keeps).toBe(true)
    expect(solver.count('p1', 1200, true)).toBeGreaterThan(0)
    expect(solver.keeps).toBe(false)
    const { mean } = solver.rating
    expect(solver.count('p1', 1200, false)).toBe(0)
    expect(solver.rating.mean).toBe(mean)
    solver.countDay('2026-11-17')
    solver.countDay('2026-11-17')
    expect([solver.days.length, solver.solved]).toEqual([1, 1])
  })

  it('reads what makes sense of what was kept', () => {
    expect(read('nonsense').rating).toEqual(BEGINNER)
    expect(read('null').days).toEqual([])
    expect(read('{"rating": {"mean": "x"}, "tried": {"a": true, "b": 3}, "days": ["2026-11-17", 5]}')).toEqual({ rating: BEGINNER, tried: { a: true }, days: ['2026-11-17'] })
  })
})
