// The log in words: sentences whose places light up on the map.
import { asText, joined, seatMark, type Player } from '../../../shell/lib/sentences'
import { figureName, tokenName } from '../board/describe'
import { whereMark } from '../board/places'
import { things } from '../vocabulary'
import { t, tell } from '../words'
import type { Captured, LogEntry, Mark, Sentence } from '../types'
import { paths } from './choice'
import type { Advice } from './coach'

export interface Speaker {
  edition: string
  player: Player
}

const tokenMark = (edition: string, code: string): Mark => ({ kind: 'token', value: code, text: tokenName(edition, code) })

/** What a move did, without who did it. */
export function sayMove({ edition }: Speaker, move: string): Sentence {
  const parts = paths(move)[0] ?? []
  const [first, a = '', f = '', b = '', g = ''] = parts
  if (first === undefined) return move === '+' ? tell('table.log_chose', things(edition)) : tell('table.log_end')
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

/** What the coach says. */
export function sayAdvice(edition: string, { key, token, figure, mine = 0, best = 0 }: Advice): string {
  const named = { ...(token ? { token: tokenName(edition, token) } : {}), ...(figure ? { figure: figureName(edition, figure) } : {}) }
  return t(`coach.${key}`, { ...things(edition), ...named, mine, best })
}

/** Captures of some moves, in their order. */
export const capturesOf = (entries: readonly LogEntry[]): Captured[] => entries.flatMap((entry) => entry.events)
