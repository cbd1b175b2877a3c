// A finished game that is being looked at: whose view, which moment, and what was asked about it.
import { wires } from '../../games'
import type { Hint, HintMove, LogEntry, Replay, ReviewedTurn, Wire } from '../protocol'
import { ask, askThinking, reason, Refusal } from '../lib/api'
import { studyTitle } from '../lib/catalogue.svelte'
import { place, write } from '../lib/place'
import { best } from '../parts/advice'
import { saveRecord } from '../parts/records'
import type { Source } from '../study/start'
import { Analysis } from './analysis.svelte'
import { momentOf, playerNames, spansOf, turnAt, turnFrom, within } from './moments'

/** Milliseconds between turns that are played by themselves, and for one that was a mistake. */
const PACE = 900
const LOOK = 6000

export class ReplayState<W extends Wire = Wire> {
  /** Whose view: a seat's number, or '' for everything open. */
  seen = $state('')
  at = $state(0)
  playing = $state(false)
  panel = $state<'menu' | 'moves' | 'share' | 'what_if' | 'count' | 'puzzles' | null>(null)
  /** Good moves of a moment, which of them is shown, and null moves while a program thinks. */
  private asked = $state.raw<{ ply: number; moves: HintMove[] | null; at: number } | null>(null)
  thinking = $state(false)
  trouble = $state('')
  /** Whether the game is still going on. */
  running = $state(false)
  /** The whole turn that a good move begins: the game knows. */
  turnOf = (move: HintMove): string[] => [move.move]
  private views = $state.raw<Record<string, Replay<W>>>({})
  readonly analysis = new Analysis(() => this.id)

  /** Null until it is loaded. */
  readonly loaded: Replay<W> | null = $derived(this.views[this.seen] ?? this.views[''] ?? null)
  readonly received: Replay<W> = $derived(this.loaded!)
  readonly table = $derived(this.received.table)
  readonly log: LogEntry<W>[] = $derived(this.loaded?.log ?? [])
  readonly moves = $derived(this.log.length)
  readonly spans = $derived(spansOf(this.log))
  /** The turn of this moment, counted from 0; −1: the game has not begun. */
  readonly turn = $derived(turnAt(this.spans, this.at))
  readonly span = $derived(this.spans[this.turn])
  /** The moves of this turn up to this moment. */
  readonly entries: LogEntry<W>[] = $derived(this.span ? this.log.slice(this.span.since, this.at) : [])
  /** What the analysis says of this turn, when all of it has been played. */
  readonly judged: ReviewedTurn | null = $derived(this.span?.until === this.at ? (this.analysis.found.get(this.turn) ?? null) : null)
  /** A mistake is shown before it is made, beside the better turn. */
  readonly mistake = $derived(this.judged?.better ? this.judged : null)
  /** After how many moves the board is shown. */
  readonly stand = $derived(this.mistake ? this.mistake.since : this.at)
  readonly frame = $derived(this.received.frames[this.stand]!)
  readonly hint = $derived(this.asked?.ply === this.stand ? this.asked : null)
  readonly advice: HintMove | null = $derived(this.hint?.moves?.[this.hint.at] ?? null)
  /** Seat → name. */
  readonly player = $derived(this.loaded ? playerNames(this.table) : () => '')
  /** The seat to move at this moment. */
  readonly toMove: number | null = $derived(this.received.to_move[this.stand]?.[0] ?? null)
  /** Whose chances are shown: one's own, or else the first seat's. */
  readonly side = $derived(this.table.mine[0] ?? 0)
  /** Where turning points are, as far as they are known. */
  readonly stops = $derived(this.analysis.marked.map(({ until }) => until))

  constructor(readonly id: string) {}

  /** Load the view of a seat, or with '' everything. */
  async load(seat: string): Promise<void> {
    try {
      const found = await ask<Replay<W>>('GET', `/api/tables/${this.id}/replay?wire=${wires()}${seat && `&seat=${seat}`}`)
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
    write(`#${this.at}`)
  }

  /** Go to the moment that the address names. */
  follow(): void {
    this.at = momentOf(place().hash, this.moves)
    if (place().hash === '#analysis') void this.analysis.run()
  }

  /** Play by itself, or stop that. */
  toggle(): void {
    if (!this.playing && this.at === this.moves) this.jump(0)
    this.playing = !this.playing
  }

  /** Let the turns follow each other, with time to look at a mistake; returns how to stop it. */
  run(): () => void {
    const timer = setTimeout(() => this.step(1), this.mistake ? LOOK : PACE)
    return () => clearTimeout(timer)
  }

  /** To the end of the next turn, or of the one before. */
  step(by: 1 | -1): void {
    this.jump(turnFrom(this.spans, this.at, by > 0))
  }

  /** Go to the next turning point, or the one before; after the last one comes the first. */
  visit(by: 1 | -1): void {
    const { at, stops } = this
    this.playing = false
    this.jump((by > 0 ? (stops.find((stop) => stop > at) ?? stops[0]) : (stops.findLast((stop) => stop < at) ?? stops.at(-1))) ?? at)
  }

  advise(): Promise<void> {
    return this.tried(async () => {
      const ply = this.stand
      this.asked = { ply, moves: null, at: 0 }
      const { moves } = await askThinking<Hint>(`/api/tables/${this.id}/hint`, { seat: this.toMove, ply })
      if (this.asked?.ply === ply) this.asked = { ply, moves: best(moves, this.turnOf), at: 0 }
    })
  }

  nextHint(): void {
    const { hint } = this
    if (hint?.moves?.length) this.asked = { ...hint, at: (hint.at + 1) % hint.moves.length }
  }

  closeHint(): void {
    this.asked = null
  }

  save(): Promise<void> {
    return this.tried(async () =>
      saveRecord(await ask('GET', `/api/tables/${this.id}/record`), `${this.table.game}-${this.id.slice(0, 6)}`),
    )
  }

  /** What a study of this game begins with: here, with what is known of it. */
  async source(): Promise<Source> {
    const record = await ask<Record<string, unknown>>('GET', `/api/tables/${this.id}/record`)
    return { record, title: studyTitle(this.table), seat: this.seen === '' ? null : Number(this.seen), at: this.stand, turns: this.analysis.turns, points: this.analysis.curve }
  }

  private async tried(what: () => Promise<void>): Promise<void> {
    this.trouble = ''
    this.thinking = true
    try {
      await what()
    } catch (error) {
      this.asked = null
      this.trouble = reason(error)
    } finally {
      this.thinking = false
    }
  }
}
