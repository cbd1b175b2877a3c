// Puzzles for a time without a connection: those of the coming days, and some of the right strength.
import { extrasOf } from '../../games'
import { keepForOffline } from '../lib/offline'
import { language } from '../lib/words.svelte'
import type { PuzzleInfo } from '../protocol'
import { comingDays, daily } from './days'

const DAYS = 7
const MORE = 25

/** Where a puzzle is asked for. */
export const puzzlePath = (game: string, id: string, table = ''): string =>
  `/api/puzzle?game=${game}&wire=${game}&id=${encodeURIComponent(id)}${words(game)}${table && `&table=${encodeURIComponent(table)}`}`

/** The end of a question about a game whose answer shall be in the words that this person knows. */
export function words(game: string): string {
  const vocabulary = extrasOf(game).vocabulary?.()
  return vocabulary ? `&words=${vocabulary}` : ''
}

/** Which puzzles to keep: those of the days to come, then the closest in strength that were never tried. */
export function toKeep(puzzles: readonly PuzzleInfo[], today: string, rating: number, tried: Readonly<Record<string, boolean>>): string[] {
  const days = comingDays(today, DAYS).flatMap((day) => daily(puzzles, day)?.id ?? [])
  const fresh = puzzles.filter(({ id }) => !(id in tried) && !days.includes(id))
  const closest = [...fresh].sort((one, two) => Math.abs(one.rating - rating) - Math.abs(two.rating - rating)).slice(0, MORE)
  return [...new Set([...days, ...closest.map(({ id }) => id)])]
}

/** Have the service worker keep puzzles, once a day. */
export function keepPuzzles(game: string, today: string, ids: readonly string[]): Promise<void> {
  return keepForOffline(`puzzles ${game} ${today}`, ids.map((id) => [puzzlePath(game, id)]))
}

/** The puzzles of a game that the service worker has kept in the language spoken now. */
export async function keptPuzzles(game: string): Promise<Set<string>> {
  const found = new Set<string>()
  try {
    for (const name of (await caches.keys()).filter((each) => each.startsWith('data-')))
      for (const { url } of await (await caches.open(name)).keys()) {
        const { pathname, searchParams: asked } = new URL(url)
        if (pathname === '/api/puzzle' && asked.get('game') === game && asked.get('language') === language() && (asked.get('words') ?? '') === (extrasOf(game).vocabulary?.() ?? '')) found.add(asked.get('id')!)
      }
  } catch {
    // this browser keeps nothing
  }
  return found
}
