import { describe, expect, it } from 'vitest'
import { Passing } from './passing'

describe('passing without being asked', () => {
  it('ends with the round, for each seat by itself', () => {
    const passing = new Passing()
    expect(passing.isOver(0, false, 2)).toBe(false)
    expect(passing.isOver(0, true, 3)).toBe(false)
    expect(passing.isOver(0, true, 3)).toBe(false)
    expect(passing.isOver(1, true, 4)).toBe(false)
    expect(passing.isOver(0, true, 4)).toBe(true)
  })

  it('can begin again in another round', () => {
    const passing = new Passing()
    passing.isOver(0, true, 3)
    passing.isOver(0, false, 4)
    expect(passing.isOver(0, true, 4)).toBe(false)
  })
})
