// A token on its way from the hand to the map, under one finger or the mouse: a second finger lets it go.

interface Carried {
  code: string
  /** Its place in the hand. */
  index: number
  x: number
  y: number
  /** Whether it has left its place. */
  moving: boolean
}

/** Where a pointer is; what events of the browser have, too. */
interface Pointer {
  pointerId: number
  clientX: number
  clientY: number
}

/** Pixels until a press becomes a drag. */
const SLACK = 8

export class Carrying {
  carried = $state.raw<Carried | null>(null)
  private pointer = -1

  /** `oncarry` hears where the token is, or was let go; null: it is back in the hand. */
  constructor(private readonly oncarry: (code: string, at: { x: number; y: number } | null, released: boolean) => void) {}

  /** Take a token. */
  take(code: string, index: number, { pointerId, clientX, clientY }: Pointer): void {
    if (this.carried) return
    this.pointer = pointerId
    this.carried = { code, index, x: clientX, y: clientY, moving: false }
  }

  move({ pointerId, clientX: x, clientY: y }: Pointer): void {
    const { carried } = this
    if (!carried || pointerId !== this.pointer) return
    if (!carried.moving && Math.hypot(x - carried.x, y - carried.y) <= SLACK) return
    this.carried = { ...carried, x, y, moving: true }
    this.oncarry(carried.code, { x, y }, false)
  }

  /** Let it go; whether it had left its place. */
  drop({ pointerId, clientX: x, clientY: y }: Pointer): boolean {
    const { carried } = this
    if (!carried || pointerId !== this.pointer) return false
    this.carried = null
    if (carried.moving) this.oncarry(carried.code, { x, y }, true)
    return carried.moving
  }

  /** Another finger came, or the browser took the pointer away: the token goes back. */
  cancel(): void {
    const { carried } = this
    this.carried = null
    if (carried?.moving) this.oncarry(carried.code, null, false)
  }

  /** A pointer went down anywhere. */
  pressed({ pointerId }: Pointer): void {
    if (this.carried && pointerId !== this.pointer) this.cancel()
  }
}
