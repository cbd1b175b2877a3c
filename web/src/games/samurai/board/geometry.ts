// Where the spaces lie on the picture: flat-top hexagons, north up or turned in steps of 60 degrees. Adjacency is
// geometry here, not a rule.
import map from '../map.json'

export type Terrain = 'sea' | 'land' | 'village' | 'city' | 'edo'
export interface Space {
  name: string
  column: number
  row: number
  q: number
  r: number
  terrain: Terrain
  regions: string[]
  /** What the map calls it (Edo), or ''. */
  title: string
  x: number
  y: number
}
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** From the middle of a space to its corner. */
export const R = 10
/** From the middle of a space to its edge. */
export const HALF = (R * Math.sqrt(3)) / 2

type Row = [string, number, number, number, number, string, string[], string]
export const SPACES: Space[] = (map.spaces as Row[]).map(([name, column, row, q, r, terrain, regions, title]) => ({
  name,
  column,
  row,
  q,
  r,
  terrain: terrain as Terrain,
  regions,
  title,
  x: column * 1.5 * R,
  y: (2 * row + (column % 2)) * HALF,
}))
export const SPACE: Map<string, Space> = new Map(SPACES.map((space) => [space.name, space]))

const isBeside = (one: Space, two: Space): boolean =>
  Math.abs(one.q - two.q) + Math.abs(one.r - two.r) + Math.abs(one.q + one.r - two.q - two.r) === 2
/** Space → the settlements beside it, on the whole map. */
export const SETTLEMENTS_BESIDE: Map<string, string[]> = new Map(
  SPACES.map((space) => [space.name, SPACES.filter((other) => isSettlement(other) && isBeside(space, other)).map((other) => other.name)]),
)

/** Degrees clockwise: the lattice fits onto itself, and labels stay upright. */
export type Turn = 0 | 60 | 120 | 180 | 240 | 300

/** The spaces in play with this number of players, on a map that was turned. */
export function inPlay(players: number, turn: Turn = 0): Space[] {
  const regions = (map.regions as Record<string, string[]>)[players] ?? []
  const spaces = SPACES.filter((space) => space.regions.some((region) => regions.includes(region)))
  return turn ? spaces.map((space) => turned(space, turn)) : spaces
}

function turned(space: Space, turn: Turn): Space {
  let { q, r } = space
  for (let i = 0; i < turn / 60; i++) [q, r] = [-r, q + r]
  return { ...space, q, r, x: 1.5 * R * q, y: 2 * HALF * (r + q / 2) }
}

/** Whether a space is a village, a city or Edo. */
export function isSettlement(space: Space): boolean {
  return space.terrain !== 'sea' && space.terrain !== 'land'
}

/** How many steps lie between two spaces. */
export const distance = (one: Space, two: Space): number =>
  Math.max(Math.abs(one.q - two.q), Math.abs(one.r - two.r), Math.abs(one.q + one.r - two.q - two.r))

/** The i-th corner of a hexagon around (0, 0). */
export const corner = (i: number, size: number): [number, number] => [
  size * Math.cos((Math.PI / 3) * i),
  size * Math.sin((Math.PI / 3) * i),
]
const round = (n: number): string => String(Math.round(n * 100) / 100)

/** The points of a hexagon around (0, 0). */
export function hexagon(size: number): string {
  return Array.from({ length: 6 }, (_, i) => corner(i, size).map(round).join()).join(' ')
}

/** The smallest box around spaces. */
export function boxOf(spaces: Space[], margin = 0): Box {
  const xs = spaces.map((space) => space.x)
  const ys = spaces.map((space) => space.y)
  const x = Math.min(...xs) - R - margin
  const y = Math.min(...ys) - HALF - margin
  return { x, y, width: Math.max(...xs) + R + margin - x, height: Math.max(...ys) + HALF + margin - y }
}

/** The space nearest to a point, no further than `reach`. */
export function nearest(spaces: Iterable<Space>, x: number, y: number, reach = R): Space | null {
  let best: Space | null = null
  let least = reach
  for (const space of spaces) {
    const distance = Math.hypot(space.x - x, space.y - y)
    if (distance <= least) {
      least = distance
      best = space
    }
  }
  return best
}

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** The space that an arrow key leads to: near and in that direction. */
export function step(spaces: Space[], from: Space, key: string): Space | null {
  const direction = DIRECTIONS[key]
  if (!direction) return null
  let best: Space | null = null
  let least = Infinity
  for (const space of spaces) {
    const x = space.x - from.x
    const y = space.y - from.y
    const ahead = x * direction[0] + y * direction[1]
    const aside = Math.abs(x * direction[1]) + Math.abs(y * direction[0])
    if (ahead < 1 || aside > ahead * 1.8) continue
    const cost = ahead + aside * 1.5
    if (cost < least) {
      least = cost
      best = space
    }
  }
  return best
}
