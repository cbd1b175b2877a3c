import { describe, expect, it } from 'vitest'
import { centred, kept, WHOLE } from './zoom'

const box = { width: 400, height: 300 }
const placement = { scale: 2, left: 10, top: 20 }

describe('a zoomed map', () => {
  it('brings a point of the whole map into the middle, but never leaves an empty edge', () => {
    expect(centred({ times: 2, x: 0, y: 0 }, 200, 150, box)).toEqual({ times: 2, x: -200, y: -150 })
    expect(centred({ times: 2, x: 0, y: 0 }, 0, 300, box)).toEqual({ times: 2, x: 0, y: -300 })
  })

  it('shows the same part at the same size when a panel grows', () => {
    const zoom = centred({ times: 3, x: 0, y: 0 }, 180, 140, box)
    expect(kept(zoom, placement, placement, box, box)).toEqual(zoom)
    const smaller = { scale: 1.5, left: 30, top: 40 }
    const after = kept(zoom, placement, smaller, box, box)
    expect(after.times * smaller.scale).toBeCloseTo(3 * placement.scale)
    const seen = (width: number, left: number, push: number, times: number, scale: number): number => (width / 2 - left * times - push) / (scale * times)
    expect(seen(400, smaller.left, after.x, after.times, smaller.scale)).toBeCloseTo(seen(400, placement.left, zoom.x, zoom.times, placement.scale))
  })

  it('is whole again where the whole map is larger by itself', () => {
    expect(kept({ times: 1.2, x: 0, y: 0 }, placement, { scale: 4, left: 0, top: 0 }, box, box)).toBe(WHOLE)
    expect(kept(WHOLE, placement, { scale: 4, left: 0, top: 0 }, box, box)).toBe(WHOLE)
  })
})
