// The printed editions and what they differ in, as the server describes them.
import { gameInfo, usualValue, type Options } from '../../shell/lib/catalogue.svelte'
import type { GameInfo } from '../../shell/protocol'

export interface Edition {
  name: string
  /** Who printed it, and when. */
  label: string
  /** When captures happen: after each token, or at the end of the turn. */
  captures: 'token' | 'turn'
  /** Number of players → whether captured figures lie open. */
  captured: (players: number) => 'open' | 'hidden'
}

/** When captures happen in an edition. */
export function timing(name: string): Edition['captures'] {
  const game = gameInfo('samurai')
  return (game && editions(game).find((edition) => edition.name === name)?.captures) ?? 'token'
}

/** All of them. */
export function editions(game: GameInfo): Edition[] {
  const option = (name: string) => game.options.find((each) => each.name === name)!
  const usual = (name: string, chosen: Options) => usualValue(option(name), chosen)
  return option('edition').values.map(({ value, label }) => ({
    name: String(value),
    label,
    captures: usual('captures', { edition: value }) as 'token',
    captured: (players) => usual('captured_figures', { edition: value, players }) as 'open',
  }))
}
