import { describe, expect, it } from 'vitest'
import { asText, spacesIn, type Player } from '../../../shell/lib/sentences'
import type { LogEntry } from '../types'
import { sayCapture, sayMove, sayTurn, sayWhy } from './say'

const player: Player = Object.assign((seat: number) => ['Host', 'Level 2', 'Level 8'][seat]!, { you: 0 })
const speaker = { edition: 'rgg', player }
const captured = { space: 'o8', figure: 'B', winner: 1, influence: [2, 3, 0], tokens: [[['p8', 'S2']], [['o9', 'B3']], []] } as never

describe('the log in words', () => {
  it.each([
    ['S3o13', 'samurai 3 between Edo and the village to the north'],
    ['V1n16', 'ship 1 at sea south of the village southwest of Edo'],
    ['Xo10B-o8H', 'figure exchange: Buddha in Akita and helmet in the village north of Akita change places'],
    ['Tn13-o13', 'token exchange: now between Edo and the village to the north instead of between Edo and the village to the northwest'],
    ['H*o14', 'helmet in Edo'],
    ['/', 'end of turn'],
  ])('tells %s by places, and never by coordinates', (move, text) => {
    expect(asText(sayMove(speaker, move), player)).toBe(text)
    expect(spacesIn([sayMove(speaker, move)])).toHaveLength((move.match(/[a-t]\d+/g) ?? []).length)
  })

  it('calls things by the words of the edition', () => {
    expect(asText(sayMove({ ...speaker, edition: 'ffg' }, '+'), player)).toBe('tile chosen in secret')
  })

  it('says who gets a figure, and to whom it was lost', () => {
    expect(asText(sayCapture(speaker, captured), player)).toBe('Buddha in the village north of Akita goes to Level 2')
    expect(asText(sayCapture(speaker, { ...(captured as object), winner: 0 } as never), player)).toMatch(/goes to you$/)
  })

  it('keeps the strength apart from the level of a program', () => {
    expect(asText(sayWhy(speaker, captured), player)).toBe(
      '2 for you (samurai 2 between the villages north and northeast of Akita) · 3 for Level 2 (Buddha 3 between Akita and the village to the north)',
    )
  })

  it('calls oneself you', () => {
    const turn = (seat: number): LogEntry[] => [{ ply: 0, seat, move: 'S3o13', events: [] } as never]
    expect(sayTurn(speaker, turn(0))).toMatch(/^You: samurai 3 /)
    expect(sayTurn(speaker, turn(1))).toMatch(/^Level 2: /)
  })
})
