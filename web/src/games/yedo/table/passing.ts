// Passing without being asked, until the round ends.

export class Passing {
  /** Seat → the round in which it began to pass. */
  private readonly since = new Map<number, number>()

  /** Whether a seat has passed for long enough: its round is over. */
  isOver(seat: number, passes: boolean, round: number): boolean {
    if (!passes) this.since.delete(seat)
    else if (!this.since.has(seat)) this.since.set(seat, round)
    return passes && this.since.get(seat) !== round
  }
}
