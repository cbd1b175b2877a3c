// Where the spaces lie on the picture: flat-top hexagons, north up. Adjacency is geometry here, not a rule.
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
const HALF = (R * Math.sqrt(3)) / 2

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

/** The spaces in play with so many players. */
export function inPlay(players: number): Space[] {
  const regions = (map.regions as Record<string, string[]>)[players] ?? []
  return SPACES.filter((space) => space.regions.some((region) => regions.includes(region)))
}

/** Whether a space is a village, a city or Edo. */
export const isSettlement = (space: Space): boolean => space.terrain !== 'sea' && space.terrain !== 'land'

const corner = (i: number, size: number): [number, number] => [
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

/** The coasts of the land among spaces, as one path: every edge that only one hexagon has. */
export function coast(spaces: Space[]): string {
  const key = (x: number, y: number): string => `${round(x)} ${round(y)}`
  const next = new Map<string, string>()
  for (const { x, y } of spaces.filter((space) => space.terrain !== 'sea')) {
    for (let i = 0; i < 6; i++) {
      const [ax, ay] = corner(i, R)
      const [bx, by] = corner(i + 1, R)
      const a = key(x + ax, y + ay)
      const b = key(x + bx, y + by)
      if (next.get(b) === a) next.delete(b)
      else next.set(a, b)
    }
  }
  let path = ''
  while (next.size) {
    let at: string | undefined = next.keys().next().value
    path += `M${at}`
    while (at !== undefined && next.has(at)) {
      const to: string = next.get(at)!
      next.delete(at)
      path += `L${to}`
      at = to
    }
    path += 'Z'
  }
  return path
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
