import { describe, expect, it } from 'vitest'
import { sayWhy } from './say'

const speaker = { edition: 'rgg', player: (seat: number) => ['Host', 'Level 2', 'Level 8'][seat]! }

describe('why a figure went where it went', () => {
  it('keeps the strength apart from the level of a program', () => {
    const captured = { space: 'o8', figure: 'B', winner: 1, influence: [0, 3, 0], tokens: [[], [['o9', 'B3']], []] } as never
    expect(sayWhy(speaker, captured)).toBe('3 for Level 2 (Buddha 3 o9)')
  })
})
