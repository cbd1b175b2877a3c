// How the printed ground is drawn: rough coasts and what grows on the land. Everything follows from the places of the
// spaces, so the same map always looks the same.
import { corner, R, type Space } from './geometry'

type Point = [x: number, y: number]
const round = (n: number): number => Math.round(n * 100) / 100

/** A number from 0 to 1 that depends on a place alone. */
function chance(a: number, b: number, c = 0): number {
  const value = Math.sin(a * 127.1 + b * 311.7 + c * 74.7) * 43758.5453
  return value - Math.floor(value)
}

/** All spaces of open land as one shape: the veil that lies on them while something is chosen. */
export const veil = (spaces: readonly Space[]): string =>
  spaces
    .filter(({ terrain }) => terrain === 'land')
    .map(({ x, y }) => `M${[0, 1, 2, 3, 4, 5].map((i) => corner(i, 9.8).map((by, axis) => round(by + [x, y][axis]!)).join(' ')).join('L')}Z`)
    .join('')

/** The outlines of the land among spaces: every edge that only one hexagon has. */
function outlines(spaces: Space[]): Point[][] {
  const name = (x: number, y: number): string => `${Math.round(x)},${Math.round(y)}`
  const places = new Map<string, Point>()
  const edges = new Set<string>()
  for (const { x, y } of spaces.filter((space) => space.terrain !== 'sea')) {
    for (let i = 0; i < 6; i++) {
      const ends = [corner(i, R), corner(i + 1, R)].map(([dx, dy]): Point => [x + dx, y + dy])
      const [from, to] = ends.map((end) => name(...end)) as [string, string]
      places.set(from, ends[0]!)
      places.set(to, ends[1]!)
      if (!edges.delete(`${to}|${from}`)) edges.add(`${from}|${to}`)
    }
  }
  const next = new Map([...edges].map((edge) => edge.split('|') as [string, string]))
  const found: Point[][] = []
  while (next.size) {
    let at: string = next.keys().next().value!
    const outline: Point[] = []
    while (next.has(at)) {
      outline.push(places.get(at)!)
      const to: string = next.get(at)!
      next.delete(at)
      at = to
    }
    found.push(outline)
  }
  return found
}

const STEPS = 5

/** An outline as a coast: its edges are pushed about by a little, mostly outwards, and smoothed. */
function rough(outline: Point[]): Point[] {
  return outline.flatMap((from, i) => {
    const to = outline[(i + 1) % outline.length]!
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const length = Math.hypot(dx, dy)
    return Array.from({ length: STEPS }, (_, step): Point => {
      const [x, y] = [from[0] + (dx * step) / STEPS, from[1] + (dy * step) / STEPS]
      const out = 0.35 + (chance(Math.round(x * 3), Math.round(y * 3)) - 0.42) * (step ? 1.5 : 0.9)
      return [x + (dy / length) * out, y - (dx / length) * out]
    })
  })
}

function smooth(points: Point[]): Point[] {
  const between = (a: Point, b: Point, part: number): Point => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
  return points.flatMap((a, i) => {
    const b = points[(i + 1) % points.length]!
    return [between(a, b, 0.25), between(a, b, 0.75)]
  })
}

/** The coasts of the land among spaces, as one path. */
export function coast(spaces: Space[]): string {
  return outlines(spaces)
    .map((outline) => `M${smooth(smooth(rough(outline))).map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`)
    .join('')
}

export type Landscape = 'range' | 'forest' | 'paddies' | 'hills' | 'fuji'
const FUJI = 'm15'
const DIRECTIONS = [0, 1, 2, 3, 4, 5].map((i) => corner(i + 0.5, R * Math.sqrt(3)))

