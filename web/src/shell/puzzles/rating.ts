// The rating of a puzzle solver, with its uncertainty, as Glicko has it: every puzzle is an opponent.

export interface Rating {
  mean: number
  /** One standard deviation. */
  deviation: number
}

export const BEGINNER: Rating = { mean: 1000, deviation: 200 }
const Q = Math.log(10) / 400
/** How well the rating of a puzzle is known. */
const PUZZLE = 80
/** A rating that never moved would not follow a player who learns. */
const LEAST = 45

const damping = (deviation: number): number => 1 / Math.sqrt(1 + (3 * Q * Q * deviation * deviation) / (Math.PI * Math.PI))

/** How likely a player is to solve a puzzle. */
export const chance = ({ mean }: Rating, puzzle: number): number => 1 / (1 + 10 ** ((-damping(PUZZLE) * (mean - puzzle)) / 400))

/** The rating after a puzzle was solved or failed. */
export function rated(before: Rating, puzzle: number, solved: boolean): Rating {
  const g = damping(PUZZLE)
  const expected = chance(before, puzzle)
  const known = Q * Q * g * g * expected * (1 - expected)
  const precision = 1 / (before.deviation * before.deviation) + known
  return {
    mean: before.mean + (Q / precision) * g * ((solved ? 1 : 0) - expected),
    deviation: Math.max(LEAST, Math.sqrt(1 / precision)),
  }
}
