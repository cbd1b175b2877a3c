// One table as its screens see it: what the connection knows, what this person may do, and what they send.
import { MediaQuery } from 'svelte/reactivity'
import type { Hint, LogEntry, Own, Sentence, ServerMessage, Wire } from '../protocol'
import { ask, reason } from '../lib/api'
import { cast, gameInfo, programName } from '../lib/catalogue.svelte'
import { t } from '../lib/words.svelte'
import { asText } from '../lib/sentences'
import type { Answer, Connection } from './connection.svelte'
import type { Model } from './model'
import { names } from './names'
import { notify } from './notify'
import { play as sound } from './sounds'
import { keepRead, lastRead, unreadIn } from './unread'
import { list } from '../parts/people'

/** What opens over the table. */
export type Panel = 'menu' | 'log' | 'talk' | 'players' | 'scoring' | 'hint' | 'replace'

export class Session<W extends Wire = Wire> {
  /** Whether a message is on its way. */
  busy = $state(false)
  /** Why something was not possible. */
  notice = $state.raw<Sentence | null>(null)
  panel = $state<Panel | null>(null)
  /** The seat that somebody may want a program to sit in for. */
  absent = $state(0)
  tab = $state<'coach' | 'log' | 'talk'>('log')
  hint = $state.raw<Hint | null>(null)
  /** The seat whose hand is uncovered, where several people share this screen. */
  uncovered = $state<number | null>(null)
  private read = $state(0)
  private readonly across = new MediaQuery('(min-aspect-ratio: 1/1)')
  private readonly flat = new MediaQuery('(max-height: 480px)')
  private readonly tiny = new MediaQuery('(max-height: 300px)')

  readonly model = $derived.by(() => this.line.model as Model<W>)
  readonly info = $derived(this.model.table)
  readonly own: Own<W> | null = $derived(this.model.own)
  /** Seat → name. */
  readonly player = $derived(names(this.info))
  /** Seat → as whom its program sits there. */
  readonly cast = $derived(cast(this.info.seats, this.info.game))
  /** Whether this person may play a move now. */
  readonly active = $derived(
    !!this.own &&
      this.info.status === 'playing' &&
      this.info.to_move.includes(this.own.seat) &&
      !this.info.seats[this.own.seat]!.program &&
      this.own.legal.length > 0,
  )
  /** Whether a program may be asked for good moves now. */
  readonly canAsk = $derived(this.active && this.info.hints && !!gameInfo(this.info.game)?.hints)
  /** Whether this person waits for something that needs the compiled engine. */
  readonly needsEngine = $derived.by(() => {
    const { seats, to_move, game, status } = this.info
    const thinking = status === 'playing' ? to_move.map((seat) => (seats[seat]!.who === 'program' ? seats[seat]!.name : seats[seat]!.program)) : []
    const programs = gameInfo(game)?.programs ?? []
    return (this.panel === 'hint' && !this.hint) || programs.some(({ name, is_compiled }) => is_compiled && thinking.includes(name))
  })
  /** Whether this screen shows nothing of the seat in `own`: the person at it may be another one. */
  readonly secret = $derived(
    this.info.mine.length > 1 && this.info.status === 'playing' && this.own !== null && this.own.seat !== this.uncovered,
  )
  readonly covered = $derived(this.secret && this.info.to_move.includes(this.own!.seat))
  readonly unread = $derived(unreadIn(this.model, this.read))
  /** The log together with the moves of one's own turn. */
  readonly log: LogEntry<W>[] = $derived([...this.model.log, ...(this.own?.turn ?? [])])

  constructor(readonly line: Connection) {
    this.read = lastRead(line.table)
  }

  /** Whether there is room beside the board. */
  get wide(): boolean {
    return this.across.current && !this.tiny.current // a window at zoom 400 % is scrolled
  }

  /** Whether the window has little height, like a phone on its side. */
  get low(): boolean {
    return this.flat.current
  }

  /** A message of the server arrived. */
  heard(message: ServerMessage, before: Model | null): void {
    if (message.type === 'turn' || message.type === 'played' || message.type === 'state') this.busy = false
    if (message.type === 'state' && message.result && before && !before.result) sound('end')
    if (before && (before.table.mine.length || before.table.host)) this.welcome(message, before)
    if (message.type !== 'played' || !before) return
    if (message.result) sound('end')
    else if (message.own?.legal.length && !before.own?.legal.length) {
      sound('turn')
      void notify(t('table.your_turn'), this.info.id)
    }
  }