/** What grows on a land space: mountains inland, forest in the north, paddies and hills along the coast. */
export function landscape(space: Space, spaces: Space[]): Landscape {
  if (space.name === FUJI) return 'fuji'
  const land = spaces.filter((other) => other.terrain !== 'sea')
  const around = DIRECTIONS.filter(([dx, dy]) =>
    land.some((other) => Math.abs(other.x - space.x - dx) < 1 && Math.abs(other.y - space.y - dy) < 1),
  ).length
  const drawn = chance(space.column, space.row)
  if (around >= 5) return drawn < 0.62 ? 'range' : 'forest'
  if (space.regions.includes('hokkaido')) return drawn < 0.6 ? 'forest' : 'hills'
  return drawn < 0.38 ? 'paddies' : drawn < 0.66 ? 'hills' : drawn < 0.84 ? 'forest' : 'range'
}

/** A path in one of the styles of the ground, moved and scaled. */
export interface Stroke {
  style: 'hill' | 'shade' | 'line' | 'snow' | 'tree' | 'paddy' | 'plants' | 'ridge'
  path: string
  x: number
  y: number
  scale: number
}

const MOUNTAIN = 'M-7 4.5C-4.5 2-3-1.5-1-4.6Q0-5.8 1-4.6C3-1.5 4.5 2 7 4.5Z'
const SHADE = 'M0-5.3Q.6-5.2 1-4.6C3-1.5 4.5 2 7 4.5H2.6C2 2.5 2.5 1 1.3-.6C.6-1.6 1-3 0-5.3Z'
const SNOW = 'M-1.9-3L-1-4.6Q0-5.8 1-4.6L1.9-3L.9-2L.2-3L-.7-1.7L-1.2-2.7Z'
const SLOPE = 'M-2.6 2.8L-1.4 .2M-.5 3.4L-.1 1'
const CEDAR = 'M0-4.2L1.5-1.6H.8L2.2 .8H-2.2L-.8-1.6H-1.5ZM-.35 .8H.35V2.1H-.35Z'
const PADDIES = 'M-6-2.4q3-1.6 6 0t6 0M-6.5 0q3.2-1.6 6.5 0t6.5 0M-6 2.4q3-1.6 6 0t6 0'
const PLANTS = [[-4, -1.6], [0.5, -1], [4, -2], [-2.5, 1], [2.4, 1.2]].map(([x, y]) => `M${x} ${y}v-1.2m-.5 .3l.5 .9l.5-.9`).join('')
const RIDGES = 'M-6 1q3-4 6-.6q2.4-3.2 5.6 .2M-3 3.6q2.6-2.8 5.6 0'
const TREES = [[-4.2, -1.4, 0.9], [-0.6, -2.6, 0.95], [3.4, -1.8, 0.9], [-2.6, 2.3, 1], [1.4, 1.8, 1.05], [5, 2.2, 0.85]] as const

const mountain = (x: number, y: number, scale: number, top: Stroke['style'] = 'line'): Stroke[] => [
  { style: 'hill', path: MOUNTAIN, x, y, scale },
  { style: 'shade', path: SHADE, x, y, scale },
  { style: top, path: top === 'snow' ? SNOW : SLOPE, x, y, scale },
]
const cedar = (x: number, y: number, scale: number): Stroke => ({ style: 'tree', path: CEDAR, x, y, scale })

/** How a landscape is drawn in the middle of a space. */
export const DRAWINGS: Record<Landscape, Stroke[]> = {
  range: [...mountain(-3.2, -1.4, 0.62), ...mountain(3.3, -0.4, 0.66), ...mountain(-0.2, 1.4, 0.72)],
  fuji: mountain(0, 0, 1.12, 'snow'),
  forest: TREES.map(([x, y, scale]) => cedar(x, y, scale)),
  paddies: [
    { style: 'paddy', path: PADDIES, x: 0, y: 0, scale: 1 },
    { style: 'plants', path: PLANTS, x: 0, y: 0, scale: 1 },
  ],
  hills: [{ style: 'ridge', path: RIDGES, x: 0, y: 0, scale: 1 }, cedar(-3.6, -1.6, 0.55), cedar(3.4, 3.4, 0.55)],
}
