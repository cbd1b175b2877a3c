import { describe, expect, it } from 'vitest'
import { nextOrder } from './order'

describe('the player order of the garden', () => {
  const at = { task: { kind: 'position', seat: 0, positions: [null, 2, null], orders: [[1, 2, 0], [0, 2, 1], [], [1, 2, 0]] } }
  it('is shown as it stands, and with the place that is picked', () => {
    expect(nextOrder(at)).toEqual([{ seat: 1, chosen: false }, { seat: 2, chosen: true }, { seat: 0, chosen: false }])
    expect(nextOrder(at, 1)?.map(({ seat, chosen }) => [seat, chosen])).toEqual([[0, true], [2, true], [1, false]])
  })
  it('is nothing to look at in other decisions', () => expect(nextOrder({ task: { kind: 'place', seat: 0 } })).toBeNull())
})
