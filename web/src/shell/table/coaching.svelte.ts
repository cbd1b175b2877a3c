// Whether a coach sits beside a person: in a first game, until some turns are played or it is sent away.
import { ask } from '../lib/api'
import { choose, settings } from '../lib/settings.svelte'
import type { Lobby } from '../protocol'

/** After this many turns the coach is gone, unless a game takes longer to learn. */
export const TURNS = 6

/** Whether to show the coach by default: to newcomers. */
export async function meet(): Promise<void> {
  if (settings.coach !== null) return
  try {
    const { finished } = await ask<Lobby>('GET', '/api/tables')
    if (settings.coach === null) coach(!finished.some(({ mine }) => mine.length))
  } catch {
    // without an answer there is no coach this time
  }
}

/** Have a coach from now on, or none. */
export function coach(wanted: boolean): void {
  choose('coach', wanted)
  choose('coached', 0)
}

/** A turn was played beside the coach, who stays for some of them. */
export function coached(turns = TURNS): void {
  if (!settings.coach) return
  if (settings.coached < turns) choose('coached', settings.coached + 1)
  else coach(false)
}
