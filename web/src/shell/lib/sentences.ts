// Sentences of the server: text with marked things in it, which a screen shows in its own way.
import type { Mark, Sentence } from '../protocol'

/** Seat → name; `you` is the seat of the person at this screen, if there is exactly one. */
export type Player = ((seat: number) => string) & { you?: number | null }

/** A sentence as the person at this screen reads it. */
export const addressed = (sentence: Sentence, player: Player): (string | Mark)[] =>
  sentence.flatMap((part) => (Array.isArray(part) ? (part[0] === player.you ? part[1] : part[2]) : [part]))

/** A mark as text; a seat is called by its player's name. */
export const markText = ({ kind, value, text }: Mark, player: Player): string =>
  kind === 'seat' ? player(Number(value)) : (text ?? String(value))

/** A sentence as plain text. */
export const asText = (sentence: Sentence, player: Player): string =>
  addressed(sentence, player)
    .map((part) => (typeof part === 'string' ? part : markText(part, player)))
    .join('')

/** The spaces of the board that some sentences speak of. */
export const spacesIn = (sentences: readonly Sentence[]): string[] =>
  sentences
    .flat()
    .flatMap((part) => (Array.isArray(part) ? part[2] : [part]))
    .flatMap((part) => (typeof part !== 'string' && part.kind === 'space' ? [String(part.value)] : []))

/** Sentences one after the other, with something between them. */
export const joined = (sentences: readonly Sentence[], between: string): Sentence =>
  sentences.flatMap((sentence, i) => (i ? [between, ...sentence] : sentence))

/** A seat, to be named in a sentence. */
export const seatMark = (seat: number): Mark => ({ kind: 'seat', value: seat })
