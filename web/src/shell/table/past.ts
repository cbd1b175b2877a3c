// How the table stood after each move, as far as this page knows: turns are shown by it.
import { changed } from '../lib/changes'
import type { LogEntry, Recalled, Wire } from '../protocol'

export class Past<W extends Wire = Wire> {
  /** Number of moves → the position with them. */
  private readonly positions = new Map<number, W['position']>()

  /** The position when so many moves have been made. */
  at = (moves: number): W['position'] | undefined => this.positions.get(moves)

  /** A message brought moves, and a position with this number of moves; what came after the moves before is forgotten. */
  take(position: W['position'], log: readonly LogEntry<W>[], moves: number): void {
    const first = log[0]?.ply ?? moves - 1
    for (const known of this.positions.keys()) if (known > first) this.positions.delete(known)
    this.step(position, log)
    // the last moves made the position of the message
    for (let n = log.length; n && !log[n - 1]!.changes; n--) this.positions.set(log[n - 1]!.ply + 1, position)
    this.positions.set(moves, position)
  }

  /** The server told again how old moves changed the table. */
  recall({ position, log: [first, ...more] }: Recalled<W>): void {
    if (!first || !position) return
    this.positions.set(first.ply, position)
    this.step(position, [first, ...more])
  }

  private step(position: W['position'], log: readonly LogEntry<W>[]): void {
    for (const { ply, changes } of log) {
      if (!changes) continue
      position = changed(position, changes)
      this.positions.set(ply + 1, position)
    }
  }
}
