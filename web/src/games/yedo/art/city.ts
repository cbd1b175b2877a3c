// Buildings, trees and boats of the city, each drawn as SVG text from nothing but paths. The page that shows
// them has the colours: `roof`, `tiles`, `plaster`, `wood` and the like are classes.

export const round = (value: number): number => Math.round(value * 10) / 10

/** A number of a path, rounded. */
export const d = (parts: TemplateStringsArray, ...values: number[]): string =>
  parts.reduce((text, part, i) => text + part + (i < values.length ? round(values[i]!) : ''), '')

export const path = (line: string, name: string): string => `<path d="${line}" class="${name}"/>`

export const rect = (x: number, y: number, width: number, height: number, name: string): string =>
  d`<rect x="${x}" y="${y}" width="${width}" height="${height}" ` + `class="${name}"/>`

export const count = (n: number): number[] => Array.from({ length: n }, (_, i) => i)

interface Roof {
  /** How much of the width the ridge takes. */
  ridge: number
  /** How far the eaves turn up. */
  up: number
  tiles?: boolean
}

export function roof(x: number, y: number, width: number, height: number, { ridge, up, tiles = true }: Roof): string {
  const side = (width * (1 - ridge)) / 2
  const foot = y + height
  const shape =
    d`M${x - up} ${foot - up}Q${x + side * 0.7} ${y + height * 0.72} ${x + side} ${y}H${x + width - side}` +
    d`Q${x + width - side * 0.7} ${y + height * 0.72} ${x + width + up} ${foot - up}L${x + width} ${foot + 1}H${x}Z`
  const rows = Math.max(3, Math.round(width / 7))
  const lines = count(rows - 1).map((i) => {
    const part = (i + 1) / rows
    return d`M${x + side + (width - 2 * side) * part} ${y + 1.4}L${x + width * part} ${foot}`
  })
  return (
    path(shape, 'roof') +
    (tiles ? path(lines.join(''), 'tiles') : '') +
    path(d`M${x + side - 2} ${y}H${x + width - side + 2}`, 'ridge')
  )
}

const posts = (x: number, y: number, width: number, height: number, n: number): string =>
  path(count(n + 1).map((i) => d`M${x + (width * i) / n} ${y}v${height}`).join(''), 'post')

const windows = (x: number, y: number, width: number, height: number, n: number): string =>
  count(n).map((i) => rect(x + (width / n) * (i + 0.28), y, (width / n) * 0.44, height, 'dark')).join('')

/** The castle's keep. */
export function keep(x: number, foot: number, s: number): string {
  const tier = (y: number, width: number, height: number, top: number, n: number): string =>
    rect(x - (s * width) / 2, foot - s * (y + height), s * width, s * height, 'plaster edge') +
    windows(x - (s * width) / 2, foot - s * (y + height - 3), s * width, s * (height - 5), n) +
    roof(x - s * (width / 2 + 9), foot - s * (y + height + top), s * (width + 18), s * top, { ridge: 0.66, up: s * 2.6 })
  const base =
    d`M${x - s * 58} ${foot}Q${x - s * 46} ${foot - s * 10} ${x - s * 42} ${foot - s * 22}H${x + s * 42}` +
    d`Q${x + s * 46} ${foot - s * 10} ${x + s * 58} ${foot}Z`
  const stones = count(3).flatMap((row) => count(11).map((i) => d`M${x + s * ((i - 5) * 10 + (row % 2) * 5)} ${foot - s * (2 + row * 7)}h${s * 6.5}`))
  const gable = d`M${x - s * 16} ${foot - s * 36}L${x} ${foot - s * 50}L${x + s * 16} ${foot - s * 36}Z`
  const verge = d`M${x - s * 20} ${foot - s * 34}L${x} ${foot - s * 52}L${x + s * 20} ${foot - s * 34}`
  const fish =
    d`M${x - s * 16} ${foot - s * 91}q${-s * 3} ${-s * 5} ${s} ${-s * 8}` + d`M${x + s * 16} ${foot - s * 91}q${s * 3} ${-s * 5} ${-s} ${-s * 8}`
  return (
    path(base, 'stone edge') + path(stones.join(''), 'thin') + tier(22, 72, 13, 12, 6) + path(gable, 'plaster edge') +
    path(verge, 'ridge') + tier(46, 50, 11, 11, 4) + tier(67, 32, 10, 14, 3) + path(fish, 'fish')
  )
}

