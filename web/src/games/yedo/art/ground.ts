// The ground of the city as SVG text: streets of the town, river, moat, roads, walls, gates and houses.
import type { District, Layout, Point, Rect } from '../board/layout'
import { awning, boat, bridge, chapel, count, d, gatehouse, hall, inn, junk, keep, lantern, pagoda, path, pine, rect, roof, round, storehouse, teahouse, willow } from './city'
import { once } from '../../../shell/lib/once'

type Curve = [Point, Point, Point, Point]

/** Always the same chances: the city looks alike on every screen. */
function chances(seed: number): () => number {
  let now = seed
  return () => ((now = (now * 16807) % 2147483647) - 1) / 2147483646
}

const line = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`

function along(curves: readonly Curve[]): Point[] {
  const at = (curve: Curve, t: number): Point => {
    const u = 1 - t
    const one = (i: 0 | 1): number => u * u * u * curve[0][i] + 3 * u * u * t * curve[1][i] + 3 * u * t * t * curve[2][i] + t * t * t * curve[3][i]
    return [one(0), one(1)]
  }
  return curves.flatMap((curve) => count(13).map((i) => at(curve, i / 12)))
}

/** The streets: blocks of houses, two rows back to back. Everything else is drawn over them. */
function town(from: Point, to: Point, seed: number): string {
  const chance = chances(seed)
  let [light, shady, lines, estates, trees] = ['', '', '', '', '']
  const [wide, deep] = [45, 13]
  for (let top = from[1]; top < to[1]; top += 36) {
    for (let left = from[0]; left < to[0]; left += 53) {
      const kind = chance()
      if (kind < 0.05) trees += pine(left + 12, top + 27, 0.7) + pine(left + 30, top + 22, 0.55)
      else if (kind < 0.11) {
        estates += rect(left, top, wide, 28, 'estate') + rect(left + 8, top + 8, 16, 11, 'shady')
        trees += pine(left + 35, top + 25, 0.5)
      } else {
        for (const y of [top, top + deep + 2]) {
          const ridge = deep * (0.44 + chance() * 0.1)
          light += d`M${left} ${y}h${wide}v${ridge}h${-wide}Z`
          shady += d`M${left} ${y + ridge}h${wide}v${deep - ridge}h${-wide}Z`
          for (let house = left + 4.4 + chance() * 5; house < left + wide - 3; house += 4.4 + chance() * 5) lines += d`M${house} ${y}v${deep}`
        }
      }
    }
  }
  return path(light, 'block') + path(shady, 'shady') + path(lines, 'blockline') + estates + trees
}

const mists = (x: number, y: number, width: number): string =>
  [d`<rect x="${x}" y="${y}" width="${width}" height="12" rx="6" `, d`<rect x="${x + width * 0.18}" y="${y + 9}" width="${width * 0.92}" height="12" rx="6" `]
    .map((band) => `${band}class="haze"/>`)
    .join('')

/** A walled precinct, cut by hand: the line wavers a little, corners are clipped. */
function walls({ x, y, w, h }: Rect, name: string, k = 7): string {
  const shape =
    d`M${x + k} ${y + 1}L${x + w - k} ${y}L${x + w} ${y + k}L${x + w - 0.6} ${y + h - k}` + d`L${x + w - k} ${y + h}L${x + k} ${y + h - 0.6}L${x} ${y + h - k}L${x + 0.8} ${y + k}Z`
  return (
    `<path d="${shape}" class="shade" transform="translate(2.5 4)"/>` +
    path(shape, 'wall-ink') + path(shape, `precinct ${name}`) + path(shape, 'wall-top') + path(shape, 'wall-tiles') + path(shape, 'wall-ridge')
  )
}

/** The gate of a precinct in its wall, on the side of the road. */
function gate(x: number, y: number, side: 'below' | 'above' | 'left'): string {
  const body =
    side === 'left'
      ? rect(-5, -9, 10, 15, 'path') + rect(-8, -12, 4, 18, 'wood edge') + rect(4, -12, 4, 18, 'wood edge') + roof(-13, -20, 26, 9, { ridge: 0.62, up: 1.8 })
      : rect(-10, side === 'below' ? -5 : -8, 20, 14, 'path') + rect(-13, -10, 4, 16, 'wood edge') + rect(9, -10, 4, 16, 'wood edge') + roof(-17, -18, 34, 9, { ridge: 0.66, up: 1.8 })
  return d`<g transform="translate(${x} ${y})">` + `${body}</g>`
}

/** Five stalls under one awning. */
const stalls = (x: number, wide: number, foot: number): string =>
  path(d`M${x - 1} ${foot}v14M${x + wide * 2.5} ${foot}v14M${x + wide * 5 + 1} ${foot}v14`, 'leg') + rect(x - 4, foot - 6, 5 * wide + 8, 7, 'wood edge')
const roofs = (x: number, y: number, wide: number, lap: number): string =>
  count(5).map((i) => awning(x + i * wide, y, wide, lap, 5, i < 3 ? 0 : 1)).join('') + rect(x - 4, y - 3, 5 * wide + 8, 4, 'wood edge')

/** Where the stalls stand on the wide map: the corner and the width of one. */
const STALLS = { left: 193, top: 12, wide: 36.8, high: 94 }

/** How far the city goes on below the wide map, where windows are higher. */
const BELOW = 240

/** The wide map. */
function wideGround({ height, rects, stations }: Layout): string {
  const [top, low, middle, quay] = [stations.temple[1], stations.gates[1], stations.castle[1], stations.harbor[1]]
  const { harbor, castle } = rects
  const bay = harbor.y + harbor.h + 4
  const left = along([
    [[752, -30], [738, 60], [748, 150], [742, height * 0.42]],
    [[742, height * 0.42], [738, height * 0.6], [670, height * 0.62], [666, height - 150]],
    [[666, height - 150], [664, height - 100], [666, height - 40], [650, height + 60]],
  ])
  const right = along([
    [[798, -30], [784, 60], [796, 150], [790, height * 0.44]],
    [[790, height * 0.44], [786, height * 0.66], [712, height * 0.66], [710, height - 140]],
    [[710, height - 140], [708, height - 90], [708, bay - 24], [716, bay]],
  ])
  const chance = chances(7)
  const flows = [0.18, 0.36, 0.54, 0.72, 0.86].map((part) => {
    const points = left.map(([x, y], i): Point => [x + (right[i]![0] - x) * part, y + (right[i]![1] - y) * part])
    const dashes = [18 + chance() * 26, 7 + chance() * 8, 40 + chance() * 20, 6].map(round).join(' ')
    return `<path d="${line(points)}" class="flow" stroke-dasharray="${dashes}"/>`
  })
  const halo = ({ x, y, w, h }: Rect, by = 0): string => rect(x - by, y - by, w + 2 * by, h + 2 * by, 'halo')
  const road = `M162 ${top}H742M798 ${top}H990M818 ${top}V${quay}M852 ${quay}H724M648 ${low}H220M326 ${top}V${low}`
  const [by, cut, cx, cy, cw, ch] = [9, 16, castle.x, castle.y, castle.w, castle.h]
  const moat = `M${cx + cut} ${cy + by}H${cx + cw - cut}L${cx + cw - by} ${cy + cut}V${cy + ch - cut}L${cx + cw - cut} ${cy + ch - by}H${cx + cut}L${cx + by} ${cy + ch - cut}V${cy + cut}Z`
  const canal = cy + ch / 2
  return (
    rect(-500, -120, 2072, height + 120 + BELOW, 'ground') + town([-477, -72], [1500, height + BELOW], 11) +
    (['temple', 'market', 'redlight', 'house', 'gates', 'tavern', 'harbor'] as const).map((name) => (rects[name] ? halo(rects[name]) : '')).join('') +
    halo(castle, 10) + halo(rects.stores, 2) + path(line(left), 'halo') + path(line(right), 'halo') + rect(700, bay - 4, 900, BELOW + 80, 'halo') +
    path(`M162 ${top}H990M818 ${top}V${quay}M852 ${quay}H700M648 ${low}H220M326 ${top}V${low}`, 'roadhalo') +
    mists(-60, top + 34, 150) + mists(196, top + 26, 104) + mists(-40, low - 44, 130) + mists(214, low - 40, 92) + mists(960, top + 34, 190) + mists(980, low - 64, 150) +
    path(`${line(left)}${line([...right].reverse()).replace('M', 'L')}Z`, 'water') +
    `<path d="M618 ${height + BELOW}L662 ${bay}L712 ${bay}H1600V${height + BELOW}Z" fill="url(#city-waves)"/>` + path(`M712 ${bay}H1600`, 'quay') + flows.join('') +
    path(`M${cx + cw} ${canal + 30}L752 ${canal + 24}`, 'canal-edge') + path(`M${cx + cw - 6} ${canal + 30}L756 ${canal + 24}`, 'canal') +
    path(road, 'road-edge') + path(road, 'road') + path(moat, 'moat-edge') + path(moat, 'moat') + `<path d="${moat}" class="flow" stroke-dasharray="14 9"/>` +
    bridge(736, top, 806, top, 18, 10) + bridge(644, low, 734, quay, 18, 10) + bridge(326, middle, 374, middle, 15, 3) +
    willow(728, 214, 0.7) + willow(722, height - 176, 0.62) + willow(804, height / 2 + 40, 0.55) +
    boat(768, 60, 0.8) + boat(766, height / 2 - 30, 0.8) + boat(690, height - 66, 0.8)
  )
}

/** Walls and houses of the wide map. */
function wideHouses({ height, rects, stations }: Layout): string {
  const { temple, market, redlight, castle, gates, tavern, harbor, stores } = rects
  const court = { x: castle.x + 20, y: castle.y + 20, w: castle.w - 40, h: castle.h - 40 }
  const size = 1.02 + Math.min(0.5, (height - 540) / 170)
  const yard = court.y + court.h - 15 - 2 * Math.min(60, (court.h - 57) / 2)
  const foot = ({ y, h }: Rect): number => y + h - 6
  const left = market.x + STALLS.left
  return (
    walls(temple, 'temple') + pagoda(temple.x + temple.w - 42, foot(temple), 1.28) + pine(temple.x + temple.w - 80, foot(temple), 0.9) + gate(stations.temple[0], temple.y + temple.h, 'below') +
    walls(market, 'market') + gate(stations.market[0], market.y + market.h, 'below') + stalls(left, STALLS.wide, market.y + 106) + roofs(left, market.y + 12, STALLS.wide, 19) +
    walls(redlight, 'redlight') + willow(redlight.x + redlight.w - 16, foot(redlight), 0.8) + teahouse(redlight.x + redlight.w - 84, foot(redlight), 68, 1.12) + gate(stations.redlight[0], redlight.y + redlight.h, 'below') +
    path(d`M${redlight.x + 130} ${redlight.y + 38}Q${redlight.x + 190} ${redlight.y + 47} ${redlight.x + redlight.w - 8} ${redlight.y + 36}`, 'string') +
    [150, 176, 202, 228].map((at, i) => lantern(redlight.x + at, redlight.y + 58 + [0, 2, 1, -2][i]!, 6.4)).join('') +
    walls(court, 'castle', 10) + gate(court.x, stations.castle[1] + 2, 'left') + pine(court.x + court.w - 34, yard - 2, 1.1) + pine(court.x + court.w - 60, yard - 2, 0.8) +
    hall(court.x + court.w - 112, yard - 1, 34, 0.8 * size) + keep(court.x + court.w / 2 - 4, yard - 1, size) +
    walls(gates, 'gates') + gate(stations.gates[0], gates.y, 'above') + gatehouse(gates.x + gates.w - 52, foot(gates), 0.76) +
    walls(tavern, 'tavern') + gate(stations.tavern[0], tavern.y, 'above') + inn(tavern.x + tavern.w - 92, foot(tavern), 0.98) +
    path(d`M${harbor.x + 30} ${harbor.y + harbor.h}v14h16v-14M${harbor.x + 96} ${harbor.y + harbor.h}v18h14v-18M${harbor.x + 236} ${harbor.y + harbor.h}v15h16v-15`, 'pier') +
    walls(harbor, 'harbor') + gate(stations.harbor[0], harbor.y, 'above') + chapel(harbor.x + harbor.w - 76, foot(harbor), 1.2) + pine(harbor.x + harbor.w - 92, foot(harbor), 1) +
    junk(1000, harbor.y + harbor.h + 24, 0.5) + (height > 580 ? junk(900, height - 4, 0.62) : '') + boat(850, harbor.y + harbor.h + 18, 0.8) + boat(772, harbor.y + harbor.h + 30, 0.7) +
    count(8).map((i) => storehouse(stores.x + (i % 4) * 57, stores.y + (i > 3 ? 66 : 0), 50, 58)).join('') + (rects.house ? walls(rects.house, 'house', 8) : '')
  )
}

/** The tall print. */
function tallGround({ width, height, rects, stations }: Layout): string {
  const [first, second, third] = [stations.temple[1], stations.gates[1], stations.tavern[1]]
  const road = `M120 ${first}H370V${second}M70 ${second}H370M196 ${second}V${third}M130 ${third}H366`
  const water = rects.tavern.y + rects.tavern.h + 8
  const c = rects.castle
  const moat = `M${c.x + 10} ${c.y + 5}H${c.x + c.w - 10}L${c.x + c.w - 5} ${c.y + 10}V${c.y + c.h - 10}L${c.x + c.w - 10} ${c.y + c.h - 5}H${c.x + 10}L${c.x + 5} ${c.y + c.h - 10}V${c.y + 10}Z`
  const court = { x: c.x + 13, y: c.y + 13, w: c.w - 26, h: c.h - 26 }
  const { temple, market, gates, redlight, tavern, harbor, house, stores } = rects
  return (
    rect(-300, -10, width + 600, height + 20, 'ground') + town([-73, -6], [width + 60, height], 5) +
    Object.values(rects).map(({ x, y, w, h }) => rect(x, y, w, h, 'halo')).join('') + path(road, 'roadhalo') + path(road, 'road-edge') + path(road, 'road') +
    `<rect x="-300" y="${water}" width="${width + 600}" height="26" fill="url(#city-waves)"/>` + path(`M-300 ${water}H${width + 300}M-300 ${water + 26}H${width + 300}`, 'quay') +
    boat(110, water + 16, 0.8) + junk(300, water + 20, 0.4) +
    `<g class="narrow">${path(moat, 'moat-edge') + path(moat, 'moat')}<path d="${moat}" class="flow" stroke-dasharray="14 9"/></g>` +
    walls(temple, 'temple') + pagoda(temple.x + temple.w - 28, temple.y + 74, 0.78) + gate(stations.temple[0], temple.y + temple.h, 'below') +
    walls(market, 'market') + gate(stations.market[0], market.y + market.h, 'below') +
    walls(court, 'castle', 8) + pine(court.x + court.w - 26, court.y + 36, 0.9) + keep(court.x + court.w / 2 + 34, court.y + 38, 0.86) + gate(stations.castle[0], court.y + court.h, 'below') +
    walls(gates, 'gates') + gate(stations.gates[0], gates.y, 'above') +
    walls(redlight, 'redlight') + gate(stations.redlight[0], redlight.y, 'above') +
    walls(tavern, 'tavern') + gate(stations.tavern[0], tavern.y, 'above') + walls(harbor, 'harbor') + gate(stations.harbor[0], harbor.y, 'above') +
    (house ? walls(house, 'house', 8) : '') + count(8).map((i) => storehouse(stores.x + i * 47.2, stores.y, 44, 58)).join('')
  )
}

/** Everything of the map that never changes. */
export const ground = once((layout: Layout): string => (layout.tall ? tallGround(layout) : wideGround(layout) + wideHouses(layout)))

/** The houses of a district, `x` to `x` + width, standing on `foot`: pictures of cards are made of them. */
export const SCENES: Record<District, [width: number, draw: (x: number, foot: number, s: number) => string]> = {
  castle: [112, (x, y, s) => pine(x + 4 * s, y, s) + keep(x + 58 * s, y, Math.min(s, 1.36))],
  gates: [130, (x, y, s) => gatehouse(x + 64 * s, y, s)],
  tavern: [104, (x, y, s) => inn(x + 8 * s, y, s * 1.05)],
  harbor: [120, (x, y, s) => chapel(x + 8 * s, y, s) + junk(x + 92 * s, y + 14, s * 0.7)],
  redlight: [124, (x, y, s) => willow(x + 16 * s, y, s * 1.15) + teahouse(x + 26 * s, y, 84 * s, s * 1.25) + lantern(x + 118 * s, y - 24 * s, 7 * s)],
  market: [
    100,
    (x, y, s) =>
      rect(x + 10 * s, y - 37 * s, 81 * s, 37 * s, 'plaster edge') + rect(x + 7 * s, y - 9 * s, 88 * s, 9 * s, 'wood edge') + awning(x + 6 * s, y - 55 * s, 90 * s, 20 * s, 8, 0) + rect(x + 3 * s, y - 58 * s, 96 * s, 4 * s, 'wood edge'),
  ],
  temple: [90, (x, y, s) => pagoda(x + 40 * s, y, s * 1.4) + pine(x + 80 * s, y, s)],
}
