// The printed editions, and what they differ in; `tests/web` holds this table against the rules.
import { t, type Key } from './words'

export interface Edition {
  name: string
  /** When captures happen: after each token, or at the end of the turn. */
  captures: 'token' | 'turn'
  /** Whether captured figures lie open with two players; with more they are hidden. */
  two: 'open' | 'hidden'
}

export const EDITIONS: Edition[] = [
  { name: 'rgg', captures: 'token', two: 'open' },
  { name: 'hig', captures: 'turn', two: 'open' },
  { name: 'ffg', captures: 'turn', two: 'hidden' },
]

/** How an edition is called: who printed it, and when. */
export const editionName = (edition: string): string => t(`edition.${edition}` as Key)
