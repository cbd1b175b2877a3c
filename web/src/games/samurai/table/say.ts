// The log in words.
import { figureName, tokenName } from '../board/describe'
import { t } from '../words'
import type { Captured, LogEntry } from '../types'
import { things } from '../vocabulary'
import { paths } from './choice'
import type { Advice } from './coach'

export interface Speaker {
  edition: string
  player: (seat: number) => string
}

/** What a move did, without who did it. */
export function sayMove({ edition }: Speaker, move: string): string {
  const parts = paths(move)[0] ?? []
  const [first, a = '', f = '', b = '', g = ''] = parts
  if (first === undefined) return move === '+' ? t('table.log_chose') : t('table.log_end')
  if (first === 'X')
    return t('table.log_figures', { one: figureName(edition, f), a, other: figureName(edition, g), b, name: tokenName(edition, 'X') })
  if (first === 'T') return t('table.log_tokens', { a, b: f, name: tokenName(edition, 'T') })
  if (first.endsWith('*')) return t('table.log_put', { figure: figureName(edition, first[0]!), space: a })
  if (first.startsWith('+')) return t('table.log_chosen', { token: tokenName(edition, first.slice(1)) })
  return t('table.log_laid', { token: tokenName(edition, first), space: a })
}

/** Who got a figure. */
export function sayCapture({ edition, player }: Speaker, captured: Captured): string {
  const params = { figure: figureName(edition, captured.figure), space: captured.space }
  if (captured.winner === null) return t('table.capture_aside', params)
  return t('table.capture_by', { ...params, player: player(captured.winner) })
}

/** Why a figure went where it went: the influence of every seat and the tokens it came from. */
export function sayWhy({ edition, player }: Speaker, captured: Captured): string {
  const shares = captured.influence.flatMap((n, seat) =>
    n ? `${t('board.share', { n, player: player(seat) })} (${captured.tokens[seat]!.map(([space, code]) => `${tokenName(edition, code)} ${space}`).join(', ')})` : [],
  )
  if (!shares.length) return t('table.why_nobody')
  return captured.winner === null ? t('table.why_tie', { shares: shares.join(' · ') }) : shares.join(' · ')
}

/** A whole turn in one breath: who did what, and what it captured. */
export function sayTurn(speaker: Speaker, entries: readonly LogEntry[]): string {
  if (!entries.length) return ''
  const moves = entries.filter((entry) => entry.move !== '/').map((entry) => sayMove(speaker, entry.move))
  const captures = capturesOf(entries).map((captured) => sayCapture(speaker, captured))
  return [`${speaker.player(entries[0]!.seat)}: ${moves.join(', ') || t('table.log_passed')}`, ...captures].join('. ')
}

/** What the coach says. */
export function sayAdvice(edition: string, { key, token, figure, mine = 0, best = 0 }: Advice): string {
  const named = { ...(token ? { token: tokenName(edition, token) } : {}), ...(figure ? { figure: figureName(edition, figure) } : {}) }
  return t(`coach.${key}`, { ...things(edition), ...named, mine, best })
}

/** Captures of some moves, in their order. */
export const capturesOf = (entries: readonly LogEntry[]): Captured[] => entries.flatMap((entry) => entry.events)
