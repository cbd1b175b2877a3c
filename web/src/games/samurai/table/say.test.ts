import { afterEach, describe, expect, it } from 'vitest'
import { speak } from '../../../shell/lib/words.svelte'
import { sayWhy, withNames } from './say'

const speaker = { edition: 'rgg', player: (seat: number) => ['Host', 'Level 2', 'Level 8'][seat]! }

describe('sentences of the server', () => {
  afterEach(() => speak('en'))

  it('name the players where they number seats, one or several', () => {
    expect(withNames(speaker, "It is not seat 1's turn.")).toBe("It is not Level 2's turn.")
    expect(withNames(speaker, 'Seat 2 wins; led by seat 1, 3:2.')).toBe('Level 8 wins; led by Level 2, 3:2.')
    expect(withNames(speaker, 'victory is shared by seats 0, 2.')).toBe('victory is shared by Host and Level 8.')
  })

  it('name them in German too', async () => {
    await speak('de')
    expect(withNames(speaker, 'Platz 1 ist am Zug; den Sieg teilen sich: Plätze 0, 2.')).toBe('Level 2 ist am Zug; den Sieg teilen sich: Host und Level 8.')
  })
})

describe('why a figure went where it went', () => {
  it('keeps the strength apart from the level of a program', () => {
    const captured = { space: 'o8', figure: 'B', winner: 1, influence: [0, 3, 0], tokens: [[], [['o9', 'B3']], []] } as never
    expect(sayWhy(speaker, captured)).toBe('3 for Level 2 (Buddha 3 o9)')
  })
})
