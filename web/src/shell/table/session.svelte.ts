// One table as its screens see it: what the connection knows, what this person may do, and what they send.
import { MediaQuery } from 'svelte/reactivity'
import type { Hint, HintMove, LogEntry, Own, Recalled, Sentence, ServerMessage, Wire } from '../protocol'
import { askThinking, reason, Refusal } from '../lib/api'
import { cast, gameInfo, programName } from '../lib/catalogue.svelte'
import { t } from '../lib/words.svelte'
import { asText } from '../lib/sentences'
import type { Answer, Connection } from './connection.svelte'
import type { Model } from './model'
import { names, type Seated } from './names'
import { notify } from './notify'
import { BEATS, Pacing } from './pacing.svelte'
import { Past } from './past'
import { Previews } from './previews.svelte'
import { play as sound } from './sounds'
import { turns, type TurnOf } from './turns'
import { keepRead, lastRead, unreadIn } from './unread'
import { best } from '../parts/advice'
import { list } from '../parts/people'
import { settings } from '../lib/settings.svelte'

/** What opens over the table. */
export type Panel = 'menu' | 'log' | 'talk' | 'players' | 'replace'

/** What a table's view may add to what every table does. */
export interface TableView<W extends Wire = Wire> {
  /** A message arrived; the screen still shows what was before. */
  heard?: (message: ServerMessage<W>, before: Model<W> | null) => void
  /** A finished turn in words, for screen readers; `mine`: of this person, who knows its moves. */
  tell?: (turn: TurnOf<LogEntry<W>>, mine: boolean) => string
  /** The whole turn that a good move begins. */
  turn?: (move: HintMove) => string[]
  /** How many beats a move needs on the board. */
  beats?: (entry: LogEntry<W>) => number
  /** A move of a turn is about to be shown; the screen still shows what was before. */
  show?: (entry: LogEntry<W>) => void
}

/** The table at the end of a turn, while that turn waits to be shown. */
interface Moment<W extends Wire> {
  /** How many moves there were. */
  moves: number
  model: Model<W>
}

/** A question for good moves; null moves: a program still thinks. */
interface Asked {
  seat: number
  ply: number
  moves: HintMove[] | null
  at: number
  /** A coach asked, and speaks from what was found: it is not shown as a hint. */
  quiet: boolean
}

/** How many lines the live region keeps: enough for those who read it again. */
const LINES = 30
/** After how many seconds a coach asks again for what could not be had. */
const AGAIN = 3
/** How many turns are listed after an absence; the others are counted. */
const TOLD = 6

export class Session<W extends Wire = Wire> {
  /** Whether a message is on its way. */
  busy = $state(false)
  /** Why something was not possible. */
  notice = $state.raw<Sentence | null>(null)
  /** What was refused because it was too much, and when it can be asked for again. */
  limit = $state.raw<{ reason: Sentence; until: number } | null>(null)
  panel = $state<Panel | null>(null)
  /** The seat for which a program may sit in. */
  absent = $state(0)
  tab = $state<'log' | 'talk'>('log')
  /** What was asked for good moves, and which of them is shown. */
  private asked = $state.raw<Asked | null>(null)
  /** The seat whose hand is uncovered, where several people share this screen. */
  uncovered = $state<number | null>(null)
  /** What happened, line by line, for screen readers. */
  lines = $state.raw<{ number: number; text: string }[]>([])
  /** The turns of others, shown one after the other. */
  readonly pace = new Pacing<LogEntry<W>>({
    beat: () => (document.hidden ? 0 : BEATS[settings.pace]),
    length: (entry) => this.view()?.beats?.(entry) ?? 1,
    show: (entry) => this.view()?.show?.(entry),
    moved: () => this.look(),
    done: () => this.caughtUp(),
  })
  /** What is to be heard when all turns have been shown. */
  private due: 'turn' | 'end' | null = null
  private moments: Moment<W>[] = []
  private readonly past = new Past<W>()
  /** What a move that is pointed at would bring about. */
  readonly previews = new Previews<W['preview']>((notation) => this.line.send({ type: 'preview', seat: this.own!.seat, notation }))
  private read = $state(0)
  private readonly across = new MediaQuery('(min-aspect-ratio: 1/1)')
  private readonly flat = new MediaQuery('(max-height: 480px)')
  private readonly tiny = new MediaQuery('(max-height: 300px)')

