import { expect, it } from 'vitest'
import type { Chance, ReviewedTurn } from '../protocol'
import { reviewed } from './start'

const chance = (mean: number): Chance => ({ mean, low: mean, high: mean })
const way = (...moves: string[]) => ({ moves, texts: [], why: [] })

it('takes the chances of an analysis along, and a better turn as a variation from where it leaves the one played', () => {
  const turn = { since: 0, until: 2, better: way('a', 'better', '/') } as unknown as ReviewedTurn
  const none = { since: 2, until: 3, better: null } as unknown as ReviewedTurn
  const points = [0, 2].map((ply) => ({ ply, chances: [chance(ply / 10)] }))
  expect(reviewed(['a', 'b', 'c'], [turn, none], points)).toEqual([
    { chances: [chance(0)] },
    { move: 'a' },
    { parent: 1, move: 'b', chances: [chance(0.2)] },
    { parent: 2, move: 'c' },
    { parent: 1, move: 'better' },
  ])
})
