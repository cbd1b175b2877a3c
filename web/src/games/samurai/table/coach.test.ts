import { describe, expect, it } from 'vitest'
import type { Own, Position } from '../types'
import { choose } from './choice'
import { advise } from './coach'

// The village at the northern tip, o8, has two land spaces: o9 and p8.
interface Scene {
  legal: string[]
  picked?: string[]
  pointed?: string
  played?: string[]
  missing?: string[]
  influence?: [number, number]
  refused?: boolean
  waits?: boolean
  phase?: string
}
function say({ legal, picked = [], pointed, played = [], missing = ['o9'], influence = [0, 2], refused = false, waits = false, phase = 'turn' }: Scene) {
  const none = [0, 0]
  const position = {
    phase,
    played,
    settlements: { o8: { figures: 'B', missing, winners: [null, 1, null], influence: [none, influence, none] } },
  } as unknown as Position
  return advise({ position, own: { seat: 0, legal } as unknown as Own, choice: choose(legal, picked), pointed: pointed ?? null, refused, waits })
}
const key = (scene: Scene): string | undefined => say(scene)?.key

describe('the coach', () => {
  it('says what can be done now', () => {
    expect(key({ legal: ['R3o9', '/'] })).toBe('choose')
    expect(key({ legal: ['R3o9', 'R3p8', '/'], picked: ['R3'] })).toBe('place_land')
    expect(key({ legal: ['V1n7', 'V1m7', '/'], picked: ['V1'] })).toBe('place_sea')
    expect(key({ legal: ['V1n8', '/'], played: ['S1'] })).toBe('more')
    expect(key({ legal: ['/'], played: ['S1'] })).toBe('end')
    expect(key({ legal: [] })).toBe('wait')
    expect(key({ legal: ['B*o8', 'B*q9'], phase: 'draft' })).toBe('draft')
    expect(say({ legal: [], phase: 'choose' })).toBeNull()
  })

  it('sees a capture, and with which token', () => {
    expect(say({ legal: ['B2o9', 'B3o9', 'R4o9', '/'] })).toMatchObject({ key: 'can_capture', token: 'B3', figure: 'B', spaces: ['o9'] })
    expect(say({ legal: ['B3o9', 'B3p9', '/'], picked: ['B3'] })).toMatchObject({ key: 'place_capture', spaces: ['o9'] })
    expect(key({ legal: ['B3o9', '/'], missing: ['o9', 'p8'] })).toBe('choose')
    expect(key({ legal: ['V2n8', '/'], influence: [0, 0] }), 'a ship closes nothing').toBe('choose')
  })

  it('says what would follow on the space that is pointed at', () => {
    const legal = ['B2o9', 'B2o12', 'B3o9', 'B3o12', 'R4o9', 'R4o12', 'S1o9', 'S1o12', '/']
    const at = (token: string, more: Partial<Scene> = {}) => say({ legal, picked: [token], pointed: 'o9', ...more })
    expect(at('B3')).toMatchObject({ key: 'would_capture', figure: 'B', mine: 3, best: 2 })
    expect(at('B3', { waits: true })).toMatchObject({ key: 'would_capture_later' })
    expect(at('R4')).toMatchObject({ key: 'would_give', mine: 0, best: 2 })
    const open = { missing: ['o9', 'p8'] }
    expect(at('B3', open)).toMatchObject({ key: 'would_lead', mine: 3, best: 2 })
    expect(at('B2', open)).toMatchObject({ key: 'would_tie', mine: 2, best: 2 })
    expect(at('S1', open)).toMatchObject({ key: 'would_trail', mine: 1, best: 2 })
    expect(at('R4', open)).toMatchObject({ key: 'would_nothing' })
    expect(at('B3', { pointed: 'o12' })).toMatchObject({ key: 'would_nothing' })
  })

  it('helps with exchanges and after a refusal', () => {
    expect(key({ legal: ['Xo8B-q9H', '/'], picked: ['X'] })).toBe('exchange_figures')
    expect(key({ legal: ['Tp8-q10', '/'], picked: ['T'] })).toBe('exchange_tokens')
    expect(key({ legal: ['B3o9', '/'], picked: ['B3'], refused: true })).toBe('why')
  })
})
