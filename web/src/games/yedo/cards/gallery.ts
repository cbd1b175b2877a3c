// Which cards of a set somebody wants to see.
import type { Card } from '../protocol'

export const KINDS = ['mission', 'action', 'bonus', 'event', 'favour'] as const

/** What a card should be or ask for; empty: that doesn't matter. Only missions have a colour, districts and weapons. */
export interface Wanted {
  kind: string
  colour: string
  district: string
  weapon: string
}

/** Whether a part of a mission asks for this. */
const asks = ({ standard, bonus }: Card, kind: string, name: string): boolean =>
  [...(standard?.needs ?? []), ...(bonus?.needs ?? [])].some((need) => need.kind === kind && need.name === name)

/** Whether there may be missions among cards of this kind: what only they have matters then. */
export const narrows = (kind: string): boolean => !kind || kind === 'mission'

export const fits = (card: Card, { kind, colour, district, weapon }: Wanted): boolean =>
  (!kind || card.kind === kind) &&
  (!narrows(kind) ||
    ((!colour || card.colour === colour) &&
      (!district || asks(card, 'district', district)) &&
      (!weapon || asks(card, 'weapon', weapon))))

/** How many cards these are, each as often as it is printed. */
export const count = (cards: readonly Card[]): number => cards.reduce((sum, { copies = 1 }) => sum + copies, 0)
