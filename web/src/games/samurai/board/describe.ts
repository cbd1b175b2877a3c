// What a space is and what lies there, in words: for screen readers and titles.
import { asText, seatMark, type Player } from '../../../shell/lib/sentences'
import type { Params } from '../words'
import { thing, type Thing } from '../vocabulary'
import { t, tell } from '../words'
import type { Lying } from './Board.svelte'
import { isSettlement, SETTLEMENTS_BESIDE, type Space } from './geometry'
import { placeMark, placeTitle, whereMark } from './places'
import { count, FIGURE_WORDS, FIGURES, TOKEN } from './tokens'

/** What an edition calls a token, with its strength. */
export function tokenName(edition: string, code: string): string {
  const kind = TOKEN.get(code)
  if (!kind) return code
  const name = thing(edition, kind.name as Thing)
  return kind.strength ? `${name} ${kind.strength}` : name
}

/** Tokens in words: helmet 4, 2 × samurai 1. */
export const tokenNames = (edition: string, codes: string[]): string =>
  count(codes)
    .filter(({ n }) => n)
    .map(({ token, n }) => (n > 1 ? `${n} × ` : '') + tokenName(edition, token.code))
    .join(', ')

/** What an edition calls a figure. */
export const figureName = (edition: string, figure: string): string =>
  thing(edition, FIGURE_WORDS[figure as keyof typeof FIGURE_WORDS])

/** A space with everything on it, what it is next to and, at a settlement, how it stands. */
export function describeSpace(
  space: Space,
  position: Lying,
  edition: string,
  player: Player,
  marks: { targets?: ReadonlySet<string>; chosen?: ReadonlySet<string>; coordinates?: boolean } = {},
): string {
  const say = (key: string, params: Params): string => asText(tell(key, params), player)
  const figures = (name: string): string => [...position.settlements[name]!.figures].map((figure) => figureName(edition, figure)).join(', ')
  const parts = [placeTitle(space.name) + (marks.coordinates ? ` (${space.name})` : '')]
  const laid = position.tokens[space.name]
  const settlement = position.settlements[space.name]
  if (laid) parts.push(say('board.taken', { token: tokenName(edition, laid[1]), seat: seatMark(laid[0]) }))
  else if (settlement) {
    for (const figure of settlement.figures) {
      const kind = FIGURES.indexOf(figure as 'H')
      const shares = settlement.influence[kind]!.flatMap((n, seat) => (n ? say('board.share', { n, seat: seatMark(seat) }) : [])).join(', ')
      const winner = settlement.winners[kind] ?? null
      const name = figureName(edition, figure)
      if (!shares) parts.push(name)
      else if (winner === null) parts.push(say('board.would_tie', { figure: name, shares }))
      else parts.push(say('board.would', { figure: name, shares, seat: seatMark(winner) }))
    }
    if (settlement.missing.length) parts.push(say('board.missing', { spaces: settlement.missing.map(whereMark) }))
  } else if (isSettlement(space) && position.phase !== 'draft' && position.phase !== 'choose') {
    parts.push(t('board.emptied'))
  } else parts.push(t('board.empty'))
  const beside = SETTLEMENTS_BESIDE.get(space.name)!.filter((name) => position.settlements[name])
  if (beside.length) {
    const places = beside.map((name) => say('board.beside_full', { place: placeMark(name), figures: figures(name) }))
    parts.push(say('board.beside', { places: places.join('; ') }))
  }
  if (marks.chosen?.has(space.name)) parts.push(t('board.chosen'))
  if (marks.targets?.has(space.name)) parts.push(t('board.choosable'))
  return parts.join('. ')
}
