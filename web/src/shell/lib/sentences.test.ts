import { describe, expect, it } from 'vitest'
import type { Sentence } from '../protocol'
import { withEnglish } from '../../../sentences'
import { asText, spacesIn } from './sentences'

const player = (seat: number): string => ['Host', 'Level 2', 'Level 8'][seat]!
const seat = (value: number) => ({ kind: 'seat', value, text: `seat ${value}` })

describe('a sentence of the server', () => {
  it('calls seats by the names of their players', () => {
    expect(asText(['It is not ', seat(1), "'s turn."], player)).toBe("It is not Level 2's turn.")
    expect(asText([seat(0), ', ', seat(2)], player)).toBe('Host, Level 8')
  })

  it('reads other marks as they are written, or by their value', () => {
    const sentence: Sentence = [{ kind: 'space', value: 'o9' }, ' is taken by ', { kind: 'token', value: 'B2', text: 'Buddha 2' }]
    expect(asText(sentence, player)).toBe('o9 is taken by Buddha 2')
    expect(spacesIn([sentence, ['plain']])).toEqual(['o9'])
  })

  it('speaks to the one who reads it', () => {
    const sentence: Sentence = [[1, ['You win'], [seat(1), ' wins']], '.']
    expect(asText(sentence, player)).toBe('Level 2 wins.')
    expect(asText(sentence, Object.assign((n: number) => player(n), { you: 1 }))).toBe('You win.')
    expect(asText(sentence, Object.assign((n: number) => player(n), { you: 0 }))).toBe('Level 2 wins.')
  })
})

describe('a language that is half done', () => {
  it('speaks English where a sentence is missing or not well formed', () => {
    const english = { a: { one: 'One', two: 'Two {n}' }, b: { three: 'Three' } }
    expect(withEnglish({ a: { one: 'Eins', two: 'Zwei {n' } }, english)).toEqual({ a: { one: 'Eins', two: 'Two {n}' }, b: { three: 'Three' } })
  })
})
