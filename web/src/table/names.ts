// What the seats of a table are called; two that would be called the same are told apart by their colour.
import { t, type Key } from '../lib/words.svelte'
import { programName } from '../pages/parts/people'
import type { TableInfo } from '../protocol'

const colour = (seat: number): string => t(`common.seat_${seat}` as Key)

/** Seat → name. */
export function names(table: TableInfo): (seat: number) => string {
  const plain = table.seats.map(({ who, name }, seat) =>
    who === 'open' ? t('table.seat_open') : who === 'program' ? programName(name) : name || colour(seat),
  )
  const told = plain.map((name, seat) => (plain.indexOf(name) === plain.lastIndexOf(name) ? name : `${name} (${colour(seat)})`))
  return (seat) => told[seat] ?? ''
}
