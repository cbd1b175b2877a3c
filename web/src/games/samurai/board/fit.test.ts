import { describe, expect, it } from 'vitest'
import { fit } from './fit'
import { boxOf, HALF, inPlay, R, type Turn } from './geometry'

describe('a turned map', () => {
  const TURNS: Turn[] = [0, 60, 120, 180, 240, 300]
  it('keeps every neighbour a neighbour', () => {
    const straight = inPlay(4)
    for (const turn of TURNS) {
      const spaces = new Map(inPlay(4, turn).map((space) => [space.name, space]))
      for (const one of straight) {
        for (const two of straight) {
          const apart = Math.hypot(one.x - two.x, one.y - two.y)
          if (apart > 2.1 * HALF) continue
          const [a, b] = [spaces.get(one.name)!, spaces.get(two.name)!]
          expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(apart)
        }
      }
    }
  })
  it('lies across a wide window at 60° and stands at 300°', () => {
    for (const players of [2, 3, 4]) {
      const lying = boxOf(inPlay(players, 60))
      const standing = boxOf(inPlay(players, 300))
      expect(lying.width).toBeGreaterThan(lying.height * 1.4)
      expect(standing.height).toBeGreaterThan(standing.width * 1.3)
    }
  })
})

describe('fit', () => {
  const spaces = inPlay(4, 60)
  it('fills the window where nothing is in the way', () => {
    const { scale } = fit(spaces, 1366, 768, [], 0)!
    const box = boxOf(spaces)
    expect(scale).toBeCloseTo(Math.min(1366 / box.width, 768 / box.height), 1)
  })
  it('leaves no space below a panel, whatever the panels', () => {
    const panels = [
      { x: 8, y: 8, width: 1350, height: 40 },
      { x: 400, y: 60, width: 520, height: 140 },
      { x: 8, y: 560, width: 290, height: 200 },
      { x: 970, y: 560, width: 388, height: 200 },
    ]
    const { scale, left, top } = fit(spaces, 1366, 768, panels)!
    for (const space of spaces) {
      const [x, y] = [space.x * scale + left, space.y * scale + top]
      for (const panel of panels) {
        const dx = Math.max(panel.x - x, 0, x - panel.x - panel.width)
        const dy = Math.max(panel.y - y, 0, y - panel.y - panel.height)
        expect(Math.hypot(dx, dy)).toBeGreaterThanOrEqual(HALF * scale - 1e-6)
      }
    }
    expect(2 * R * scale).toBeGreaterThan(50)
  })
  it('says so where there is no room', () => {
    expect(fit(spaces, 600, 400, [{ x: 0, y: 0, width: 600, height: 400 }])).toBeNull()
  })
})
