// A finished game that is being looked at: whose view, which moment, and what was asked about it.
import { WIRES } from '../../games'
import type { Hint, LogEntry, Replay, Review, Wire } from '../protocol'
import { ask, reason, Refusal } from '../lib/api'
import { saveRecord } from '../parts/records'
import { momentOf, playerNames, within } from './moments'

const PACE = 1200 // ms between moves that are played by themselves

export class Film<W extends Wire = Wire> {
  /** Whose view: a seat's number, or '' for everything open. */
  seen = $state('')
  at = $state(0)
  playing = $state(false)
  panel = $state<'share' | 'what_if' | 'hint' | 'scoring' | null>(null)
  hint = $state.raw<Hint | null>(null)
  review = $state.raw<Review | null>(null)
  thinking = $state(false)
  trouble = $state('')
  /** Whether the game is still going on. */
  running = $state(false)
  private views = $state.raw<Record<string, Replay<W>>>({})

  /** Null until it is loaded. */
  readonly loaded: Replay<W> | null = $derived(this.views[this.seen] ?? this.views[''] ?? null)
  readonly replay: Replay<W> = $derived(this.loaded!)
  readonly table = $derived(this.replay.table)
  readonly log: LogEntry<W>[] = $derived(this.loaded?.log ?? [])
  readonly moves = $derived(this.log.length)
  readonly frame = $derived(this.replay.frames[this.at]!)
  /** The move that led to this moment. */
  readonly entry = $derived(this.log[this.at - 1])
  readonly judged = $derived(this.entry && this.review?.moves[this.entry.ply])
  /** Seat → name. */
  readonly player = $derived(this.loaded ? playerNames(this.table) : () => '')
  /** The seat to move at this moment. */
  readonly toMove: number | null = $derived(this.replay.to_move[this.at]?.[0] ?? null)

  constructor(readonly id: string) {}

  /** Load the view of a seat, or with '' everything. */
  async load(seat: string): Promise<void> {
    try {
      const found = await ask<Replay<W>>('GET', `/api/tables/${this.id}/replay?wire=${WIRES}${seat && `&seat=${seat}`}`)
      this.views = { ...this.views, [seat]: found }
      this.seen = seat
      this.trouble = ''
    } catch (error) {
      this.trouble = reason(error)
      this.running = error instanceof Refusal && error.problem.error === 'not_now'
    }
  }

  jump(to: number): void {
    this.at = within(to, this.moves)
    if (this.at === this.moves) this.playing = false
    history.replaceState(null, '', `#${this.at}`)
  }

  /** Go to the moment that the address names. */
  follow(): void {
    this.at = momentOf(location.hash, this.moves)
  }

  /** Play by itself, or stop that. */
  toggle(): void {
    if (!this.playing && this.at === this.moves) this.jump(0)
    this.playing = !this.playing
  }

  /** Let the moves follow each other; returns how to stop it. */
  run(): () => void {
    const timer = setInterval(() => this.jump(this.at + 1), PACE)
    return () => clearInterval(timer)
  }

  analyse(): Promise<void> {
    return this.tried(async () => {
      this.review = await ask<Review>('POST', `/api/tables/${this.id}/review`)
    })
  }

  advise(): Promise<void> {
    return this.tried(async () => {
      this.hint = null
      this.panel = 'hint'
      this.hint = await ask<Hint>('POST', `/api/tables/${this.id}/hint`, { seat: this.toMove, ply: this.at })
    })
  }

  save(): Promise<void> {
    return this.tried(async () =>
      saveRecord(await ask('GET', `/api/tables/${this.id}/record`), `${this.table.game}-${this.id.slice(0, 6)}`),
    )
  }

  private async tried(what: () => Promise<void>): Promise<void> {
    this.trouble = ''
    this.thinking = true
    try {
      await what()
    } catch (error) {
      this.panel = null
      this.trouble = reason(error)
    } finally {
      this.thinking = false
    }
  }
}
