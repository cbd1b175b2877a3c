// A finished game that is being looked at: whose view, which moment, and what was asked about it.
import { wires } from '../../games'
import type { Hint, HintMove, LogEntry, Replay, Review, Wire } from '../protocol'
import { ask, reason, Refusal } from '../lib/api'
import { studyTitle } from '../lib/catalogue.svelte'
import { best } from '../parts/advice'
import { saveRecord } from '../parts/records'
import type { Source } from '../study/start'
import { momentOf, playerNames, restOfTurn, stops, within } from './moments'

/** Milliseconds between moves that are played by themselves, and between the stops of a tour. */
const PACE = 1200
const LOOK = 7000

export class Film<W extends Wire = Wire> {
  /** Whose view: a seat's number, or '' for everything open. */
  seen = $state('')
  at = $state(0)
  playing = $state(false)
  panel = $state<'share' | 'what_if' | 'scoring' | null>(null)
  /** Good moves of a moment, which of them is shown, and null moves while a program thinks. */
  private asked = $state.raw<{ ply: number; moves: HintMove[] | null; at: number } | null>(null)
  /** Whether the tour through the turning points is on, and whether it goes on by itself. */
  tour = $state(false)
  touring = $state(false)
  review = $state.raw<Review | null>(null)
  thinking = $state(false)
  trouble = $state('')
  /** Whether the game is still going on. */
  running = $state(false)
  /** The whole turn that a good move begins: the game knows. */
  turnOf = (move: HintMove): string[] => [move.move]
  private views = $state.raw<Record<string, Replay<W>>>({})

  /** Null until it is loaded. */
  readonly loaded: Replay<W> | null = $derived(this.views[this.seen] ?? this.views[''] ?? null)
  readonly replay: Replay<W> = $derived(this.loaded!)
  readonly table = $derived(this.replay.table)
  readonly log: LogEntry<W>[] = $derived(this.loaded?.log ?? [])
  readonly moves = $derived(this.log.length)
  /** The move that led to this moment. */
  readonly entry = $derived(this.log[this.at - 1])
  readonly judged = $derived(this.entry && this.review?.moves[this.entry.ply])
  /** A costly move is shown before it is made, beside the better one. */
  readonly mistake = $derived(this.judged?.is_costly ? this.judged : null)
  /** After how many moves the board is shown. */
  readonly stand = $derived(this.mistake ? this.at - 1 : this.at)
  readonly frame = $derived(this.replay.frames[this.stand]!)
  /** The rest of the turn that a costly move began. */
  readonly played: LogEntry<W>[] = $derived(this.mistake ? restOfTurn(this.log, this.stand) : [])
  /** What each seat can expect here, as far as that is known. */
  readonly chances = $derived(this.stand ? this.review?.moves[this.stand - 1]?.chances : this.review?.start)
  /** Where a tour stops. */
  readonly stops = $derived(this.review ? stops(this.review, this.log) : [])
  readonly hint = $derived(this.asked?.ply === this.stand ? this.asked : null)
  readonly advice: HintMove | null = $derived(this.hint?.moves?.[this.hint.at] ?? null)
  /** Seat → name. */
  readonly player = $derived(this.loaded ? playerNames(this.table) : () => '')
  /** The seat to move at this moment. */
  readonly toMove: number | null = $derived(this.replay.to_move[this.stand]?.[0] ?? null)

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

  /** Let the moves follow each other, with time to look at a costly one; returns how to stop it. */
  run(): () => void {
    const timer = setTimeout(() => this.jump(this.at + 1), this.mistake ? LOOK : PACE)
    return () => clearTimeout(timer)
  }

  /** Go to the next stop of the tour, or the one before. */
  visit(by: 1 | -1): void {
    const { at, stops } = this
    this.jump((by > 0 ? stops.find((stop) => stop > at) : stops.findLast((stop) => stop < at)) ?? at)
  }

  /** Walk through the turning points from the first one on. */
  startTour(): void {
    this.playing = false
    this.tour = this.touring = true
    this.jump(this.stops[0] ?? this.at)
  }

  endTour(): void {
    this.tour = this.touring = false
  }

  /** Go on with the tour by itself; returns how to stop it. */
  guide(): () => void {
    const timer = setTimeout(() => {
      if (this.stops.some((stop) => stop > this.at)) this.visit(1)
      else this.touring = false
    }, LOOK)
    return () => clearTimeout(timer)
  }

  analyse(): Promise<void> {
    return this.tried(async () => {
      this.review = await ask<Review>('POST', `/api/tables/${this.id}/review`)
    })
  }

  advise(): Promise<void> {
    return this.tried(async () => {
      const ply = this.stand
      this.asked = { ply, moves: null, at: 0 }
      const { moves } = await ask<Hint>('POST', `/api/tables/${this.id}/hint`, { seat: this.toMove, ply })
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
    return { record, title: studyTitle(this.table), seat: this.seen === '' ? null : Number(this.seen), at: this.stand, review: this.review }
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
