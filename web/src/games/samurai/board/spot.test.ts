import { expect, test } from 'vitest'
import { fit, isCovered } from './fit'
import { inPlay } from './geometry'
import { findSpot } from './spot'

const room = { width: 1366, height: 768 }
const spaces = inPlay(4, 60)
const placement = fit(spaces, room.width, room.height, [])!
const size = { width: 260, height: 120 }
const wish = { x: 0, y: room.height }

test('a slip lies in the sea, as near to its corner as it can', () => {
  const spot = findSpot(size, room, spaces, placement, [], wish)!
  expect(spaces.filter((space) => isCovered(space, placement, [{ ...spot, ...size }]))).toEqual([])
  expect(spot).toMatchObject({ x: 6, y: 768 - 120 - 6, covers: 0 })
})

test('a slip leaves panels alone where there is room, and covers the light one where there is none', () => {
  const corner = { x: 0, y: 560, width: 300, height: 208 }
  expect(findSpot(size, room, spaces, placement, [corner], wish)!.covers).toBe(0)
  const left = { x: 0, y: 0, width: 683, height: 768, weight: 9 }
  const right = { x: 683, y: 0, width: 683, height: 768 }
  expect(findSpot(size, room, spaces, placement, [left, right], wish)!.x).toBeGreaterThanOrEqual(683)
})

test('a slip larger than any sea has no place', () => {
  expect(findSpot({ width: 1000, height: 700 }, room, spaces, placement, [], wish)).toBeNull()
  expect(findSpot({ width: 2000, height: 70 }, room, spaces, placement, [], wish)).toBeNull()
})
