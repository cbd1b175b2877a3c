// What a space is and what lies there, in words: for screen readers and titles.
import { thing, type Thing } from '../vocabulary'
import { t } from '../words'
import type { Lying } from './Board.svelte'
import { isSettlement, type Space } from './geometry'
import { FIGURE_WORDS, FIGURES, TOKEN } from './tokens'

/** What an edition calls a token, with its strength. */
export function tokenName(edition: string, code: string): string {
  const kind = TOKEN.get(code)
  if (!kind) return code
  const name = thing(edition, kind.name as Thing)
  return kind.strength ? `${name} ${kind.strength}` : name
}

/** What an edition calls a figure. */
export const figureName = (edition: string, figure: string): string =>
  thing(edition, FIGURE_WORDS[figure as keyof typeof FIGURE_WORDS])

/** The kind of a space: land, sea, village, the city Kyoto. */
export const kindOf = (space: Space): string => t(`board.${space.terrain}`, { title: space.title }).trim()

/** A space with everything on it and, at a settlement, how it stands. */
export function describeSpace(
  space: Space,
  position: Lying,
  edition: string,
  player: (seat: number) => string,
  marks: { targets?: ReadonlySet<string>; chosen?: ReadonlySet<string> } = {},
): string {
  const parts = [t('board.at', { space: space.name, kind: kindOf(space) })]
  const laid = position.tokens[space.name]
  const settlement = position.settlements[space.name]
  if (laid) parts.push(t('board.taken', { token: tokenName(edition, laid[1]), player: player(laid[0]) }))
  else if (settlement) {
    for (const figure of settlement.figures) {
      const kind = FIGURES.indexOf(figure as 'H')
      const shares = settlement.influence[kind]!.flatMap((n, seat) => (n ? t('board.share', { n, player: player(seat) }) : [])).join(', ')
      const winner = settlement.winners[kind] ?? null
      const name = figureName(edition, figure)
      if (!shares) parts.push(name)
      else if (winner === null) parts.push(t('board.would_tie', { figure: name, shares }))
      else parts.push(t('board.would', { figure: name, shares, winner: player(winner) }))
    }
    if (settlement.missing.length) parts.push(t('board.missing', { spaces: settlement.missing.join(', ') }))
  } else if (isSettlement(space) && position.phase !== 'draft' && position.phase !== 'choose') {
    parts.push(t('board.emptied'))
  } else parts.push(t('board.empty'))
  if (marks.chosen?.has(space.name)) parts.push(t('board.chosen'))
  if (marks.targets?.has(space.name)) parts.push(t('board.choosable'))
  return parts.join('. ')
}