export function pagoda(x: number, foot: number, s: number): string {
  const TIERS = 4
  const rise = 17.5 * s
  const tiers = count(TIERS).map((i) => {
    const width = (46 - i * 5) * s
    const y = foot - i * rise
    return (
      rect(x - width * 0.32, y - 9 * s, width * 0.64, 9 * s, 'red edge') +
      posts(x - width * 0.32, y - 9 * s, width * 0.64, 9 * s, 4) +
      roof(x - width / 2 - 4 * s, y - 19 * s, width + 8 * s, 10 * s, { ridge: 0.5, up: 3.4 * s })
    )
  })
  const top = foot - TIERS * rise
  const rings = [6, 10, 14].map((up, i) => d`M${x - (3 - i * 0.5) * s} ${top - up * s}h${(6 - i) * s}`)
  return tiers.join('') + path(d`M${x} ${top}v${-20 * s}` + rings.join(''), 'spire')
}

/** A hall behind a wall. */
export const hall = (x: number, foot: number, width: number, s: number): string =>
  rect(x, foot - 15 * s, width, 15 * s, 'plaster edge') +
  posts(x, foot - 15 * s, width, 15 * s, Math.round(width / 11)) +
  roof(x - 8 * s, foot - 33 * s, width + 16 * s, 18 * s, { ridge: 0.58, up: 3.4 * s })

/** A large gate between two walls. */
export function gatehouse(x: number, foot: number, s: number): string {
  const side = (left: number): string =>
    rect(x + left * s, foot - 20 * s, 30 * s, 20 * s, 'plaster edge') + roof(x + (left - 2) * s, foot - 27 * s, 34 * s, 7 * s, { ridge: 0.9, up: 1 })
  const post = (left: number): string => rect(x + left * s, foot - 40 * s, 7 * s, 40 * s, 'wood edge')
  const door = (left: number): string => rect(x + left * s, foot - 33 * s, 20 * s, 33 * s, 'darkwood edge')
  const boards = [-12, 12].map((i) => d`M${x + i * s} ${foot - 33 * s}v${33 * s}`).join('') + [-22, 2].map((i) => d`M${x + i * s} ${foot - 18 * s}h${20 * s}`).join('')
  return (
    side(-62) + side(32) + post(-30) + post(23) + door(-22) + door(2) + path(boards, 'thin') +
    rect(x - 34 * s, foot - 43 * s, 68 * s, 6 * s, 'wood edge') + roof(x - 40 * s, foot - 62 * s, 80 * s, 19 * s, { ridge: 0.62, up: 4 * s })
  )
}

/** A tavern of two storeys with a curtain at its door. */
export const inn = (x: number, foot: number, s: number): string =>
  rect(x, foot - 26 * s, 74 * s, 26 * s, 'wood edge') + rect(x + 4 * s, foot - 24 * s, 66 * s, 10 * s, 'indigo edge') +
  path([1, 2, 3, 4].map((i) => d`M${x + (4 + i * 13.2) * s} ${foot - 20 * s}v${6 * s}`).join(''), 'slit') +
  rect(x + 10 * s, foot - 14 * s, 54 * s, 14 * s, 'dark') + posts(x + 10 * s, foot - 14 * s, 54 * s, 14 * s, 8) +
  roof(x - 7 * s, foot - 38 * s, 88 * s, 12 * s, { ridge: 0.82, up: 2.5 * s }) +
  rect(x + 8 * s, foot - 55 * s, 58 * s, 17 * s, 'plaster edge') + rect(x + 13 * s, foot - 52 * s, 48 * s, 11 * s, 'lattice') +
  posts(x + 13 * s, foot - 52 * s, 48 * s, 11 * s, 10) + roof(x, foot - 73 * s, 74 * s, 18 * s, { ridge: 0.6, up: 3.4 * s }) +
  lantern(x + 79 * s, foot - 20 * s, 7 * s)

