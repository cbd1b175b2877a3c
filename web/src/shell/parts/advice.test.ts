import { expect, it } from 'vitest'
import type { HintMove } from '../protocol'
import { best } from './advice'

it('shows the best few turns, each once whatever its order', () => {
  const moves = ['a b', 'b a', 'c', 'd', 'e'].map((line) => ({ move: line[0]!, line: line.split(' '), chance: null, why: [], text: [] }) as HintMove)
  expect(best(moves, ({ line }) => line).map(({ line }) => line.join(' '))).toEqual(['a b', 'c', 'd'])
})
