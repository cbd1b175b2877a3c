// What this browser stores of a puzzle solver: rating, days, and which puzzles were tried. Kept in localStorage.
import { BEGINNER, rated, type Rating } from './rating'

interface Kept {
  rating: Rating
  /** Puzzle → whether it was solved at the first try. */
  tried: Record<string, boolean>
  /** The days whose puzzle was solved. */
  days: string[]
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** What was kept, as far as it makes sense. */
export function read(text: string | null): Kept {
  let found: Partial<Kept> = {}
  try {
    found = (JSON.parse(text ?? '{}') ?? {}) as Partial<Kept>
  } catch {
    // nonsense: begin again
  }
  const { rating, tried, days } = found
  const isRating = !!rating && isNumber(rating.mean) && isNumber(rating.deviation) && rating.deviation > 0
  return {
    rating: isRating ? rating : BEGINNER,
    tried: tried && typeof tried === 'object' ? Object.fromEntries(Object.entries(tried).filter(([, solved]) => typeof solved === 'boolean')) : {},
    days: Array.isArray(days) ? days.filter((day) => /^\d{4}-\d\d-\d\d$/.test(String(day))) : [],
  }
}

export class Solver {
  private kept: Kept = $state.raw(read(null))
  /** Whether the browser keeps it; otherwise it is lost when the page is closed. */
  keeps = $state(true)
  private readonly key: string

  constructor(game: string) {
    this.key = `kabuto.puzzles.${game}`
    try {
      this.kept = read(localStorage.getItem(this.key))
    } catch {
      this.keeps = false
    }
  }

  get rating(): Rating {
    return this.kept.rating
  }

  get tried(): Readonly<Record<string, boolean>> {
    return this.kept.tried
  }

  get days(): readonly string[] {
    return this.kept.days
  }

  get solved(): number {
    return Object.values(this.kept.tried).filter(Boolean).length
  }

  /** The first try at a puzzle counts; how much the rating changed, 0 for any further try. */
  count(id: string, rating: number, solved: boolean): number {
    if (id in this.kept.tried) return 0
    const before = this.kept.rating
    const after = rated(before, rating, solved)
    this.keep({ ...this.kept, rating: after, tried: { ...this.kept.tried, [id]: solved } })
    return Math.round(after.mean) - Math.round(before.mean)
  }

  /** The puzzle of a day was solved. */
  countDay(day: string): void {
    if (!this.kept.days.includes(day)) this.keep({ ...this.kept, days: [...this.kept.days, day].slice(-1000) })
  }

  private keep(next: Kept): void {
    this.kept = next
    try {
      localStorage.setItem(this.key, JSON.stringify(next))
    } catch {
      this.keeps = false
    }
  }
}
