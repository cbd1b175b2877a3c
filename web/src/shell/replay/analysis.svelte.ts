// The analysis of a finished game as it comes: an outline first, then the turns that matter most.
import { askThinking, reason } from '../lib/api'
import type { ReviewedTurn, ReviewOutline, ReviewPart } from '../protocol'
import { curveOf } from './moments'

/** How many turns are asked for at once: the first one alone, so that it is there soon. */
const FIRST = 1
const MOST = 8

export class Analysis {
  outline = $state.raw<ReviewOutline | null>(null)
  /** What was found so far: turn → what it was like. */
  found = $state.raw<ReadonlyMap<number, ReviewedTurn>>(new Map())
  busy = $state(false)
  trouble = $state('')
  private stopped = false

  readonly turns: ReviewedTurn[] = $derived([...this.found.values()].sort((one, two) => one.turn - two.turn))
  /** The turns that changed something, in their order. */
  readonly marked = $derived(this.turns.filter(({ mark }) => mark))
  readonly curve = $derived(this.outline ? curveOf(this.outline, this.turns) : [])
  /** Which part of the turns has been looked at. */
  readonly progress = $derived(this.outline ? this.found.size / Math.max(1, this.outline.order.length) : 0)

  constructor(private readonly table: () => string) {}

  /** Look at everything; what was found stays if something goes wrong, and asking again goes on. */
  async run(): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.trouble = ''
    this.stopped = false
    try {
      if (!this.outline) this.take(await this.ask([]))
      for (let size = FIRST; !this.stopped; size = Math.min(2 * size, MOST)) {
        const next = this.outline!.order.filter((turn) => !this.found.has(turn)).slice(0, size)
        if (!next.length) break
        const before = this.found.size
        this.take(await this.ask(next))
        if (this.found.size === before) break
      }
    } catch (error) {
      this.trouble = reason(error)
    } finally {
      this.busy = false
    }
  }

  /** Ask for nothing more. */
  stop(): void {
    this.stopped = true
  }

  private ask(turns: number[]): Promise<ReviewPart> {
    return askThinking<ReviewPart>(`/api/tables/${this.table()}/review/turns`, { turns })
  }

  private take({ outline, turns }: ReviewPart): void {
    this.outline = outline ?? this.outline
    this.found = new Map([...this.found, ...turns.map((turn) => [turn.turn, turn] as const)])
  }
}