export const teahouse = (x: number, foot: number, width: number, s: number): string =>
  rect(x, foot - 22 * s, width, 22 * s, 'red edge') + rect(x + 4, foot - 18 * s, width - 8, 14 * s, 'lattice') +
  posts(x + 4, foot - 18 * s, width - 8, 14 * s, Math.round(width / 4.4)) + roof(x - 6 * s, foot - 35 * s, width + 12 * s, 13 * s, { ridge: 0.8, up: 2.6 * s })

export function chapel(x: number, foot: number, s: number): string {
  const window = (at: number): string => d`<circle cx="${x + at * s}" cy="${foot - 13 * s}" r="${3.2 * s}" class="dark"/>`
  const door = d`M${x + 18 * s} ${foot}v${-10 * s}a${5 * s} ${5 * s} 0 0 1 ${10 * s} 0v${10 * s}Z`
  return (
    rect(x, foot - 24 * s, 46 * s, 24 * s, 'plaster edge') + path(door, 'dark') + window(9) + window(37) +
    roof(x - 7 * s, foot - 42 * s, 60 * s, 18 * s, { ridge: 0.5, up: 3 * s }) +
    path(d`M${x + 23 * s} ${foot - 42 * s}v${-17 * s}M${x + 17 * s} ${foot - 53 * s}h${12 * s}`, 'cross')
  )
}

/** A storehouse with white walls. */
export const storehouse = (x: number, y: number, width: number, height: number): string =>
  rect(x + 3, y + 14, width - 6, height - 14, 'plaster edge') + rect(x + 3, y + height - 6, width - 6, 6, 'namako') +
  roof(x, y, width, 15, { ridge: 0.7, up: 1.6 })

/** An awning of stripes, `lap` deep. */
export function awning(x: number, y: number, width: number, lap: number, stripes: number, colour: 0 | 1): string {
  const wide = width / stripes
  return count(stripes)
    .map((i) => path(d`M${x + wide * i} ${y}h${wide}v${lap}q${-wide / 2} ${lap * 0.32} ${-wide} 0Z`, i % 2 ? 'awning' : `awning-${colour}`))
    .join('')
}

export function willow(x: number, foot: number, s: number): string {
  const twigs = count(13).map((n) => {
    const i = n - 6
    const across = i * 4.6 * s
    const top = foot - (52 - Math.abs(i) * 2.2) * s
    return (
      d`M${x + across * 0.35} ${top}C${x + across} ${top - 4 * s} ${x + across * 1.25} ${top + 12 * s} ` +
      d`${x + across * 1.18 + (i % 2) * 2} ${top + (30 + (i % 3) * 5) * s}`
    )
  })
  const trunk = d`M${x} ${foot}C${x + 3 * s} ${foot - 18 * s} ${x - 4 * s} ${foot - 30 * s} ${x} ${foot - 50 * s}`
  return path(trunk, 'trunk') + path(twigs.join(''), 'willow')
}

export function pine(x: number, foot: number, s: number): string {
  const cloud = (cx: number, cy: number, w: number): string =>
    path(
      d`M${cx - w} ${cy}q${w * 0.05} ${-6 * s} ${w * 0.4} ${-5 * s}q${w * 0.25} ${-5 * s} ${w * 0.6} ${-4 * s}` +
        d`q${w * 0.45} ${-s} ${w * 0.55} ${4 * s}q${w * 0.45} ${s} ${w * 0.4} ${5 * s}Z`,
      'pine',
    )
  const trunk = d`M${x} ${foot}q${4 * s} ${-8 * s} ${-s} ${-14 * s}t${2 * s} ${-12 * s}`
  return (
    path(trunk, 'trunk') + cloud(x - 5 * s, foot - 11 * s, 9 * s) + cloud(x + 5 * s, foot - 17 * s, 9 * s) + cloud(x, foot - 24 * s, 8 * s)
  )
}

