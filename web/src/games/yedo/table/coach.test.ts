import { describe, expect, it } from 'vitest'
import de from '@words/yedo/de.toml'
import en from '@words/yedo/en.toml'
import type { Choice } from '../moves/choice'
import type { Mission, Need, Position, Private } from '../protocol'
import { advise, guide } from './coach'

const position = { phase: 'assignment', patrol: { has_moved: false, district: 'gates', ahead: ['castle'] } } as unknown as Position
const none: Choice = { picked: [], lit: new Set(), moves: [], move: null }
const needs: Need[] = [{ kind: 'district', name: 'tavern', met: false }, { kind: 'district', name: 'gates', met: true }, { kind: 'weapon', name: 'nawa', met: true }]
const mission = (code: string, missing: number | null, moves: string[] = []): Mission => ({ code, missing, moves, standard: { needs, met: false } }) as unknown as Mission
const own = (kind: string, more: Partial<Private> = {}): Private => ({ task: { kind, seat: 0 }, moves: [], missions: [], purse: 9, ...more }) as unknown as Private
const said = (private_: Private, more: object = {}): unknown[] => advise({ position, own: private_, choice: none, active: true, refused: false, ...more })

describe('the coach', () => {
  it('says where the mission nearest to its end lacks a disciple, and where the patrol goes', () => {
    expect(said(own('place', { missions: [mission('M1', 2), mission('M2', 1), mission('M3', null)] }))).toEqual([
      { key: 'place', purse: 9 },
      { key: 'needed', mission: 'M2', places: ['tavern'] },
      { key: 'patrol', places: ['castle'] },
    ])
  })

  it('points out a mission that is ready, and a blessing that helps', () => {
    expect(said(own('activate', { missions: [mission('M1', 0, ['fulfil M1 tavern'])] }))).toContainEqual({ key: 'ready', mission: 'M1' })
    expect(said(own('lose', { moves: [{ move: 'bless' }] as Private['moves'] }))).toContainEqual({ key: 'bless' })
  })

  it('goes with what is picked, refused, or decided by others', () => {
    expect(said(own('place'), { choice: { ...none, picked: ['space:gates'] } })).toEqual([{ key: 'more' }])
    expect(said(own('place'), { choice: { ...none, picked: ['space:gates'], move: 'place gates' } })).toEqual([{ key: 'send' }])
    expect(said(own('place'), { refused: true })).toEqual([{ key: 'why' }])
    expect(said(own('place'), { active: false })).toEqual([{ key: 'wait' }])
    expect(said(own('place'), { position: { ...position, phase: 'over' } })).toEqual([])
  })

  it('has words for all of it', () => {
    for (const words of [en.coach!, de.coach!]) for (const key of ['goal', 'goal_more', 'groups', 'why', 'send', 'fine', 'more', 'needed', 'patrol', 'ready', 'bless']) expect(words[key], key).toBeTruthy()
  })

  it('tells the goal first, then one step at a time, with the move that a hint shows', () => {
    const mine = own('place', { moves: [{ move: 'place tavern' }, { move: 'place gates' }] as Private['moves'] })
    const step = (more: object = {}): unknown => guide({ position, own: mine, choice: none, active: true, refused: false, told: true, counsel: 'place tavern', ...more })
    expect(step({ told: false })).toEqual({ key: 'goal', number: 1, advice: [] })
    expect(step()).toMatchObject({ key: 'choose', number: 2, move: 'place tavern' })
    expect(step({ counsel: 'place temple' })).not.toHaveProperty('move') // it was found for another decision
    expect(step({ choice: { ...none, picked: ['space:gates'] } })).toMatchObject({ key: 'more' })
    expect(step({ choice: { ...none, picked: ['space:gates'], move: 'place gates' } })).toMatchObject({ key: 'fine', number: 3 })
    expect(step({ choice: { ...none, picked: ['space:tavern'], move: 'place tavern' } })).toMatchObject({ key: 'send', number: 3 })
    expect(step({ active: false })).toBeNull()
  })
})