  readonly model = $derived.by(() => this.line.model as Model<W>)
  readonly info = $derived(this.model.table)
  readonly own: Own<W> | null = $derived(this.model.own)
  // These three follow from the model too, but thousands of things on the screen depend on them: were they derived,
  // each of those would be checked with every message. So they are set where they change.
  /** Who sits where. */
  private seated = $state.raw<Seated>({ seats: [], mine: [], game: '' })
  /** The table as it stood before the turn that is being shown; the present one when none is. */
  seen = $state.raw<Model<W>>(null!)
  /** What lies on the table with the last move that is shown, as far as the server said. */
  picture = $state.raw<W['position'] | null>(null)
  /** Seat → name. */
  readonly player = $derived(names(this.seated))
  /** Seat → as whom its program sits there. */
  readonly cast = $derived(cast(this.seated.seats, this.seated.game))
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
  /** The good moves that were asked for, as long as nothing was played since. */
  readonly hint = $derived(this.canAsk && !this.asked?.quiet && this.asked?.ply === this.own!.ply && this.asked.seat === this.own!.seat ? this.asked : null)
  /** The best move of those found last, for a coach, and after how many moves it was asked for. */
  readonly counsel = $derived(this.asked?.moves?.[0] && this.asked.seat === this.own?.seat ? { ply: this.asked.ply, move: this.asked.moves[0] } : null)
  /** Whether a coach waits for an answer. */
  readonly consulting = $derived(!!this.asked?.quiet && !this.asked.moves)
  /** The one that is shown. */
  readonly advice: HintMove | null = $derived(this.hint?.moves?.[this.hint.at] ?? null)
  /** Whether this person waits for something that needs the compiled engine. */
  readonly needsEngine = $derived.by(() => {
    const { seats, to_move, game, status } = this.info
    const thinking = status === 'playing' ? to_move.map((seat) => (seats[seat]!.who === 'program' ? seats[seat]!.name : seats[seat]!.program)) : []
    const programs = gameInfo(game)?.programs ?? []
    return (this.hint !== null && !this.hint.moves) || programs.some(({ name, is_compiled }) => is_compiled && thinking.includes(name))
  })
  /** Whether this screen shows nothing of the seat in `own`: the person at it may be another one. */
  readonly secret = $derived(
    this.info.mine.length > 1 && this.info.status === 'playing' && this.own !== null && this.own.seat !== this.uncovered,
  )
  readonly covered = $derived(this.secret && this.info.to_move.includes(this.own!.seat))
  readonly unread = $derived(unreadIn(this.model, this.read))
  /** The log together with the moves of one's own turn. */
  readonly log: LogEntry<W>[] = $derived(whole(this.model))

  /** Whether the game is over, and its last move has been shown. */
  readonly ended = $derived.by(() => this.model.result !== null && !this.pace.playing)

