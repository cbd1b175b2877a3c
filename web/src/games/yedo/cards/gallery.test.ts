import { describe, expect, it } from 'vitest'
import type { Card } from '../protocol'
import { count, fits } from './gallery'

const NOTHING = { kind: '', colour: '', district: '', weapon: '' }
const mission: Card = { code: 'M1', kind: 'mission', name: '', text: '', colour: 'red', districts: ['harbor', 'market'], weapons: ['nawa'] }
const action: Card = { code: 'A1', kind: 'action', name: '', text: '', copies: 4, districts: ['market'] }

describe('the cards', () => {
  it('are found by kind, missions by colour, and all by what they are about', () => {
    expect([mission, action].filter((card) => fits(card, NOTHING))).toHaveLength(2)
    expect([mission, action].filter((card) => fits(card, { ...NOTHING, district: 'market' }))).toHaveLength(2)
    expect(fits(action, { ...NOTHING, kind: 'action' })).toBe(true)
    expect(fits(mission, { ...NOTHING, kind: 'action' })).toBe(false)
    expect(fits(mission, { kind: 'mission', colour: 'red', district: 'harbor', weapon: 'nawa' })).toBe(true)
    expect(fits(mission, { ...NOTHING, district: 'temple' })).toBe(false)
    expect(fits(action, { ...NOTHING, weapon: 'nawa' })).toBe(false)
    expect(fits(action, { ...NOTHING, colour: 'red' })).toBe(false)
    expect(fits(action, { ...NOTHING, kind: 'action', colour: 'red' })).toBe(true)
  })

  it('count as often as they are printed', () => {
    expect(count([mission, action])).toBe(5)
  })
})
