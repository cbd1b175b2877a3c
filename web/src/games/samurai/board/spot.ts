// Where a slip of paper lies on the table: never on a space, and as little as possible on panels.
import type { Placement } from './fit'
import { isCovered } from './fit'
import type { Box, Space } from './geometry'

interface Size {
  width: number
  height: number
}
interface Place {
  x: number
  y: number
}
/** A panel; a heavy one is covered last. */
export interface Taken extends Box {
  weight?: number
}

const STEPS = 72

/** The place nearest to a wish at which nothing in play is covered; null if there is none. */
export function findSpot(
  { width, height }: Size,
  room: Size,
  spaces: readonly Space[],
  placement: Placement,
  taken: readonly Taken[],
  wish: Place,
  margin = 6,
): (Place & { covers: number }) | null {
  const across = room.width - width - 2 * margin
  const down = room.height - height - 2 * margin
  if (across < 0 || down < 0) return null
  const step = Math.max(4, Math.max(room.width, room.height) / STEPS)
  let best: (Place & { covers: number }) | null = null
  let least = Infinity
  let obstacle: Space | null = null // what was in the way last time often still is
  for (const y of positions(down, step, margin)) {
    for (const x of positions(across, step, margin)) {
      const box = [{ x, y, width, height }]
      if (obstacle && isCovered(obstacle, placement, box)) continue
      const covers = taken.reduce((sum, panel) => sum + overlap(box[0]!, panel) * (panel.weight ?? 1), 0)
      const cost = covers * 1000 + Math.hypot(x - wish.x, y - wish.y)
      if (cost >= least) continue
      obstacle = spaces.find((space) => isCovered(space, placement, box)) ?? null
      if (obstacle) continue
      best = { x, y, covers }
      least = cost
    }
  }
  return best
}

/** From one edge to the other, both included. */
function positions(length: number, step: number, from: number): number[] {
  const count = Math.ceil(length / step)
  return Array.from({ length: count + 1 }, (_, i) => from + (count ? (length * i) / count : 0))
}

function overlap(one: Box, two: Box): number {
  const across = Math.min(one.x + one.width, two.x + two.width) - Math.max(one.x, two.x)
  const down = Math.min(one.y + one.height, two.y + two.height) - Math.max(one.y, two.y)
  return across > 0 && down > 0 ? across * down : 0
}
