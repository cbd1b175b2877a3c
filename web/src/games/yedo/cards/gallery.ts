// Which cards of a set a person wants to see.
import type { Card } from '../protocol'

export const KINDS = ['mission', 'action', 'bonus', 'event', 'favour'] as const

/** What a card should be or be about; empty: that doesn't matter. Only missions have a colour. */
export interface Wanted {
  kind: string
  colour: string
  district: string
  weapon: string
}

/** Whether there may be missions among cards of this kind: their colour matters then. */
export const coloured = (kind: string): boolean => !kind || kind === 'mission'

export const fits = (card: Card, { kind, colour, district, weapon }: Wanted): boolean =>
  (!kind || card.kind === kind) &&
  (!colour || !coloured(kind) || card.colour === colour) &&
  (!district || !!card.districts?.includes(district)) &&
  (!weapon || !!card.weapons?.includes(weapon))

/** How many cards these are, each as often as it is printed. */
export const count = (cards: readonly Card[]): number => cards.reduce((sum, { copies = 1 }) => sum + copies, 0)
