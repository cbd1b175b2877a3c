// The largest map that fits into a window beside its panels.
import { boxOf, corner, HALF, R, type Box, type Space } from './geometry'

/** How the map is put on the screen: a space at (x, y) is drawn at (x · scale + left, y · scale + top). */
export interface Placement {
  scale: number
  left: number
  top: number
}

const CORNERS = Array.from({ length: 6 }, (_, i) => corner(i, R))
const COLUMNS = 24
const ROWS = 30
const ROUNDS = 12
const LARGEST = 8

/** Offsets to try, in parts of the room that is left: those near the middle first. */
const OFFSETS = Array.from({ length: (COLUMNS + 1) * (ROWS + 1) }, (_, i) => ({
  across: (i % (COLUMNS + 1)) / COLUMNS,
  down: Math.floor(i / (COLUMNS + 1)) / ROWS,
})).sort((one, two) => eccentric(one) - eccentric(two))

function eccentric({ across, down }: { across: number; down: number }): number {
  return Math.abs(across - 0.5) + 0.6 * Math.abs(down - 0.5)
}

/** Find the largest hexagons at which no space touches a panel or the edge; null if there is no room at all. */
export function fit(spaces: Space[], width: number, height: number, panels: Box[], margin = 6): Placement | null {
  const box = boxOf(spaces)
  let [small, large] = [0, LARGEST]
  let best: Placement | null = null
  for (let round = 0; round < ROUNDS; round++) {
    const scale = (small + large) / 2
    const spare = { across: width - 2 * margin - box.width * scale, down: height - 2 * margin - box.height * scale }
    const found = spare.across >= 0 && spare.down >= 0 ? place(spaces, box, scale, spare, panels, margin) : null
    if (found) [best, small] = [found, scale]
    else large = scale
  }
  return best
}

/** A place for a map of this size, as near to the middle as there is one. */
function place(
  spaces: Space[],
  box: Box,
  scale: number,
  spare: { across: number; down: number },
  panels: Box[],
  margin: number,
): Placement | null {
  let obstacle: Space | null = null // what was in the way last time often still is
  for (const { across, down } of OFFSETS) {
    const placement = {
      scale,
      left: margin + spare.across * across - box.x * scale,
      top: margin + spare.down * down - box.y * scale,
    }
    if (obstacle && isCovered(obstacle, placement, panels)) continue
    obstacle = spaces.find((space) => isCovered(space, placement, panels)) ?? null
    if (!obstacle) return placement
  }
  return null
}

/** Whether a space touches a panel. */
export function isCovered(space: Space, { scale, left, top }: Placement, panels: readonly Box[]): boolean {
  const x = space.x * scale + left
  const y = space.y * scale + top
  return panels.some((panel) => {
    const dx = Math.max(panel.x - x, 0, x - panel.x - panel.width)
    const dy = Math.max(panel.y - y, 0, y - panel.y - panel.height)
    if (dx >= R * scale || dy >= R * scale) return false
    if (dx * dx + dy * dy < (HALF * scale) ** 2) return true
    return CORNERS.some(([a, b]) => isInside(x + a * scale, y + b * scale, panel))
  })
}

const isInside = (x: number, y: number, box: Box): boolean =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height
