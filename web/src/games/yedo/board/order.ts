// The player order as the garden house will make it.
import type { Position } from '../protocol'

export interface Place {
  seat: number
  /** Whether a person has chosen it; the others keep the order they have. */
  chosen: boolean
}

/** The order so far, with a place that the seat to move has picked. */
export function nextOrder({ task }: Pick<Position, 'task'>, picked = 0): Place[] | null {
  return task?.orders?.[picked]?.map((seat, i) => ({ seat, chosen: i + 1 === picked || task.positions?.[i] === seat })) ?? null
}
