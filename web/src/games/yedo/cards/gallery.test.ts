import { describe, expect, it } from 'vitest'
import type { Card, CardPart } from '../protocol'
import { count, fits } from './gallery'

const NOTHING = { kind: '', colour: '', district: '', weapon: '' }
const part = (...needs: [kind: 'district' | 'weapon', name: string][]): CardPart => ({ needs: needs.map(([kind, name]) => ({ kind, name })), rewards: [], gains: [] })
const mission: Card = { code: 'M1', kind: 'mission', name: '', text: '', colour: 'red', standard: part(['district', 'market'], ['weapon', 'nawa']), bonus: part(['district', 'harbor']) }
const action: Card = { code: 'A1', kind: 'action', name: '', text: '', copies: 4 }

describe('the cards', () => {
  it('are found by kind, and missions by what either part asks for', () => {
    expect([mission, action].filter((card) => fits(card, NOTHING))).toHaveLength(2)
    expect(fits(action, { ...NOTHING, kind: 'action' })).toBe(true)
    expect(fits(mission, { ...NOTHING, kind: 'action' })).toBe(false)
    expect(fits(mission, { kind: 'mission', colour: 'red', district: 'harbor', weapon: 'nawa' })).toBe(true)
    expect(fits(mission, { ...NOTHING, district: 'temple' })).toBe(false)
    expect(fits(mission, { ...NOTHING, weapon: 'market' })).toBe(false)
    expect(fits(action, { ...NOTHING, colour: 'red' })).toBe(false)
    expect(fits(action, { ...NOTHING, kind: 'action', colour: 'red' })).toBe(true)
  })

  it('count as often as they are printed', () => {
    expect(count([mission, action])).toBe(5)
  })
})
