// Sentences of the server: text with marked things in it, which a screen shows in its own way.
import type { Mark, Sentence } from '../protocol'

export type Player = (seat: number) => string

/** A mark as text; a seat is called by its player's name. */
export const markText = ({ kind, value, text }: Mark, player: Player): string =>
  kind === 'seat' ? player(Number(value)) : (text ?? String(value))

/** A sentence as plain text. */
export const asText = (sentence: Sentence, player: Player): string =>
  sentence.map((part) => (typeof part === 'string' ? part : markText(part, player))).join('')

/** The spaces of the board that some sentences speak of. */
export const spacesIn = (sentences: readonly Sentence[]): string[] =>
  sentences.flat().flatMap((part) => (typeof part !== 'string' && part.kind === 'space' ? [String(part.value)] : []))
