// Who sits down for a quick game: each face that is pressed takes a seat.
import { strengths } from '../lib/catalogue.svelte'
import type { settings } from '../lib/settings.svelte'
import type { GameInfo } from '../protocol'

/** What was chosen last: all programs, or, by an older page, one of them and how many. */
type Quick = (typeof settings.quick)[string]

/** Who sits down, as far as it can still be had; at first the usual program alone. */
export function seatedNow(game: GameInfo, last: Quick | undefined, usual: string): string[] {
  const known = new Set(strengths(game.programs).map(({ name }) => name))
  const asked = last ? (last.programs ?? Array.from({ length: last.opponents }, () => last.program)) : []
  const found = asked.filter((name) => known.has(name)).slice(0, most(game))
  const first = found[0] ?? (known.has(usual) ? usual : [...known][0])
  while (first && found.length < least(game)) found.push(first)
  return found
}

/** After a press on a face: who sat there gets up, another sits down, if need be on the seat that was taken first. */
export function pressed(game: GameInfo, seated: readonly string[], name: string): string[] {
  if (!seated.includes(name)) {
    // the same one on several seats makes room before another does
    const twice = seated.findIndex((other, seat) => seated.indexOf(other) !== seat)
    const rest = seated.length < most(game) ? seated : seated.toSpliced(twice >= 0 ? twice : 0, 1)
    return [...rest, name]
  }
  const rest = seated.filter((other) => other !== name)
  const [first] = rest
  if (!first) return [...seated]
  while (rest.length < least(game)) rest.push(first)
  return rest
}

const least = ({ players }: GameInfo): number => Math.max(1, Math.min(...players) - 1)
const most = ({ players }: GameInfo): number => Math.max(...players) - 1
