// What is printed on the tokens: their tables come from the rules, the order is the one players think in.
import map from '../map.json'

export interface TokenKind {
  code: string
  /** A key into the vocabulary of an edition. */
  name: string
  number: number
  strength: number
  fast: boolean
  terrain: string
}
/** So many figures set aside end the game. */
export const ASIDE: number = map.aside
/** How many tokens a hand holds. */
export const HAND: number = map.hand
export const TOKENS: TokenKind[] = map.tokens
export const TOKEN: Map<string, TokenKind> = new Map(TOKENS.map((token) => [token.code, token]))

export type FigureKind = 'H' | 'B' | 'R'
/** In the order in which counts are listed. */
export const FIGURES: FigureKind[] = ['H', 'B', 'R']
export const FIGURE_WORDS = { H: 'helmet', B: 'buddha', R: 'rice' } as const

/** Tokens with their numbers, in the order of the set: what a stack still holds. */
export function count(codes: string[]): { token: TokenKind; n: number }[] {
  return TOKENS.map((token) => ({ token, n: codes.filter((code) => code === token.code).length }))
}
