// The turns of others, shown one after the other: moves wait in a queue, and each gets its time on the board.
import type { Speed } from '../lib/settings.svelte'
import { turns } from './turns'

/** How long a move stays the last one on the board, in milliseconds. */
export const BEATS: Record<Speed, number> = { slow: 1300, normal: 650, fast: 300, instant: 0 }
export const SPEEDS = Object.keys(BEATS) as Speed[]

/** With more turns than this in the queue, as after sleep, only the last few are shown one after the other. */
const MOST = 24
const LAST = 4

interface Entry {
  ply: number
  seat: number
}

interface Stage<E extends Entry> {
  /** Milliseconds of one beat; 0 shows everything at once. */
  beat: () => number
  /** How many beats a move needs on the board. */
  length: (entry: E) => number
  /** A move is about to be shown: the board still is as it was before. */
  show: (entry: E) => void
  /** Another move is the last one on the board, or none is. */
  moved: () => void
  /** Everything has been shown. */
  done: () => void
}

export class Pacing<E extends Entry> {
  /** How many moves of the log the board shows; null: all of them. */
  shown: number | null = $state(null)
  /** Where a turn that is shown again begins; null: the moves are new. */
  from: number | null = $state(null)
  private queue: E[] = []
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly stage: Stage<E>) {}

  /** Whether the board is behind the game, or the last move still has its time. */
  get playing(): boolean {
    return this.shown !== null
  }

  /** New moves, to be shown after those that wait; `late`: they were played while the page was hidden. */
  add(entries: readonly E[], late = false): void {
    if (!entries.length) return
    if (this.from !== null) this.clear()
    this.queue.push(...entries)
    const waiting = turns(this.queue)
    if (waiting.length > (late ? LAST : MOST)) this.queue = waiting.slice(-LAST).flatMap((turn) => turn.entries)
    if (!this.stage.beat()) this.skip()
    else if (this.timer === undefined) this.next()
  }

  /** Show old moves again. */
  again(entries: readonly E[]): void {
    this.skip()
    if (!entries.length) return
    this.from = this.shown = entries[0]!.ply
    this.stage.moved()
    this.queue = [...entries]
    this.timer = setTimeout(() => this.next(), this.stage.beat() || BEATS.normal)
  }

  /** Show everything at once. */
  skip(): void {
    if (!this.playing && !this.queue.length) return
    this.clear()
    this.stage.done()
  }

  private next(): void {
    for (let entry = this.queue.shift(); entry; entry = this.queue.shift()) {
      const beat = this.stage.beat() || (this.from === null ? 0 : BEATS.normal)
      this.stage.show(entry)
      this.shown = entry.ply + 1
      this.stage.moved()
      const wait = this.stage.length(entry) * beat
      if (wait > 0) {
        this.timer = setTimeout(() => this.next(), wait)
        return
      }
    }
    this.clear()
    this.stage.done()
  }

  private clear(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.queue = []
    this.shown = this.from = null
    this.stage.moved()
  }
}
