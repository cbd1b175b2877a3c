import { expect, it } from 'vitest'
import type { Chance, Review, ReviewedMove } from '../protocol'
import { reviewed } from './start'

const chance = (mean: number): Chance => ({ mean, low: mean, high: mean })
const move = (ply: number, is_costly: boolean, preferred: string[]): ReviewedMove => ({ ply, seat: 0, chances: [chance(ply / 10)], cost: chance(0), is_costly, why: [], preferred, why_preferred: [] })

it('takes the chances of a review along, and the better turns as variations of one move', () => {
  const review: Review = { start: [chance(0.5)], moves: [move(0, false, ['x']), move(1, true, ['better', '/'])], turning_points: [1] }
  expect(reviewed(['a', 'b'], review)).toEqual([
    { chances: [chance(0.5)] },
    { move: 'a', chances: [chance(0)] },
    { parent: 1, move: 'b', chances: [chance(0.1)] },
    { parent: 1, move: 'better' },
  ])
})
