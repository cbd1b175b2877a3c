import { describe, expect, it } from 'vitest'
import type { HintMove, Own, Position, Preview } from '../types'
import { choose } from './choice'
import { around, guide, standing, type Step } from './coach'

interface Given {
  legal: string[]
  picked?: string[]
  laid?: string[]
  ply?: number
  /** The good turn, and after how many moves it was asked for. */
  good?: string[]
  at?: number
  told?: boolean
}
function say({ legal, picked = [], laid = [], ply = laid.length, good, at = 0, told = true }: Given): Step | null {
  const own = { seat: 0, ply, legal, turn: laid.map((move) => ({ move })), private: {} } as unknown as Own
  const move = { parts: [[['first']], [['second']]], why: [] } as unknown as HintMove
  return guide({ position: { phase: 'turn' } as Position, own, choice: choose(legal, picked), preview: null, advice: good ? { ply: at, move, moves: good } : null, told })
}

describe('the coach', () => {
  it('tells the goal first, and nothing while others play', () => {
    expect(say({ legal: ['B3o9'], told: false })).toMatchObject({ key: 'goal', number: 1 })
    expect(say({ legal: [], told: false })).toBeNull()
  })

  it('speaks of the same turn as the hint, part by part', () => {
    const good = ['V1n8', 'B3o9']
    expect(say({ legal: ['V1n8', 'B3o9'], good })).toMatchObject({ key: 'pick', token: 'V1', spaces: ['n8'], why: [['first']] })
    expect(say({ legal: ['V1n8', 'B3o9'], good, picked: ['V1'] })).toMatchObject({ key: 'place', move: 'V1n8' })
    expect(say({ legal: ['B3o9', '/'], good, laid: ['V1n8'] })).toMatchObject({ key: 'pick', token: 'B3', why: [['second']] })
    expect(say({ legal: ['/'], good, laid: good })).toMatchObject({ key: 'end' })
  })

  it('takes another space for fine, and knows what to say before a program has answered', () => {
    expect(say({ legal: ['/'], good: ['B3o9'], laid: ['B3p9'] })).toMatchObject({ key: 'fine' })
    expect(say({ legal: ['B3o9', 'R2o9'], good: ['B3o9'], picked: ['R2'] })).toMatchObject({ key: 'anywhere', token: 'R2' })
    expect(say({ legal: ['B3o9'] })).toMatchObject({ key: 'choose' })
    expect(say({ legal: ['/'], laid: ['B3o9'] })).toMatchObject({ key: 'end' })
    expect(say({ legal: ['/'], laid: [], ply: 2, good: ['B3o9'], at: 9 })).toMatchObject({ key: 'choose' })
  })

  it('names every settlement beside a token, tied ones and those it does not count for', () => {
    const one = (space: string, mine: number, best: number): Preview['standings'][number] => ({ space, figure: 'R', mine, best, captured: false, missing: 2, leads: mine > best })
    const found = around({ standings: [one('o8', 3, 2), one('o10', 2, 2), { ...one('o10', 2, 0), figure: 'B' }], idle: ['q9'] })
    expect(found.neighbours.map(({ space, figures }) => [space, figures.length])).toEqual([['o8', 1], ['o10', 2]])
    expect(found.idle).toEqual(['q9'])
    expect(found.neighbours.flatMap(({ figures }) => figures.map(standing))).toEqual(['lead', 'tie', 'lead'])
    expect(standing({ ...one('o8', 2, 2), captured: true })).toBe('nobodys')
    expect(standing({ ...one('o8', 1, 2), captured: true })).toBe('theirs')
  })
})