  constructor(
    readonly line: Connection,
    private readonly view: () => TableView<W> | undefined = () => undefined,
  ) {
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

  /** Whether there is no connection now. */
  get isLost(): boolean {
    return this.line.line === 'lost'
  }

  /** A message of the server arrived. */
  heard(message: ServerMessage<W>, before: Model<W> | null): void {
    const { seats, mine } = this.seated
    if (this.info.seats !== seats || this.info.mine !== mine) this.seated = this.info
    if (this.model.position && (message.type === 'state' || message.type === 'played' || message.type === 'turn'))
      this.past.take(this.model.position, message.type === 'turn' ? [] : message.log, this.log.length)
    this.take(message, before)
    this.look()
  }

  private look(): void {
    const { model, pace, moments } = this
    const shown = pace.from === null ? pace.shown : null
    this.seen = (shown !== null && moments.findLast(({ moves }) => moves <= shown)?.model) || model
    this.picture = (pace.shown !== null && this.past.at(pace.shown)) || this.seen.position
  }

  private take(message: ServerMessage<W>, before: Model<W> | null): void {
    if (message.type === 'turn' || message.type === 'played' || message.type === 'state') this.busy = false
    if (message.type === 'turn') this.pace.skip()
    this.view()?.heard?.(message, before)
    if (before && (before.table.mine.length || before.table.host)) this.welcome(message, before)
    if (!before?.position || (message.type !== 'played' && message.type !== 'state')) return
    if (this.model.result && !before.result) this.due = 'end'
    else if (this.own?.legal.length && !before.own?.legal.length) {
      this.due = 'turn'
      void notify(t('table.your_turn'), this.info.id)
    }
    const fresh = unknown(before, this.model)
    if (!fresh.length && !this.pace.playing) return this.caughtUp()
    this.tellTurns(turns(fresh))
    if (!this.pace.playing) this.moments = [{ moves: whole(before).length, model: before }]
    this.moments = [...this.moments, { moves: this.model.log.length, model: this.model }]
    this.pace.add(fresh, message.type === 'state')
  }

  /** Everything has been shown: what is to be heard is heard. */
  private caughtUp(): void {
    this.moments = []
    const won = this.due === 'end' && this.model.result?.winners.some((seat) => this.info.mine.includes(seat))
    if (this.due) sound(won ? 'win' : this.due)
    this.due = null
  }

  /** Tell those who listen; lines follow each other, so that none is lost. */
  announce(text: string): void {
    if (text) this.lines = [...this.lines.slice(1 - LINES), { number: (this.lines.at(-1)?.number ?? 0) + 1, text }]
  }

  private tellTurns(told: TurnOf<LogEntry<W>>[]): void {
    if (told.length > TOLD) this.announce(t('table.turns_before', { n: told.length - TOLD }))
    for (const turn of told.slice(-TOLD)) this.announce(this.view()?.tell?.(turn, this.info.mine.includes(turn.seat)) ?? '')
  }

  /** A player sat down while one waited, or all are there. */
  private welcome(message: ServerMessage, before: Model): void {
    const waited = !before.position && !before.deal?.is_due
    const complete = message.type === 'state' ? message.position : message.type === 'table' && message.deal?.is_due
    if (waited && complete) {
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
    const { to_move } = this.seen.table
    const [seat] = to_move
    if (seat === undefined) return ''
    const { who, program } = this.info.seats[seat]!
    if (program) return t('table.turn_program', { player: programName(program, this.info.game) })
    if (who === 'program') return t('table.turn_program', { player: this.player(seat) })
    return thinking(list(to_move.map(this.player)))
  }

  /** All talk up to now has been seen. */
  readTalk(): void {
    this.read = this.model.talk.at(-1)?.number ?? 0
    keepRead(this.info.id, this.read)
  }

  /** Show old moves once more; how they changed the table is asked for if this page does not know. */
  async again(entries: readonly LogEntry<W>[]): Promise<void> {
    if (!entries.length) return
    const [ply, until] = [entries[0]!.ply, entries.at(-1)!.ply + 1]
    if ([ply, ...entries.map((entry) => entry.ply + 1)].some((moves) => !this.past.at(moves))) {
      const { recalled } = await this.line.send({ type: 'recall', ply, until })
      if (!recalled?.position) return
      this.past.recall(recalled as Recalled<W>)
    }
    this.pace.again(entries)
  }

  /** Play a move of those that were offered, and others right after it: all or none. Whether they were accepted. */
  async play(notation: string, then: string[] = []): Promise<boolean> {
    const { own, info } = this
    if (!own || this.busy) return false
    this.pace.skip()
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

  /** Ask a program for good moves; what it finds is shown until something is played. */
  async askHint(quiet = false): Promise<void> {
    const { seat, ply } = this.own!
    const known = this.asked
    if (known?.seat === seat && known.ply === ply) {
      this.asked = { ...known, quiet: quiet && known.quiet }
      return
    }
    this.asked = { seat, ply, moves: null, at: 0, quiet }
    const isAsked = (): boolean => this.asked?.seat === seat && this.asked.ply === ply && !this.asked.moves
    try {
      const { moves } = await askThinking<Hint>(`/api/tables/${this.info.id}/hint`, { seat })
      if (isAsked()) this.asked = { ...this.asked!, moves: best(moves, (move) => this.turnOf(move)) }
    } catch (error) {
      if (!isAsked()) return
      const again = error instanceof Refusal ? (error.problem.again ?? 0) : 0
      if (this.asked!.quiet) setTimeout(() => this.line.line === 'open' && this.canAsk && !this.asked && void this.askHint(true), (again || AGAIN) * 1000)
      else if (again) this.rest([reason(error)], again)
      else this.notice = [reason(error)]
      this.asked = null
    }
  }

  nextHint(): void {
    const { hint } = this
    if (hint?.moves?.length) this.asked = { ...hint, at: (hint.at + 1) % hint.moves.length }
  }

  closeHint(): void {
    if (this.asked) this.asked = this.asked.moves ? { ...this.asked, at: 0, quiet: true } : null
  }

  /** Play the good move that is shown, with the rest of its turn. */
  async playHint(): Promise<void> {
    if (!this.advice) return
    const [first, ...then] = this.turnOf(this.advice)
    await this.play(first!, then)
  }

  private turnOf(move: HintMove): string[] {
    return this.view()?.turn?.(move) ?? [move.move]
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

  /** Pass without being asked where passing reveals nothing, or decide again. */
  async autoPass(on: boolean): Promise<void> {
    if (this.own) this.tell(await this.line.send({ type: 'autopass', seat: this.own.seat, on }))
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

  /** Mute or unmute a speaker; why that was refused, if it was. */
  readonly mute = async (who: string, muted: boolean): Promise<string | null> =>
    this.refusal(await this.line.send({ type: 'mute', who, muted }))

  private async send(message: Parameters<Connection['send']>[0]): Promise<boolean> {
    this.busy = true
    const answer = await this.line.send(message)
    this.busy = false
    this.tell(answer)
    return !answer.refused
  }

  /** Say that something was too much, and until when; what is to be decided stays in sight. */
  private rest(reason: Sentence, seconds: number): void {
    const limit = { reason, until: Date.now() + seconds * 1000 }
    this.limit = limit
    setTimeout(() => {
      if (this.limit === limit) this.limit = null
    }, seconds * 1000)
  }

  private tell({ reason, again }: Answer): void {
    if (reason && again) this.rest(reason, again)
    else if (reason) this.notice = reason
  }

  private refusal({ reason }: Answer): string | null {
    return reason ? asText(reason, this.player) : null
  }
}

/** The log together with the moves of one's own turn. */
const whole = <W extends Wire>({ log, own }: Model<W>): LogEntry<W>[] => [...log, ...(own?.turn ?? [])]

/** The moves of a later log that this screen has not shown, not even as one's own. */
function unknown<W extends Wire>(before: Model<W>, after: Model<W>): LogEntry<W>[] {
  let own = before.own?.turn.length ?? 0
  return after.log.slice(before.log.length).filter(({ seat }) => seat !== before.own?.seat || own-- <= 0)
}
