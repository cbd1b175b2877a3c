// Which puzzle comes next.
import type { PuzzleInfo } from '../protocol'

/** How many puzzles of the right strength to draw from. */
const CLOSEST = 8

/** A puzzle about a theme ('': any) near a rating: one that was never tried, else one that was failed, else any. */
export function nextPuzzle(
  puzzles: readonly PuzzleInfo[],
  theme: string,
  rating: number,
  tried: Readonly<Record<string, boolean>>,
  now: string,
  random = Math.random,
): PuzzleInfo | undefined {
  const fitting = puzzles.filter(({ id, themes }) => id !== now && (!theme || themes.includes(theme)))
  const fresh = fitting.filter(({ id }) => !(id in tried))
  const failed = fitting.filter(({ id }) => tried[id] === false)
  const pool = fresh.length ? fresh : failed.length ? failed : fitting
  const closest = [...pool].sort((one, two) => Math.abs(one.rating - rating) - Math.abs(two.rating - rating)).slice(0, CLOSEST)
  return closest[Math.floor(random() * closest.length)]
}
