// Where everything lies on the map, in units of its drawing: once for wide windows, once as a tall print for phones.
import { COLOURS } from '../moves/things'
import { once } from '../../../shell/lib/once'

export interface Rect {
  x: number
  y: number
  w: number
  h: number
}
export type Point = [x: number, y: number]

export const RING = ['castle', 'gates', 'tavern', 'harbor', 'redlight', 'market', 'temple'] as const
export type District = (typeof RING)[number]
export const ANNEXES = ['yashiki', 'karesansui', 'dojo', 'kobudo'] as const
export const DECKS: readonly string[] = ['action', 'bonus', 'weapon', 'event', ...COLOURS]
/** The spots of each district. */
export const SPOTS: Record<District, string[]> = {
  castle: ['castle-prestige', 'castle-mission', 'garden'],
  gates: ['gates'],
  tavern: ['tavern'],
  harbor: ['harbor'],
  redlight: ['redlight'],
  market: ['market'],
  temple: ['temple'],
}
export const districtOf = (spot: string): District => RING.find((district) => SPOTS[district].includes(spot)) ?? 'castle'

export interface Layout {
  tall: boolean
  width: number
  height: number
  /** Precincts, the storehouses, and one's own house unless one only looks on. */
  rects: Record<District | 'stores', Rect> & { house?: Rect }
  /** Where the patrol stands at the gate of a district. */
  stations: Record<District, Point>
  /** The way from a district to the next one on the ring. */
  ways: Record<District, Point[]>
}

const WIDTH = 1072

/** The wide map. It is the same object for the same height: another one would be drawn anew, houses and all. */
export const wide = once((height: number): Layout => {
  const h = 132
  const bottom = height - 6 - h
  const more = Math.max(0, height - 540)
  const rects: Layout['rects'] = {
    temple: { x: 10, y: 6, w: 294, h },
    market: { x: 342, y: 6, w: 384, h },
    redlight: { x: 808, y: 6, w: 256, h },
    house: { x: 10, y: height / 2 - 78, w: 294, h: 152 },
    castle: { x: 354, y: 168, w: 362, h: height - 336 },
    stores: { x: 842, y: height / 2 - 70, w: 222, h: 124 },
    gates: { x: 10, y: bottom, w: 294, h },
    tavern: { x: 342, y: bottom, w: 306, h },
    harbor: { x: 726, y: bottom - 16 - more * 0.22, w: 338, h: 132 },
  }
  const [top, low, middle, quay] = [153, height - 153, height / 2 + 4, rects.harbor.y - 15]
  const stations: Layout['stations'] = {
    castle: [326, middle],
    gates: [236, low],
    tavern: [470, low],
    harbor: [786, quay],
    redlight: [974, top],
    market: [664, top],
    temple: [178, top],
  }
  const { castle, gates, tavern, harbor, redlight, market, temple } = stations
  const ways: Layout['ways'] = {
    castle: [castle, [326, low], gates],
    gates: [gates, tavern],
    tavern: [tavern, [640, low], [686, (low + quay) / 2 - 10], [732, quay], harbor],
    harbor: [harbor, [818, quay], [818, top], redlight],
    redlight: [redlight, [806, top], [770, top - 9], [736, top], market],
    market: [market, temple],
    temple: [temple, [326, top], castle],
  }
  return { tall: false, width: WIDTH, height, rects, stations, ways }
})

/** The tall print: 390 wide. */
export const TALL: Layout = (() => {
  const rects: Layout['rects'] = {
    temple: { x: 7, y: 8, w: 180, h: 150 },
    market: { x: 197, y: 8, w: 186, h: 150 },
    castle: { x: 8, y: 198, w: 342, h: 186 },
    gates: { x: 7, y: 424, w: 184, h: 148 },
    redlight: { x: 201, y: 424, w: 182, h: 148 },
    tavern: { x: 7, y: 614, w: 184, h: 152 },
    harbor: { x: 201, y: 614, w: 182, h: 152 },
    house: { x: 7, y: 808, w: 376, h: 134 },
    stores: { x: 8, y: 960, w: 374, h: 58 },
  }
  const [first, second, third] = [177, 404, 593]
  const stations: Layout['stations'] = {
    temple: [148, first],
    market: [352, first],
    castle: [90, second],
    gates: [158, second],
    redlight: [238, second],
    tavern: [158, third],
    harbor: [352, third],
  }
  const { castle, gates, tavern, harbor, redlight, market, temple } = stations
  const ways: Layout['ways'] = {
    castle: [castle, gates],
    gates: [gates, [196, second], [196, third], tavern],
    tavern: [tavern, harbor],
    harbor: [harbor, [196, third], [196, second], redlight],
    redlight: [redlight, [370, second], [370, first], market],
    market: [market, temple],
    temple: [temple, [120, first], [370, first], [370, second], castle],
  }
  return { tall: true, width: 390, height: 1036, rects, stations, ways }
})()

/** The map of a person who has no house in the city. */
export const withoutHouse = once((layout: Layout): Layout => {
  const { house, ...rects } = layout.rects
  if (!layout.tall || !house) return { ...layout, rects }
  const { stores } = rects
  return { ...layout, height: layout.height - (stores.y - house.y), rects: { ...rects, stores: { ...stores, y: house.y } } }
})

/** Points along a way, `step` apart, with the direction there in degrees: where feet have trodden. */
export function steps(way: readonly Point[], step = 13, first = 20): { x: number; y: number; turn: number }[] {
  const found: { x: number; y: number; turn: number }[] = []
  let carry = first
  let side = 1
  for (let i = 1; i < way.length; i++) {
    const [[x1, y1], [x2, y2]] = [way[i - 1]!, way[i]!]
    const long = Math.hypot(x2 - x1, y2 - y1)
    const angle = Math.atan2(y2 - y1, x2 - x1)
    let at = carry
    for (; at < long; at += step) {
      found.push({
        x: x1 + Math.cos(angle) * at - Math.sin(angle) * 3.4 * side,
        y: y1 + Math.sin(angle) * at + Math.cos(angle) * 3.4 * side,
        turn: (angle * 180) / Math.PI,
      })
      side = -side
    }
    carry = at - long
  }
  return found
}

/** The districts that the patrol passes from one to another, the shorter way around the ring. */
export function between(from: District, to: District): District[] {
  const [a, b] = [RING.indexOf(from), RING.indexOf(to)]
  const onward = (b - a + RING.length) % RING.length
  const by = onward <= RING.length / 2 ? 1 : -1
  const count = by > 0 ? onward : RING.length - onward
  return Array.from({ length: count }, (_, i) => RING[(a + by * (i + 1) + RING.length) % RING.length]!)
}

/** The way through neighbouring districts, one stretch for each. */
export function stretches({ ways }: Layout, from: District, through: readonly District[]): Point[][] {
  return through.map((to) => {
    const onward = RING[(RING.indexOf(from) + 1) % RING.length] === to
    const way = onward ? ways[from] : [...ways[to]].reverse()
    from = to
    return way
  })
}
