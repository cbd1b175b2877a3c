import { expect, it } from 'vitest'
import { pieces } from './rulings'

it('R6: a ruling of ours is found where a sentence names it', () => {
  expect(pieces('The first seat begins.')).toEqual([{ words: 'The first seat begins.', ruling: '' }])
  expect(pieces('It begins.†35 Two†Q9, equal ones not†8.')).toEqual([
    { words: 'It begins.', ruling: '35' },
    { words: ' Two', ruling: 'Q9' },
    { words: ', equal ones not', ruling: '8' },
    { words: '.', ruling: '' },
  ])
})
