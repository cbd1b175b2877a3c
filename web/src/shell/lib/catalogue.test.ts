import { afterEach, describe, expect, it, vi } from 'vitest'
import { details } from '../parts/people'
import type { CharacterInfo, GameInfo, PresetInfo, ProgramInfo, SeatInfo, TableInfo } from '../protocol'
import { allValues, cast, catalogue, following, gameTitle, leading, presetOf, presetValues, programAbout, programName, strengths, usualValue, valueName, withPreset, type Options } from './catalogue.svelte'

const program = (name: string, label: string, help = '', character = ''): ProgramInfo => ({ name, label, help, level: 0, is_compiled: false, character })
const character = (name: string): CharacterInfo => ({ name, label: name.toUpperCase(), about: '' })
const values = (...names: string[]) => names.map((value) => ({ value, label: value.toUpperCase() }))
const go: GameInfo = {
  name: 'go',
  duration: '',
  title: 'Go',
  about: '',
  begins: '',
  players: [2, 3],
  options: [
    { name: 'edition', label: 'Edition', help: '', values: values('old', 'new'), default: 'old', defaults: [] },
    {
      name: 'scoring',
      label: 'Scoring',
      help: '',
      values: values('area', 'territory'),
      default: null,
      defaults: [
        { when: { edition: 'old', players: 2 }, value: 'territory' },
        { when: { edition: 'old', players: 3 }, value: 'area' },
        { when: { edition: 'new', players: 2 }, value: 'area' },
        { when: { edition: 'new', players: 3 }, value: 'area' },
      ],
    },
    { name: 'komi', label: 'Komi', help: '', values: values('yes', 'no'), default: 'yes', defaults: [] },
  ],
  presets: [
    { name: 'first', label: 'First', about: '', options: { komi: 'no' }, depending: { scoring: [{ when: { edition: 'old' }, value: 'area' }, { when: { edition: 'new' }, value: 'area' }] } },
    { name: 'printed', label: 'Printed', about: '', options: { komi: 'yes' }, depending: {} },
  ],
  programs: [
    program('random', 'Random'),
    program('level1', 'Level 1', 'for a first game', 'monk'),
    program('level2', 'Level 2', '', 'fox'),
  ],
  usual_program: 'level1',
  characters: ['monk', 'fox', 'lady'].map(character),
  wires: ['plain'],
  hints: false,
  reviews: false,
  puzzles: false,
}
const [edition, scoring] = go.options
afterEach(() => vi.unstubAllGlobals())

describe('what the server offers', () => {
  it('is asked for once, and then known', async () => {
    const answer = JSON.stringify({ version: '1', languages: ['en'], default: 'go', games: [go] })
    vi.stubGlobal('fetch', vi.fn(async () => new Response(answer)))
    expect(gameTitle('go')).toBe('Go')
    expect(programName('level9', 'go')).toBe('Level 9')
    expect((await Promise.all([catalogue(), catalogue()]))[1].default).toBe('go')
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(programName('level1', 'go')).toBe('Level 1')
    expect(programName('outside_one', 'go')).toBe('Outside one')
  })
})

describe('programs', () => {
  it('say what they are like, if somebody told us', () => {
    expect(programAbout(go.programs[1]!)).toBe('Level 1: for a first game')
    expect(programAbout(go.programs[0]!)).toBe('Random')
  })

  it('are chosen by level where there are levels', () => {
    expect(strengths(go.programs).map(({ name }) => name)).toEqual(['level1', 'level2'])
    expect(strengths(go.programs.slice(0, 1)).map(({ name }) => name)).toEqual(['random'])
  })
})

describe('characters', () => {
  const seats = (...who: string[]): Pick<SeatInfo, 'who' | 'name'>[] =>
    who.map((name) => ({ who: name.startsWith('level') || name === 'random' ? 'program' : 'person', name }))
  const names = (...who: string[]): (string | undefined)[] => cast(seats(...who), 'go').map((one) => one?.name)

  it('sit for programs, each its own', () => {
    expect(names('level2', 'Friend', 'level1')).toEqual(['fox', undefined, 'monk'])
    expect(names('random', 'level1')).toEqual([undefined, 'monk'])
  })

  it('are the same ones at each table, and have numbers where several play alike', () => {
    expect(names('level1', 'level1', 'me')).toEqual(['monk', 'monk', undefined])
    expect(cast(seats('level1', 'level2', 'level1'), 'go').map((one) => one?.label)).toEqual(['MONK 1', 'FOX', 'MONK 2'])
  })
})

describe('options', () => {
  it('that are left out follow those that were chosen', () => {
    expect(usualValue(edition!, {})).toBe('old')
    expect(usualValue(scoring!, { edition: 'new', players: 2 })).toBe('area')
    expect(usualValue(scoring!, { edition: 'new', players: 9 })).toBeUndefined()
    expect(allValues(go, { players: 2 })).toEqual({ players: 2, edition: 'old', scoring: 'territory', komi: 'yes' })
    expect(valueName(scoring!, 'area')).toBe('AREA')
  })

  it('are told in lists as far as they are unusual', () => {
    const table = (options: Options): string => details({ game: 'go', options, clock: null, ply: 0, status: 'waiting' } as unknown as TableInfo)
    expect(table({ players: 2, edition: 'new', scoring: 'area', komi: 'yes' })).toBe('NEW')
    expect(table({ players: 2, edition: 'old', scoring: 'area', komi: 'no' })).toBe('OLD · Scoring: AREA · Komi: NO')
  })

  it('R2: a preset means what it means in an edition, and leaves out what is usual there', () => {
    const [first, printed] = go.presets as [PresetInfo, PresetInfo]
    expect(presetValues(first, { edition: 'old' })).toEqual({ komi: 'no', scoring: 'area' })
    expect(withPreset(go, first, 2, { edition: 'old' })).toEqual({ edition: 'old', komi: 'no', scoring: 'area' })
    expect(withPreset(go, first, 2, { edition: 'new', scoring: 'territory' })).toEqual({ edition: 'new', komi: 'no' })
    expect(withPreset(go, printed, 2, { komi: 'no', scoring: 'area' })).toEqual({ scoring: 'area' })
  })

  it('R2: the preset of a table is known by its options', () => {
    expect(presetOf(go, { players: 2, edition: 'old', scoring: 'area', komi: 'no' })?.name).toBe('first')
    expect(presetOf(go, { players: 2, edition: 'old', scoring: 'territory', komi: 'no' })).toBeUndefined()
    expect(presetOf(go, { players: 2, edition: 'old', scoring: 'territory', komi: 'yes' })?.name).toBe('printed')
  })

  it('lead if others depend on them', () => {
    expect(leading(go)).toEqual([edition])
    expect(following(go, edition!)).toEqual([scoring])
  })
})
