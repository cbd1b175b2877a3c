// Who sits at a table, in words.
import type { SeatInfo, TableInfo } from '../protocol'
import { cast, gameInfo, leading, programName, usualValue, valueName } from '../lib/catalogue.svelte'
import { language, t } from '../lib/words.svelte'
import { clockName } from './clock'

/** Who sits on a seat. */
export function seatName(seat: SeatInfo, game: string, mine = false): string {
  if (mine) return t('start.you')
  if (seat.who === 'program') return programName(seat.name, game)
  return seat.who === 'open' ? '…' : seat.name || t('start.no_name')
}

/** Who sits on a seat of a table; the players of an uploaded record have colours alone. */
export function playerName(table: TableInfo, seat: number): string {
  if (table.status === 'record') return t(`common.seat_${seat}`)
  const there = table.seats[seat]!
  const mine = table.mine.includes(seat)
  // Several players at one screen have their names.
  if (mine && table.mine.length > 1) {
    const isAlone = table.seats.every(({ name }, other) => other === seat || name !== there.name)
    return isAlone && there.name ? there.name : t(`common.seat_${seat}`)
  }
  return (!mine && cast(table.seats, table.game)[seat]?.label) || seatName(there, table.game, mine)
}

/** A list of names: `A, B and C`. */
export function list(names: string[]): string {
  if (names.length < 2) return names.join('') // most lists: the formatter takes its time
  return new Intl.ListFormat(language(), { type: 'conjunction' }).format(names)
}

/** What a table is at, in a few words. */
export function status(table: TableInfo): string {
  const name = (seat: number): string => playerName(table, seat)
  if (table.status === 'waiting')
    return t('start.status_waiting', { n: table.seats.filter((seat) => seat.who === 'open').length })
  const ended = [...won(table), ...losses(table)]
  if (ended.length && table.status !== 'playing') return ended.join(' · ')
  const single = table.mine.length === 1
  if (table.status === 'record') return t('start.status_record')
  if (single && isMyTurn(table)) return t('start.your_turn')
  return table.to_move.length ? t('start.status_playing', { name: list(table.to_move.map(name)) }) : ''
}

/** Who won; those of the same name have their colours added. */
function won(table: TableInfo): string[] {
  const { winners, mine } = table
  if (!winners.length) return []
  if (mine.length === 1 && winners.every((seat) => mine.includes(seat))) return [t('start.status_won')]
  const plain = table.seats.map((_, seat) => playerName(table, seat))
  const told = (seat: number): string =>
    plain.indexOf(plain[seat]!) === plain.lastIndexOf(plain[seat]!) ? plain[seat]! : `${plain[seat]} (${t(`common.seat_${seat}`)})`
  return [t('start.status_over', { names: list(winners.map(told)) })]
}

/** Who gave up, or lost on time. */
const losses = (table: TableInfo): string[] =>
  table.seats.flatMap(({ lost }, seat) => {
    if (!lost) return []
    const key = lost === 'time' ? 'late' : 'resigned'
    return table.mine.length === 1 && table.mine.includes(seat) ? t(`start.status_${key}_you`) : t(`start.status_${key}`, { name: playerName(table, seat) })
  })

/** The players at a table besides me; all, where several share this screen. */
export function others(table: TableInfo): string {
  const alone = table.mine.length === 1 && table.seats.length > 1
  return list([...table.seats.keys()].flatMap((seat) => (alone && table.mine.includes(seat) ? [] : playerName(table, seat))))
}

/** Whether I play or played at a table, or opened its record. */
export const isMine = ({ mine, host, status }: TableInfo): boolean => mine.length > 0 || (host && status === 'record')

/** Whether it's my turn at a table. */
export const isMyTurn = (table: TableInfo): boolean =>
  table.status === 'playing' && table.to_move.some((seat) => table.mine.includes(seat))

/** What is played at a table, and how far it has got: edition, unusual options, clock, the strength of who waits, moves. */
export function details({ game, options, clock, ply, status: at, strength }: TableInfo): string {
  const info = gameInfo(game)
  const leaders = info ? leading(info) : []
  const editions = leaders.map((option) => valueName(option, options[option.name]))
  const unusual = (info?.options ?? []).filter((option) => !leaders.includes(option) && option.name in options && options[option.name] !== usualValue(option, options))
  const changes = unusual.map((option) => `${option.label}: ${valueName(option, options[option.name])}`)
  const time = clock ? [clockName(clock)] : []
  const rated = at === 'waiting' && strength ? [t('start.strength_of', { value: strength.value, plus: Math.round((strength.high - strength.low) / 2) })] : []
  return [...editions, ...changes, ...time, ...rated, ...(at === 'waiting' ? [] : [t('start.moves', { n: ply })])].join(' · ')
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
