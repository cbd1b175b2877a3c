// What an edition calls things: the 1998 and the 2015 words, to be filled into sentences.
import { vocabularyOf } from './settings'
import { t, type Params } from './words'

const THINGS = [
  'buddha', 'buddhas', 'fast', 'figure', 'figure_exchange', 'figures', 'helmet', 'helmets', 'majorities',
  'majority', 'rice', 'rices', 'ronin', 'samurai', 'ship', 'slow', 'token', 'token_exchange', 'tokens',
] as const

export type Thing = (typeof THINGS)[number]

/** What an edition calls a thing. */
export function thing(edition: string, name: Thing): string {
  return t(`v${vocabularyOf(edition)}.${name}`)
}

/** All of them, as parameters of a sentence such as `Play a {token}`. */
export function things(edition: string): Params {
  return Object.fromEntries(THINGS.map((name) => [name, thing(edition, name)]))
}