/** A junk under sail. */
export function junk(x: number, y: number, s: number): string {
  const hull =
    d`M${x - 30 * s} ${y - 8 * s}C${x - 24 * s} ${y + 6 * s} ${x + 18 * s} ${y + 8 * s} ${x + 32 * s} ${y - 12 * s}` +
    d`L${x + 22 * s} ${y - 6 * s}H${x - 22 * s}Z`
  const sail =
    d`M${x - 20 * s} ${y - 48 * s}H${x + 20 * s}Q${x + 27 * s} ${y - 28 * s} ${x + 21 * s} ${y - 11 * s}` +
    d`H${x - 21 * s}Q${x - 14 * s} ${y - 28 * s} ${x - 20 * s} ${y - 48 * s}Z`
  const battens = [-12, -4, 4, 12].map((i) => d`M${x + i * s} ${y - 48 * s}Q${x + (i + 6) * s} ${y - 28 * s} ${x + i * s} ${y - 11 * s}`)
  return (
    path(hull, 'wood edge') + path(d`M${x} ${y - 6 * s}V${y - 52 * s}`, 'trunk') + path(sail, 'plaster edge') + path(battens.join(''), 'thin')
  )
}

/** A small boat with an awning. */
export const boat = (x: number, y: number, s: number): string =>
  path(
    d`M${x - 15 * s} ${y - 4 * s}Q${x} ${y + 5 * s} ${x + 17 * s} ${y - 5 * s}Q${x} ${y - 1} ${x - 15 * s} ${y - 4 * s}Z`,
    'wood edge',
  ) + path(d`M${x - 2 * s} ${y - 3 * s}l${-2 * s} ${-7 * s}l${6 * s} 0l${2 * s} ${7 * s}`, 'plaster edge')

/** A bridge from one bank to the other, `rise` high in the middle. */
export function bridge(x1: number, y1: number, x2: number, y2: number, width: number, rise: number): string {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const long = Math.hypot(dx, dy)
  const at = (part: number, side: number): string =>
    d`${x1 + dx * part - (dy / long) * side} ${y1 + dy * part + (dx / long) * side - rise * 4 * part * (1 - part)}`
  const line = (side: number, back = false): string => count(11).map((i) => at(back ? 1 - i / 10 : i / 10, side)).join('L')
  const planks = Math.round(long / 5)
  const rails = Math.max(3, Math.round(long / 12))
  const half = width / 2
  return (
    path(`M${line(-half)}L${line(half, true)}Z`, 'deck') +
    path(count(planks - 1).map((i) => `M${at((i + 1) / planks, -half)}L${at((i + 1) / planks, half)}`).join(''), 'thin') +
    path([-half, half].map((side) => `M${line(side)}${count(rails + 1).map((i) => `M${at(i / rails, side)}v-5.5`).join('')}`).join(''), 'rail')
  )
}

export const lantern = (x: number, y: number, r: number): string =>
  path(d`M${x} ${y - r * 2.4}v${r}`, 'thin') +
  d`<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 1.3}" class="lamp"/>` +
  path(d`M${x - r * 0.9} ${y - r * 0.5}h${r * 1.8}M${x - r} ${y}h${r * 2}M${x - r * 0.9} ${y + r * 0.5}h${r * 1.8}`, 'thin')

/** A band of mist. */
export const mist = (x: number, y: number, width: number): string =>
  d`<rect x="${x}" y="${y}" width="${width}" height="13" ` + 'rx="6.5" class="mist"/>'

/** Rows of houses from the back to the front, the farther ones smaller; always the same ones. */
export function town(width: number): string {
  let seed = 5
  const chance = (): number => ((seed = (seed * 16807) % 2147483647) - 1) / 2147483646
  const ROWS: [y: number, s: number, houses: number][] = [[172, 0.5, 30], [190, 0.64, 25], [212, 0.8, 21], [238, 1, 17]]
  const house = (i: number, y: number, s: number, wide: number): string => {
    const x = i * wide + chance() * 8
    if (chance() < 0.13) return pine(x + wide / 2, y + 14 * s, s * 0.8)
    return (
      rect(x + 4, y, wide - 6, 14 * s, chance() < 0.3 ? 'wood edge' : 'plaster edge') +
      rect(x + wide * 0.3, y + 4 * s, wide * 0.4, 6 * s, 'dark') +
      roof(x, y - 11 * s, wide * 1.02, 11 * s, { ridge: 0.66, up: 1.6 * s, tiles: s > 0.6 })
    )
  }
  return ROWS.map(
    ([y, s, houses]) =>
      rect(0, y - 6, width, 34 * s, 'ground') + count(houses + 1).map((i) => house(i - 1, y, s, width / houses)).join(''),
  ).join('')
}
