// What doesn't change in a game: cards and numbers of the board, asked for once.
import { ask } from '../../shell/lib/api'
import { language } from '../../shell/lib/words.svelte'
import type { Card, Reference } from './protocol'

const asked = new Map<string, Promise<Reference>>()

export type Options = Record<string, unknown>

function fetched(options: Options): Promise<Reference> {
  const query = new URLSearchParams({ game: 'yedo', players: String(options.players ?? 4), cards: String(options.cards ?? 'city'), language: language() }).toString()
  const found = asked.get(query) ?? ask<Reference>('GET', `/api/reference?${query}`)
  asked.set(query, found)
  found.catch(() => asked.delete(query))
  return found
}

/** The reference of a game, as soon as it is there. */
export class Book {
  reference = $state.raw<Reference | null>(null)
  private readonly cards = $derived(new Map(this.reference?.cards.map((card) => [card.code, card])))

  /** Ask for it; again when the language changes. */
  async load(options: Options): Promise<void> {
    this.reference = await fetched(options)
  }

  card(code: string): Card | undefined {
    return this.cards.get(code)
  }

  get board(): Reference['board'] | undefined {
    return this.reference?.board
  }

  room(place: string): number {
    return this.board?.districts.find(({ places }) => place in places)?.places[place] ?? 0
  }

  fenced(place: string): number {
    return this.board?.districts.find(({ fenced }) => place in fenced)?.fenced[place] ?? 0
  }
}
