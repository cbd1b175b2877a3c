import { describe, expect, it } from 'vitest'
import type { Exercise, Fact } from '../protocol'
import { answered, missed, reached, type Studied } from './lessons'

const studied = (facts: Fact[], to_move: number | null, winners?: number[]): Studied =>
  ({ position: { to_move }, own: { turn: [{ events: { facts } }] }, result: winners ? { winners } : null }) as unknown as Studied
const task = (change: Partial<Exercise>): Exercise => ({ seat: 0, reply: {}, ...change }) as Exercise
const bought = { what: 'WeaponBought', seat: 0, cards: ['nawa'] }

describe('a task', () => {
  it('is done when what it wants has happened', () => {
    expect(reached({ fact: bought }, studied([{ ...bought, number: 4 }], 1))).toBe(true)
    expect(reached({ fact: bought }, studied([{ ...bought, cards: ['yumi'] }], 1))).toBe(false)
    expect(reached({ fact: bought }, studied([{ ...bought, seat: 1 }], 0))).toBe(false)
  })

  it('is done when the game is won alone', () => {
    expect(reached({ wins: 0 }, studied([], null, [0]))).toBe(true)
    expect(reached({ wins: 0 }, studied([], null, [0, 1]))).toBe(false)
    expect(reached({ wins: 0 }, studied([], 0))).toBe(false)
  })

  it('is missed as soon as another seat is to move', () => {
    const exercise = task({ goal: { fact: bought } })
    expect(missed(exercise, studied([], 0))).toBe(false)
    expect(missed(exercise, studied([], 1))).toBe(true)
    expect(missed(exercise, studied([bought], 1))).toBe(false)
  })

  it('is answered by the others at once', () => {
    expect(answered(task({ reply: { propose: ['accept'] } }), ['ask nawa', 'propose'])).toEqual(['ask nawa', 'propose', 'accept'])
  })
})
