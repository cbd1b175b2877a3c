import { describe, expect, it } from 'vitest'
import { describeSpace, tokenNames } from './describe'
import { SPACE, SPACES } from './geometry'
import { placeMark, whereMark } from './places'

const player = Object.assign((seat: number) => ['Host', 'Level 2'][seat]!, { you: 0 })
const there = { figures: 'H', influence: [[2, 1], [0, 0], [0, 0]], winners: [0, null, null], missing: ['o13'] }
const position = { phase: 'turn', tokens: { n13: [1, 'S2'] as [number, string] }, settlements: { o14: there } }
const say = (space: string): string => describeSpace(SPACE.get(space)!, position, 'rgg', player)

describe('the names of spaces', () => {
  it('are all different, and filled', () => {
    for (const mark of [placeMark, whereMark]) {
      const names = SPACES.map((space) => mark(space.name).text!)
      expect(new Set(names).size).toBe(SPACES.length)
      expect(names.filter((name) => /[{}_.]/.test(name))).toEqual([])
    }
    expect(whereMark('o13').text).toBe('between Edo and the village to the north')
    expect(placeMark('p8').text).toBe('the space between the villages north and northeast of Akita')
  })
})

describe('a space in words', () => {
  it('says which settlements land is next to, and what they hold', () => {
    expect(say('o13')).toBe('The space between Edo and the village to the north. empty. next to Edo with helmet')
  })

  it('says whose token lies there', () => {
    expect(say('n13')).toContain('samurai 2 of Level 2')
  })

  it('says how a settlement stands, to oneself', () => {
    expect(say('o14')).toBe('Edo. helmet: 2 for you, 1 for Level 2; you would capture it. still empty around it: between Edo and the village to the north')
  })

  it('reads tokens in words', () => {
    expect(tokenNames('rgg', ['H2', 'S1', 'S1', 'X'])).toBe('helmet 2, 2 × samurai 1, figure exchange')
  })
})
