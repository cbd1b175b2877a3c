import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Speed } from '../lib/settings.svelte'
import { BEATS, Pacing } from './pacing.svelte'

const move = (ply: number, seat: number, length = 1) => ({ ply, seat, length })
let speed: Speed
let told: number[]
let done: number
let moved: number | null
let pacing: Pacing<ReturnType<typeof move>>

beforeEach(() => {
  vi.useFakeTimers()
  speed = 'normal'
  told = []
  done = 0
  moved = null
  pacing = new Pacing({
    beat: () => BEATS[speed],
    length: ({ length }) => length,
    show: ({ ply }) => told.push(ply),
    moved: () => (moved = pacing.shown),
    done: () => done++,
  })
})
afterEach(() => vi.useRealTimers())
const wait = (beats: number): void => void vi.advanceTimersByTime(beats * BEATS[speed])

describe('the turns of others', () => {
  it('are shown one after the other, the first at once', () => {
    pacing.add([move(3, 1), move(4, 1)])
    pacing.add([move(5, 2)])
    expect([pacing.shown, told]).toEqual([4, [3]])
    wait(1)
    expect([pacing.shown, told]).toEqual([5, [3, 4]])
    wait(1)
    expect([pacing.shown, done]).toEqual([6, 0])
    wait(1)
    expect([pacing.shown, told, done]).toEqual([null, [3, 4, 5], 1])
  })

  it('tell of every move that becomes the last one on the board', () => {
    pacing.add([move(3, 1), move(4, 1)])
    expect(moved).toBe(4)
    wait(1)
    expect(moved).toBe(5)
    wait(1)
    expect(moved).toBeNull()
    pacing.again([move(3, 1)])
    expect(moved).toBe(3)
    pacing.skip()
    expect(moved).toBeNull()
  })

  it('give a formality no time, and a capture more', () => {
    pacing.add([move(0, 1), move(1, 1, 0), move(2, 2, 2.5), move(3, 2, 0)])
    expect(pacing.shown).toBe(1)
    wait(1)
    expect(told).toEqual([0, 1, 2])
    wait(2)
    expect([told.length, pacing.playing]).toEqual([3, true])
    wait(0.5)
    expect([told, pacing.playing]).toEqual([[0, 1, 2, 3], false])
  })

  it('catch up at once when they are skipped, and nothing comes later', () => {
    pacing.add([move(0, 1), move(1, 2), move(2, 3)])
    pacing.skip()
    expect([pacing.shown, told, done]).toEqual([null, [0], 1])
    wait(10)
    expect([told, done]).toEqual([[0], 1])
    pacing.add([move(3, 1)])
    expect([pacing.shown, told]).toEqual([4, [0, 3]])
  })

  it('take no time where a person wants none', () => {
    speed = 'instant'
    pacing.add([move(0, 1), move(1, 2)])
    expect([pacing.playing, done]).toEqual([false, 1])
  })

  it('follow a change of speed with the next move', () => {
    pacing.add([move(0, 1), move(1, 2), move(2, 3)])
    speed = 'slow'
    vi.advanceTimersByTime(BEATS.normal)
    expect(pacing.shown).toBe(2)
    vi.advanceTimersByTime(BEATS.normal)
    expect(pacing.shown).toBe(2)
    wait(1)
    expect(pacing.shown).toBe(3)
  })

  it('are collapsed to the last few after sleep', () => {
    const all = Array.from({ length: 100 }, (_, ply) => move(ply, ply % 4))
    pacing.add(all)
    expect(told).toEqual([96])
    wait(4)
    expect([told, pacing.playing]).toEqual([[96, 97, 98, 99], false])
    pacing.add(all.slice(0, 5), true)
    expect(told.at(-1)).toBe(1)
  })

  it('can be shown again, and make way for new ones', () => {
    pacing.again([move(7, 2), move(8, 2)])
    expect([pacing.shown, pacing.from, told]).toEqual([7, 7, []])
    wait(1)
    expect([pacing.shown, told]).toEqual([8, [7]])
    pacing.add([move(20, 1)])
    expect([pacing.shown, pacing.from, told]).toEqual([21, null, [7, 20]])
    speed = 'instant'
    pacing.again([move(7, 2)])
    expect(pacing.shown).toBe(7) // anyone who asks for it wants to see it
  })
})
