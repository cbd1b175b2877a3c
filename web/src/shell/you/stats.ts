// Where a rating lies among the levels whose strength is known.

/** The level below a rating, and the one above it; '' where there is none. */
export function neighbours(value: number, levels: Record<string, number>): { below: string; above: string } {
  const sorted = Object.entries(levels).sort(([, one], [, two]) => one - two)
  const below = sorted.filter(([, elo]) => elo <= value).at(-1)?.[0] ?? ''
  const above = sorted.find(([, elo]) => elo > value)?.[0] ?? ''
  return { below, above }
}
