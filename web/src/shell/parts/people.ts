// Who sits at a table, in words.
import type { SeatInfo, TableInfo } from '../../protocol'
import { language, t, type Key } from '../lib/words.svelte'

/** How a program is called: its level, or what it does. */
export function programName(name: string): string {
  const level = /^level(\d+)$/.exec(name)
  if (level) return t('common.program_level', { n: level[1]! })
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const ABOUT: Record<string, Key> = {
  greedy: 'common.program_greedy',
  level1: 'common.program_level_1',
  level2: 'common.program_level_2',
  level3: 'common.program_level_3',
  level4: 'common.program_level_4',
  level5: 'common.program_level_5',
  level6: 'common.program_level_6',
  level7: 'common.program_level_7',
  level8: 'common.program_level_8',
  random: 'common.program_random',
}

/** A program and what it is like, as far as that is known. */
export function programAbout(name: string): string {
  const about = ABOUT[name]
  return about ? t(about) : programName(name)
}

/** The programs from the weakest to the strongest, as far as they are known. */
export function ordered(programs: string[]): string[] {
  const rank = (name: string): number => {
    const known = ['random', 'greedy'].indexOf(name)
    return known >= 0 ? known : 2 + Number(/^level(\d+)$/.exec(name)?.[1] ?? 0)
  }
  return [...programs].sort((a, b) => rank(a) - rank(b))
}

/** The programs to choose from at once: levels, if there are any. */
export function strengths(programs: string[]): string[] {
  const levels = programs.filter((name) => /^level\d+$/.test(name))
  return ordered(levels.length ? levels : programs)
}

/** A first opponent is beatable: of many levels one of the lower third, of two programs the one that thinks. */
export function usualProgram(programs: string[]): string {
  const choices = strengths(programs)
  return choices[choices.length > 2 ? Math.floor((choices.length - 1) / 3) : choices.length - 1] ?? ''
}

/** Who sits on a seat. */
export function seatName(seat: SeatInfo, mine = false): string {
  if (mine) return t('start.you')
  if (seat.who === 'program') return programName(seat.name)
  return seat.who === 'open' ? '…' : seat.name || t('start.no_name')
}

/** Who sits on a seat of a table; the players of an uploaded record have colours alone. */
export function playerName(table: TableInfo, seat: number): string {
  if (table.status === 'record') return t(`common.seat_${seat}` as Key)
  return seatName(table.seats[seat]!, table.mine.includes(seat))
}

/** A list of names: `A, B and C`. */
export function list(names: string[]): string {
  return new Intl.ListFormat(language(), { type: 'conjunction' }).format(names)
}

/** What a table is at, in a few words. */
export function status(table: TableInfo): string {
  const name = (seat: number): string => playerName(table, seat)
  if (table.status === 'waiting')
    return t('start.status_waiting', { n: table.seats.filter((seat) => seat.who === 'open').length })
  if (table.winners.length && table.winners.every((seat) => table.mine.includes(seat))) return t('start.status_won')
  if (table.winners.length) return t('start.status_over', { names: list(table.winners.map(name)) })
  if (table.status === 'record') return t('start.status_record')
  if (table.to_move.some((seat) => table.mine.includes(seat))) return t('start.your_turn')
  return table.to_move.length ? t('start.status_playing', { name: list(table.to_move.map(name)) }) : ''
}

/** How many days ago a day was, given as `2026-11-17`. */
export function daysAgo(day: string, now = Date.now()): string {
  const past = Math.max(0, Math.floor((now - Date.parse(day)) / 86_400_000))
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-past, 'day')
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
]

/** How long ago a moment was, given in seconds since 1970. */
export function ago(moment: number, now = Date.now() / 1000): string {
  const past = Math.max(0, now - moment)
  const found = UNITS.find(([, seconds]) => past >= seconds)
  if (!found) return t('start.now')
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-Math.floor(past / found[1]), found[0])
}
