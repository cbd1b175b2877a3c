import { describe, expect, it } from 'vitest'
import { asText } from '../../../shell/lib/sentences'
import type { Own, Position } from '../types'
import { choose } from './choice'
import { guide } from './guide'

const position = { phase: 'turn', played: [] as string[] } as Position
const own = { legal: ['S3n13', 'Xo8H-p9B', 'Xo8R-p9B'] } as Own
const say = (...picked: string[]): string => asText(guide('rgg', position, own, choose(own.legal, picked)), () => '')

describe('the sentence for the one who is to move', () => {
  it('asks for a token, then for a space', () => {
    expect(say()).toBe('Your turn: choose a token.')
    expect(say('S3')).toBe('Choose a space for Samurai 3.')
  })
  it('asks for a figure only where there is one to choose, not while a move is on its way', () => {
    expect(say('X', 'o8')).toBe('Choose a figure in the village north of Akita.')
    expect(say('S3', 'n13')).toBe('Choose a space for Samurai 3.')
  })
})
