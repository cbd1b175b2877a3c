// Positions for pictures: figures and tokens as the notation of positions writes them.
import type { Lying } from './Board.svelte'

/** What a picture of the map shows; settlements are filled, no one's influence is told. */
export function lying(
  figures: Record<string, string>,
  tokens: Record<string, [number, string]> = {},
): Lying {
  const settlements = Object.fromEntries(
    Object.entries(figures).map(([space, kinds]) => [
      space,
      { figures: kinds, influence: [[], [], []], winners: [null, null, null], missing: [] },
    ]),
  )
  return { phase: 'turn', settlements, tokens }
}
