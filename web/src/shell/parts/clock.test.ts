import { describe, expect, it } from 'vitest'
import { clockName, custom, PRESETS } from './clock'

describe('a clock', () => {
  it('is called by its time and its increment', () => {
    expect(PRESETS.map(clockName)).toEqual([
      '5 minutes + 5 s per turn',
      '10 minutes + 10 s per turn',
      '20 minutes + 20 s per turn',
      '1 minute per turn',
      '2 minutes per turn',
      '1 day per turn',
      '3 days per turn',
    ])
    expect(clockName({ per: 'game', seconds: 90, increment: 0 })).toBe('90 seconds per game')
  })

  it('of one’s own is what the server takes, whatever was typed', () => {
    expect(custom({ per: 'game', amount: 15, unit: 'minutes', increment: 3 })).toEqual({ per: 'game', seconds: 900, increment: 3 })
    expect(custom({ per: 'move', amount: 1, unit: 'seconds', increment: 30 })).toEqual({ per: 'move', seconds: 10, increment: 0 })
    expect(custom({ per: 'game', amount: 99, unit: 'days', increment: -4 })).toEqual({ per: 'game', seconds: 1_209_600, increment: 0 })
    expect(custom({ per: 'game', amount: NaN, unit: 'hours', increment: NaN })).toEqual({ per: 'game', seconds: 10, increment: 0 })
  })
})
