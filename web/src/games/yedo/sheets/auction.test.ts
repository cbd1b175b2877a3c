import { expect, test } from 'vitest'
import type { Bidding } from '../protocol'
import { bench, bidsIn, later } from './auction'

const bidding: Bidding = {
  lots: [{ lot: 'bonus', contents: ['bonus'], minimum: 2, winner: null, is_barred: false }],
  track: [4, 0, 1, 2],
  egress: [],
  rebates: [0, 0, 0, 0, 0],
  lot: 'bonus',
  beginner: 4,
  best: 1,
  bid: 5,
  asked: [2, 4],
}
const log = [
  { seat: 3, move: 'bid 9' },
  { seat: 4, move: 'auction bonus' },
  { seat: 0, move: 'bid 3' },
  { seat: 1, move: 'bid 5' },
]

test('only bids of the auction that runs count', () => {
  expect([...bidsIn(log)]).toEqual([
    [0, 3],
    [1, 5],
  ])
})

test('the bench tells who leads with what, who opened and answers last, and who was outbid', () => {
  expect(bench(bidding, log, 2)).toEqual([
    { seat: 4, stand: 'last', opened: true, bid: 2 },
    { seat: 0, stand: 'outbid', opened: false, bid: 3 },
    { seat: 1, stand: 'leads', opened: false, bid: 5 },
    { seat: 2, stand: 'asked', opened: false, bid: null },
  ])
  expect(later(bidding, 2)).toEqual([4])
})

test('who was asked and bid nothing has passed; before an auction one names it', () => {
  expect(bench({ ...bidding, asked: [2] }, log.slice(0, 2), 2).map(({ stand }) => stand)).toEqual(['outbid', 'passed', 'leads', 'asked'])
  const { lots, track, egress, rebates } = bidding
  expect(bench({ lots, track, egress, rebates }, log, 4).map(({ stand }) => stand)).toEqual(['names', 'waits', 'waits', 'waits'])
})
