import { describe, expect, it } from 'vitest'
import { neighbours } from './stats'

describe('a rating', () => {
  it('lies between two levels, below all or above all', () => {
    const levels = { level1: 900, level3: 1300, level2: 1100 }
    expect(neighbours(1200, levels)).toEqual({ below: 'level2', above: 'level3' })
    expect(neighbours(800, levels)).toEqual({ below: '', above: 'level1' })
    expect(neighbours(1300, levels)).toEqual({ below: 'level3', above: '' })
  })
})
