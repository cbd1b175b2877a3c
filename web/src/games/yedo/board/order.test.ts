import { describe, expect, it } from 'vitest'
import { nextOrder } from './order'

const at = { order: [3, 1, 0, 2], task: { kind: 'position', seat: 0, positions: [null, 2, null, null] } }

describe('the order to come', () => {
  it('lets those who choose nothing keep theirs', () => {
    expect(nextOrder(at)?.map(({ seat }) => seat)).toEqual([3, 2, 1, 0])
    expect(nextOrder(at)?.map(({ chosen }) => chosen)).toEqual([false, true, false, false])
  })
  it('shows the place that is picked', () => {
    expect(nextOrder(at, 1)?.map(({ seat }) => seat)).toEqual([0, 2, 3, 1])
  })
  it('is none while nobody chooses', () => {
    expect(nextOrder({ ...at, task: { kind: 'place', seat: 0 } })).toBeNull()
  })
})
