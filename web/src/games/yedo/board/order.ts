// The player order as the garden house will make it.
import type { Position } from '../protocol'

export interface Place {
  seat: number
  /** Whether somebody has chosen it; the others keep the order they have. */
  chosen: boolean
}

/** The order so far: what has been chosen, with a place that the seat to move has picked, and the rest as they stand now. */
export function nextOrder({ task, order }: Pick<Position, 'task' | 'order'>, picked: number | null = null): Place[] | null {
  if (task?.kind !== 'position' || !task.positions) return null
  const fixed = task.positions.map((seat, i) => (i + 1 === picked ? task.seat : seat))
  const rest = order.filter((seat) => !fixed.includes(seat))
  return fixed.map((seat) => (seat === null ? { seat: rest.shift()!, chosen: false } : { seat, chosen: true }))
}
