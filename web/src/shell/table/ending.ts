// How a game at a table ended, and what was played for a player: from the server's messages. Pure: easy to test.
import { asText, seatMark, type Player } from '../lib/sentences'
import { language, t, tell } from '../lib/words.svelte'
import { list } from '../parts/people'
import type { LogEntry, Result, Sentence, TableInfo, Wire } from '../protocol'

/** The result of a game that was played to its end. */
export type Scored<W extends Wire> = Result<W> & { details: NonNullable<Result<W>['details']> }

/** What decided a game, in the game's own words. */
export interface Decision {
  /** Why it is over. */
  ended: Sentence
  /** Why the winner won. */
  how: Sentence
  /** Every step, for those who listen. */
  steps: Sentence[]
}

/** Who gave up or was too late too often, and who won. */
export function verdict(table: TableInfo, winners: number[], player: Player): string {
  const losses = table.seats.flatMap(({ lost }, seat) => {
    if (!lost) return []
    return table.mine.includes(seat) && table.mine.length === 1 ? t(`table.lost_${lost}_you`) : t(`table.lost_${lost}`, { player: player(seat) })
  })
  const [first, second] = winners
  if (first === undefined) return losses.join(' ')
  if (second === undefined) return [...losses, asText(tell('table.won_by', { seat: seatMark(first) }), player)].join(' ')
  const others = winners.filter((seat) => seat !== player.you).map(player)
  const players = others.length < winners.length ? [t('table.you_short'), ...others] : others
  return [...losses, t('table.won_shared', { players: list(players) })].join(' ')
}

/** A day, given in seconds since 1970. */
export const day = (moment: number): string =>
  new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'short' }).format(new Date(moment * 1000))

/** The moves that a program played for a seat since the person there last played. */
export function missed<W extends Wire>(log: readonly LogEntry<W>[], seat: number): LogEntry<W>[] {
  const own = log.filter((entry) => entry.seat === seat)
  return own.slice(own.findLastIndex((entry) => !entry.by) + 1)
}
