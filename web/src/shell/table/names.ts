// What the seats of a table are called; two of the same name have their colour added, and two of one person the colour alone.
import { cast, programName } from '../lib/catalogue.svelte'
import { t } from '../lib/words.svelte'
import type { Player } from '../lib/sentences'
import type { TableInfo } from '../protocol'

/** Who sits where. */
export type Seated = Pick<TableInfo, 'seats' | 'mine' | 'game'>

const colour = (seat: number): string => t(`common.seat_${seat}`)

/** The name alone, for where colour and crest stand beside it. */
export function plainName(table: Seated, seat: number): string {
  const { who, name } = table.seats[seat]!
  if (who === 'program') return cast(table.seats, table.game)[seat]?.label ?? programName(name, table.game)
  return who === 'open' ? t('table.seat_open') : name || colour(seat)
}

/** Seat → name, and which one is the person at this screen. */
export function names(table: Seated): Player {
  const plain = table.seats.map((_, seat) => plainName(table, seat))
  const told = plain.map((name, seat) => (plain.indexOf(name) === plain.lastIndexOf(name) ? name : table.mine[1] !== undefined && table.mine.includes(seat) ? colour(seat) : `${name} (${colour(seat)})`))
  const [you = null, second] = table.mine
  return Object.assign((seat: number) => told[seat] ?? '', { you: second === undefined ? you : null })
}

/** What a seat is called to the person at this screen: the own name stands out. */
export const calledHere = (player: Player, seat: number): string => (seat === player.you ? t('table.you_short') : player(seat))
