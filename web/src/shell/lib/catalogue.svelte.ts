// What can be played here, as the server describes it in the language spoken now.
import type { Catalogue, CharacterInfo, DependentDefault, GameInfo, OptionInfo, PresetInfo, ProgramInfo, SeatInfo, TableInfo } from '../protocol'
import { ask } from './api'
import { language } from './words.svelte'

export type Value = boolean | number | string
export type Options = Record<string, Value>

let known: Catalogue | null = $state.raw(null)
let asked: { language: string; answer: Promise<Catalogue> } | null = null

/** Ask the server, once for each language. */
export async function catalogue(): Promise<Catalogue> {
  if (asked?.language !== language()) {
    const answer = ask<Catalogue>('GET', '/api/games')
    asked = { language: language(), answer }
    answer.then(
      (found) => (known = found),
      () => (asked = null),
    )
  }
  return asked!.answer
}

/** A game, as soon as the server has described it. */
export const gameInfo = (game: string): GameInfo | undefined => known?.games.find(({ name }) => name === game)

/** What a game is called. */
export const gameTitle = (game: string): string => gameInfo(game)?.title ?? spaced(game)

/** What a study of a table is called at first; without a name. */
export const studyTitle = ({ game, created }: Pick<TableInfo, 'game' | 'created'>): string => `${gameTitle(game)}, ${new Date(created * 1000).toLocaleDateString(language(), { dateStyle: 'long' })}`

/** How a program is called. */
export function programName(name: string, game: string): string {
  return gameInfo(game)?.programs.find((program) => program.name === name)?.label ?? spaced(name)
}

/** Seat → as whom its program sits there; undefined for people. Several that play alike are the same character, with numbers. */
export function cast(seats: readonly Pick<SeatInfo, 'who' | 'name'>[], game: string): (CharacterInfo | undefined)[] {
  const { programs = [], characters = [] } = gameInfo(game) ?? {}
  const wanted = seats.map(({ who, name }) => (who === 'program' ? programs.find((one) => one.name === name)?.character : undefined))
  return wanted.map((name, seat) => {
    const found = characters.find((one) => one.name === name)
    const number = wanted.slice(0, seat + 1).filter((one) => one === name).length
    return found && wanted.indexOf(name) !== wanted.lastIndexOf(name) ? { ...found, label: `${found.label} ${number}` } : found
  })
}

/** A program and what it is like, as far as it is described. */
export const programAbout = ({ label, help }: ProgramInfo): string => (help ? `${label}: ${help}` : label)

/** As whom a program sits at a table, if that is free. */
export const characterOf = ({ characters }: GameInfo, program: ProgramInfo | undefined): CharacterInfo | undefined =>
  characters.find(({ name }) => name === program?.character)

/** The programs to choose from at once: levels, if there are any. */
export function strengths(programs: ProgramInfo[]): ProgramInfo[] {
  const levels = programs.filter(({ name }) => /^level\d+$/.test(name))
  return levels.length ? levels : programs
}

/** What an option is if it is left out, given the others; undefined where unknown. */
export function usualValue(option: OptionInfo, chosen: Options): Value | undefined {
  return option.default ?? depending(option.defaults, chosen)
}

const depending = (values: DependentDefault[], chosen: Options): Value | undefined =>
  values.find(({ when }) => Object.entries(when).every(([name, value]) => chosen[name] === value))?.value

/** Every option with its value, chosen or usual. */
export function allValues(game: GameInfo, chosen: Options): Options {
  const all: Options = { ...chosen }
  for (const option of game.options) {
    const value = all[option.name] ?? usualValue(option, all)
    if (value !== undefined) all[option.name] = value
  }
  return all
}

/** What a preset means for a table with these options. */
export function presetValues(preset: PresetInfo, all: Options): Options {
  const found = Object.entries(preset.depending).map(([name, values]) => [name, depending(values, all)] as const)
  return { ...preset.options, ...Object.fromEntries(found.filter((each): each is [string, Value] => each[1] !== undefined)) }
}

/** The preset that a table with these options plays; undefined if it is none. */
export const presetOf = (game: GameInfo, all: Options): PresetInfo | undefined =>
  game.presets.find((preset) => Object.entries(presetValues(preset, all)).every(([name, value]) => all[name] === value))

/** The options with those of a preset; what is usual anyway is left out, and so follows the other options. */
export function withPreset(game: GameInfo, preset: PresetInfo, players: number, chosen: Options): Options {
  const open = Object.fromEntries(Object.entries(chosen).filter(([name]) => !(name in preset.options) && !(name in preset.depending)))
  const usual = allValues(game, { players, ...open })
  const unusual = Object.entries(presetValues(preset, usual)).filter(([name, value]) => value !== usual[name])
  return { ...open, ...Object.fromEntries(unusual) }
}

/** What a value of an option is called. */
export const valueName = (option: OptionInfo, value: Value | undefined): string =>
  option.values.find((each) => each.value === value)?.label ?? String(value ?? '')

/** The options on which the defaults of others depend, such as an edition: the first to choose. */
export const leading = (game: GameInfo): OptionInfo[] =>
  game.options.filter(({ name }) => game.options.some((other) => other.defaults.some(({ when }) => name in when)))

/** The options whose defaults depend on another one. */
export const following = (game: GameInfo, leader: OptionInfo): OptionInfo[] =>
  game.options.filter((other) => other.defaults.some(({ when }) => leader.name in when))

function spaced(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/(?<=\p{L})(?=\d+$)/u, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
