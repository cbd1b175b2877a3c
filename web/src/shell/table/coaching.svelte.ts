// Whether a coach sits beside a person: in a first game, until some turns are played or it is sent away.
import { ask } from '../lib/api'
import { choose, settings } from '../lib/settings.svelte'
import type { Lobby } from '../protocol'

/** After this many turns the coach is gone, unless a game takes longer to learn. */
export const TURNS = 6

/** How many turns of a game were played beside the coach; false: there is none; null: not known yet. */
export function turnsBeside(game: string): number | false | null {
  const { coach } = settings
  return coach && typeof coach === 'object' ? (coach[game] ?? null) : coach === false ? false : null
}

/** Show the coach to newcomers to a game. */
export async function meet(game: string): Promise<void> {
  if (turnsBeside(game) !== null) return
  try {
    const { finished } = await ask<Lobby>('GET', '/api/tables')
    if (turnsBeside(game) === null) coach(game, !finished.some((table) => table.game === game && table.mine.length))
  } catch {
    // without an answer there is no coach this time
  }
}

/** Have a coach in a game from now on, or none. */
export const coach = (game: string, wanted: boolean): void => stay(game, wanted && 0)

/** A turn was played beside the coach, who stays for some of them. */
export function coached(game: string, turns = TURNS): void {
  const played = turnsBeside(game)
  if (typeof played === 'number') stay(game, played < turns && played + 1)
}

const stay = (game: string, turns: number | false): void => choose('coach', { ...(settings.coach || {}), [game]: turns })
