// The log in words: sentences whose places light up on the map.
import { asText, joined, seatMark, type Player } from '../../../shell/lib/sentences'
import { figureName, tokenName } from '../board/describe'
import { placeMark, whereMark } from '../board/places'
import { things } from '../vocabulary'
import { t, tell } from '../words'
import type { Decision } from '../../../shell/table/ending'
import type { Captured, LogEntry, Mark, Result, Sentence } from '../types'
import { paths } from './choice'
import { standing, type Step } from './coach'

export interface Speaker {
  edition: string
  player: Player
}

const tokenMark = (edition: string, code: string): Mark => ({ kind: 'token', value: code, text: tokenName(edition, code) })

/** What a move did, without who did it. */
export function sayMove({ edition }: Speaker, move: string): Sentence {
  const parts = paths(move)[0] ?? []
  const [first, a = '', f = '', b = '', g = ''] = parts
  if (first === undefined) return tell('table.log_chose', things(edition))
  if (first === '/') return tell('table.log_end')
  if (first === 'X') {
    const [one, other] = [figureName(edition, f), figureName(edition, g)]
    return tell('table.log_figures', { name: tokenName(edition, 'X'), one, at: whereMark(a), other, there: whereMark(b) })
  }
  if (first === 'T') return tell('table.log_tokens', { name: tokenName(edition, 'T'), at: whereMark(a), there: whereMark(f) })
  if (first.endsWith('*')) return tell('table.log_put', { figure: figureName(edition, first[0]!), at: whereMark(a) })
  if (first.startsWith('+')) return tell('table.log_chosen', { token: tokenMark(edition, first.slice(1)) })
  return tell('table.log_laid', { token: tokenMark(edition, first), at: whereMark(a) })
}

/** The moves of a turn as one sentence, without its end. */
export function sayMoves(speaker: Speaker, moves: readonly string[]): Sentence {
  const said = moves.filter((move) => move !== '/').map((move) => sayMove(speaker, move))
  return said.length ? joined(said, ', ') : tell('table.log_passed')
}

/** Who got a figure. */
export function sayCapture({ edition }: Speaker, captured: Captured): Sentence {
  const params = { figure: figureName(edition, captured.figure), at: whereMark(captured.space) }
  if (captured.winner === null) return tell('table.capture_aside', params)
  return tell('table.capture_by', { ...params, seat: seatMark(captured.winner) })
}

/** Who got a figure, or why no one did. */
export function sayTaker({ winner, influence }: Captured): Sentence {
  if (winner !== null) return tell('table.taker', { seat: seatMark(winner) })
  return tell(influence.some(Boolean) ? 'table.taker_tie' : 'table.taker_nobody')
}

/** Why a figure went where it went: the influence of every seat and the tokens it came from. */
export function sayWhy({ edition }: Speaker, captured: Captured): Sentence {
  const shares = captured.influence.flatMap((n, seat): Sentence[] => {
    if (!n) return []
    const tokens = captured.tokens[seat]!.map(([space, code]) => tell('table.laid', { token: tokenMark(edition, code), at: whereMark(space) }))
    return [[...tell('board.share', { n, seat: seatMark(seat) }), ' (', ...joined(tokens, ', '), ')']]
  })
  if (!shares.length) return tell('table.why_nobody')
  return captured.winner === null ? [...tell('table.why_tie'), ' ', ...joined(shares, ' · ')] : joined(shares, ' · ')
}

/** A whole turn in one breath: who did what, and what it captured. */
export function sayTurn(speaker: Speaker, entries: readonly LogEntry[]): string {
  if (!entries.length) return ''
  const { player } = speaker
  const moves = entries.filter((entry) => entry.move !== '/').map((entry) => asText(sayMove(speaker, entry.move), player))
  const captures = capturesOf(entries).map((captured) => asText(sayCapture(speaker, captured), player))
  const who = asText(tell('table.who', { seat: seatMark(entries[0]!.seat) }), player)
  return [`${who}: ${moves.join(', ') || t('table.log_passed')}`, ...captures].join('. ')
}

/** What a person did in their last turn, with what it captured: "Ayame: samurai 1. Helmet in Kyoto goes to Ayame." */
export function sayLast(speaker: Speaker, seat: number, entries: readonly LogEntry[]): Sentence {
  const captures = capturesOf(entries).map((captured) => sayCapture(speaker, captured))
  return [...joined([[...tell('table.who', { seat: seatMark(seat) }), ': ', ...sayMoves(speaker, entries.map(({ move }) => move))], ...captures], '. '), '.']
}

/** What a token would bring about, in one line: each settlement beside it with its figures. */
export function sayAround({ edition }: Speaker, { neighbours, idle }: Pick<Step, 'neighbours' | 'idle'>): Sentence {
  const said = neighbours.flatMap(({ space, figures }) =>
    figures.map(({ figure, mine, best, ...one }) => tell(`coach.would_${standing({ mine, best, ...one })}`, { figure: figureName(edition, figure), at: whereMark(space), mine, best })),
  )
  return said.length ? joined(said, ' ') : idle.length ? [t('coach.idle'), ' ', ...joined(idle.map((place) => [placeMark(place)]), ', ')] : tell('coach.nothing')
}

/** What decided a game. */
export function decisionOf(result: Result | null): Decision | null {
  if (!result?.details) return null
  const { ended, steps } = result.details
  const texts = steps.map(({ text }) => text)
  // the last of several steps only says who won
  return { ended, how: (texts.length > 4 ? texts.at(-2) : texts.at(-1)) ?? [], steps: texts }
}

/** A settlement whose figures were captured, and the token that surrounded it. */
export interface Capture {
  space: string
  /** The move that it came of. */
  ply: number
  seat: number
  token: Mark | null
  figures: Captured[]
}

/** The settlements captured by some moves, in their order. */
export function settlementsOf({ edition }: Speaker, entries: readonly LogEntry[]): Capture[] {
  return entries.flatMap((entry, i) => {
    const laid = entries.slice(0, i + 1).findLast(({ seat, move }) => seat === entry.seat && move !== '/') // captures may wait for the end of a turn
    const code = laid && paths(laid.move)[0]?.[0]
    const found = new Map<string, Capture>()
    for (const captured of entry.events) {
      const { space } = captured
      const there = found.get(space) ?? { space, ply: entry.ply, seat: entry.seat, token: code ? tokenMark(edition, code) : null, figures: [] }
      there.figures.push(captured)
      found.set(space, there)
    }
    return [...found.values()]
  })
}

/** Captures of some moves, in their order. */
export const capturesOf = (entries: readonly LogEntry[]): Captured[] => entries.flatMap((entry) => entry.events)