  /** Somebody sat down while one waited, or everybody is there. */
  private welcome(message: ServerMessage, before: Model): void {
    if (message.type === 'state' && message.position && !before.position) {
      sound('turn')
      void notify(t('table.complete'), this.info.id)
    } else if (message.type === 'table' && message.table.status === 'waiting') {
      const came = message.table.seats.findIndex((seat, i) => seat.who !== 'open' && before.table.seats[i]?.who === 'open')
      if (came < 0) return
      sound('sit')
      void notify(t('table.sat_down', { player: names(message.table)(came) }), this.info.id)
    }
  }

  /** What the others are doing, in one sentence. */
  status(thinking: (players: string) => string): string {
    if (this.info.status === 'over') return t('table.over')
    const seat = this.info.to_move[0]
    if (seat === undefined) return ''
    const { who, program } = this.info.seats[seat]!
    if (program) return t('table.turn_program', { player: programName(program, this.info.game) })
    if (who === 'program') return t('table.turn_program', { player: this.player(seat) })
    return thinking(list(this.info.to_move.map(this.player)))
  }

  /** All talk up to now has been seen. */
  readTalk(): void {
    this.read = this.model.talk.at(-1)?.number ?? 0
    keepRead(this.info.id, this.read)
  }

  /** Play a legal move, and others right after it: all or none. Whether they were accepted. */
  async play(notation: string, then: string[] = []): Promise<boolean> {
    const { own, info } = this
    if (!own?.legal.includes(notation) || this.busy) return false
    return this.send({ type: 'move', table: info.id, seat: own.seat, ply: own.ply, notation, then })
  }

  /** Take the last move back. */
  async undo(): Promise<void> {
    const { own, info } = this
    if (!own?.can_undo || this.busy) return
    await this.send({ type: 'undo', table: info.id, seat: own.seat, ply: own.ply })
  }

  /** Ask why a move is not possible, and show the answer. */
  async why(notation: string): Promise<void> {
    if (this.own) this.tell(await this.line.send({ type: 'why', seat: this.own.seat, notation }))
  }

  /** Ask a program for good moves. */
  async askHint(): Promise<void> {
    this.hint = null
    this.panel = 'hint'
    try {
      this.hint = await ask<Hint>('POST', `/api/tables/${this.info.id}/hint`, { seat: this.own!.seat })
    } catch (error) {
      this.panel = null
      this.notice = [reason(error)]
    }
  }

  async offer(what: 'rematch' | 'replace' | 'pause', seat: number | null = null, program = ''): Promise<void> {
    this.tell(await this.line.send({ type: 'offer', what, seat, program }))
  }

  /** Say that the clocks may run. */
  async ready(): Promise<void> {
    this.tell(await this.line.send({ type: 'ready' }))
  }

  /** Announce an absence of so many days; with 0, be back early. */
  async away(days: number): Promise<void> {
    this.tell(await this.line.send({ type: 'away', days }))
  }

  /** Take the seat back from the program that sits in. */
  async back(): Promise<void> {
    this.tell(await this.line.send({ type: 'back' }))
  }

  /** Give the game up. */
  async resign(): Promise<void> {
    if (this.own) this.tell(await this.line.send({ type: 'resign', seat: this.own.seat }))
  }

  answerOffer(offer: number, agree: boolean): void {
    void this.line.send({ type: 'answer', offer, agree })
  }

  /** Say something; why it was refused, if it was. */
  readonly say = async (text: string): Promise<string | null> => this.refusal(await this.line.send({ type: 'say', text }))

  /** Stop somebody from talking, or let them talk again; why that was refused, if it was. */
  readonly mute = async (who: string, muted: boolean): Promise<string | null> =>
    this.refusal(await this.line.send({ type: 'mute', who, muted }))

  private async send(message: Parameters<Connection['send']>[0]): Promise<boolean> {
    this.busy = true
    const answer = await this.line.send(message)
    this.busy = false
    this.tell(answer)
    return !answer.refused
  }

  private tell({ reason }: Answer): void {
    if (reason) this.notice = reason
  }

  private refusal({ reason }: Answer): string | null {
    return reason ? asText(reason, this.player) : null
  }
}
