import { describe, expect, it } from 'vitest'
import { between, stretches, TALL, wide, withoutHouse } from './layout'

describe('the map of somebody who only looks on', () => {
  it('is made once, so that its ground is drawn once', () => {
    expect(wide(600)).toBe(wide(600))
    expect(withoutHouse(wide(600))).toBe(withoutHouse(wide(600)))
    expect(withoutHouse(TALL)).toBe(withoutHouse(TALL))
  })

  it('has no house, and no gap where it would be', () => {
    expect(withoutHouse(wide(600)).rects.house).toBeUndefined()
    const { rects, height } = withoutHouse(TALL)
    expect(rects.stores.y).toBe(TALL.rects.house!.y)
    expect(height - rects.stores.y).toBe(TALL.height - TALL.rects.stores.y)
  })
})

describe('the ring of districts', () => {
  it('is walked the shorter way', () => {
    expect(between('castle', 'tavern')).toEqual(['gates', 'tavern'])
    expect(between('castle', 'market')).toEqual(['temple', 'market'])
    expect(between('harbor', 'harbor')).toEqual([])
  })
  it('has a way from gate to gate in both directions', () => {
    for (const layout of [TALL, wide(540)]) {
      const way = stretches(layout, 'temple', ['castle', 'temple']).flat()
      expect([way[0], way.at(-1)]).toEqual([layout.stations.temple, layout.stations.temple])
    }
  })
})
