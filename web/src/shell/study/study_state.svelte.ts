// A study that is being read or written: where one stands in its tree, what the board shows there, and what may be played.
import { wires } from '../../games'
import { ask, askThinking, reason, Refusal } from '../lib/api'
import { place, write } from '../lib/place'
import type { Player } from '../lib/sentences'
import { t as shell } from '../lib/words.svelte'
import { best } from '../parts/advice'
import { saveRecord } from '../parts/records'
import type { Chance, Hint, HintMove, Line, LineMoment, OpenStudy, Own, Sentence, Shape, Studied, StudyContent, StudyNode, Wire } from '../protocol'
import { dropDraft, readDraft, Saver } from './saver.svelte'
import { keepStudy } from './start'
import { add, beside, branchOf, change, lineThrough, MOST_MOVES, movesOf, packed, Paths, pathTo, promote, remove, type Nodes, type Stand } from './tree'
import { t } from './words'

/** How many positions before the present one are asked for with it. */
const BACK = 30
/** Milliseconds that one has to stay at a move before what may be played there is asked for. */
const CALM = 120
/** So many times more positions are fetched ahead: then the list of moves has its words. */
const AHEAD = 40
/** Milliseconds between moves that are played by themselves. */
const PACE = 1200

export class StudyState<W extends Wire = Wire> {
  opened = $state.raw<OpenStudy | null>(null)
  trouble = $state('')
  wire = $state('')
  nodes = $state.raw<Nodes>([{}])
  title = $state('')
  /** Whose view it is; null: everything is open. */
  seen = $state<number | null>(null)
  at = $state(0)
  panel = $state<'share' | 'delete' | 'delete_study' | null>(null)
  /** Whether one draws on the board, and with what. */
  drawing = $state(false)
  kind = $state<'idea' | 'good' | 'bad'>('idea')
  thinking = $state(false)
  /** Whether the line plays by itself. */
  playing = $state(false)
  busy = $state(false)
  notice = $state.raw<Sentence | null>(null)
  /** Whether changes that were not saved have come back. */
  restored = $state(false)
  saver = $state.raw<Saver | null>(null)
  /** The turn that a good move begins: the game knows. */
  turnOf = (move: HintMove): string[] => [move.move]
  /** Other players' turns are not shown. */
  readonly pace = { playing: false, skip: (): void => undefined }
  private record: Record<string, unknown> = {}
  private readonly paths = new Paths()
  /** Line of moves → what the board shows after it, in the view that was chosen. */
  private moments = $state.raw<ReadonlyMap<number, LineMoment<W>>>(new Map())
  private asked = $state.raw<{ key: number; own: Own<W> } | null>(null)
  private last: LineMoment<W> | null = null

  readonly options = $derived((this.opened?.study.record.options ?? {}) as Record<string, unknown>)
  readonly game = $derived(this.opened?.info.game ?? '')
  readonly mine = $derived(this.opened?.is_mine ?? false)
  readonly node: StudyNode = $derived(this.nodes[this.at] ?? {})
  readonly path = $derived(pathTo(this.nodes, this.at))
  readonly line = $derived(lineThrough(this.nodes, this.at))
  readonly moves = $derived(movesOf(this.nodes, this.path))
  readonly shapes: readonly Shape[] = $derived(this.node.shapes ?? [])
  readonly chances: readonly Chance[] = $derived(this.node.chances ?? [])
  readonly branch = $derived(branchOf(this.nodes, this.at))
  /** How many moves would go if this one did. */
  readonly following = $derived.by(() => (this.at ? this.nodes.length - remove(this.nodes, this.at).nodes.length : 0))
  /** Whether this is the last move of a variation: a try that can be taken back. */
  readonly isTry = $derived(this.branch > 0 && this.following === 1)
  private readonly keys = $derived(this.paths.all(this.nodes))
  private readonly here = $derived(this.keys[this.at]!)
  private readonly found = $derived(this.moments.get(this.here) ?? null)
  /** What the board shows: the last position until the present one is here. */
  readonly moment: LineMoment<W> | null = $derived.by(() => (this.last = this.found ?? this.last))
  readonly toMove: number | null = $derived(this.moment?.to_move[0] ?? null)
  /** What the seat to move has and may play, where one may try something. */
  readonly own: Own<W> | null = $derived(this.asked?.key === this.here ? this.asked.own : null)
  readonly active = $derived(this.mine && !!this.own?.legal.length)
  readonly players = $derived(Number(this.options.players ?? 2))
  readonly player: Player = Object.assign((seat: number) => shell(`common.seat_${seat}`), { you: null })

  constructor(readonly id: string) {}

  async load(): Promise<void> {
    try {
      const found = await ask<OpenStudy>('GET', `/api/studies/${this.id}`)
      const draft = found.is_mine ? readDraft(this.id) : null
      const { record, nodes, title = '', seat = null } = draft?.study ?? found.study
      this.record = record
      this.nodes = nodes
      this.title = title
      this.seen = seat
      this.saver = found.is_mine ? new Saver(this.id, () => this.content(), found.info.version, draft) : null
      this.at = Math.max(0, Math.min(Number(/^#(\d{1,5})$/.exec(place().hash)?.[1] ?? 0), nodes.length - 1))
      await this.fetchHere()
      this.opened = found
      this.trouble = ''
      void this.look()
      if (draft) {
        this.restored = true
        this.saver?.touch()
      }
      void this.lookAhead()
    } catch (error) {
      const isDraft = error instanceof Refusal && error.problem.error === 'bad_request' && readDraft(this.id)
      if (isDraft) return this.loadNewer() // a draft that the rules don't allow could never be saved
      this.trouble = reason(error)
    }
  }

  content(): StudyContent {
    return { kabuto: 'study', record: this.record, nodes: packed(this.nodes), title: this.title, seat: this.seen }
  }

  /** A move of the tree as the board knows it, if it was seen yet. */
  entryOf(node: number): LineMoment<W>['entry'] {
    return this.moments.get(this.keys[node]!)?.entry ?? null
  }

  // Going through the tree.

  jump(to: number): void {
    this.at = to
    this.notice = null
    write(`#${to}`)
    void this.look()
  }

  /** To a move of the line that one is in. */
  along(to: number): void {
    this.jump(this.line[Math.max(0, Math.min(to, this.line.length - 1))]!)
    if (this.at === this.line.at(-1)) this.playing = false
  }

  toggle(): void {
    if (!this.playing && this.at === this.line.at(-1)) this.jump(0)
    this.playing = !this.playing
  }

  /** Let the moves follow each other; returns how to stop it. */
  run(): () => void {
    const timer = setTimeout(() => this.along(this.path.length), PACE)
    return () => clearTimeout(timer)
  }

  /** To the variation before or after. */
  aside(by: 1 | -1): void {
    this.jump(beside(this.nodes, this.at, by))
  }

  /** Fetch what the board shows here, and what may be played. */
  async look(): Promise<void> {
    await this.tried(async () => {
      const key = this.here
      await this.fetchHere()
      await new Promise((done) => setTimeout(done, CALM))
      await this.askOwn(key)
    })
  }

  seeAs(seat: number | null): void {
    this.seen = seat
    this.moments = new Map()
    this.changed()
    void this.look().then(() => this.lookAhead())
  }

  /** Ask what may be played here, if one may try something. */
  private async askOwn(key: number): Promise<void> {
    const seat = this.moments.get(key)?.to_move[0]
    if (key !== this.here || this.asked?.key === key || seat === undefined || !this.mine) return
    const { own } = await this.tryMoves(seat)
    if (key === this.here) this.asked = { key, own }
  }

  private tryMoves(seat: number, why = ''): Promise<Studied<W>> {
    return ask<Studied<W>>('POST', `/api/study?passing&wire=${wires()}`, { record: this.record, moves: this.moves, seat, why })
  }

  /** Say why a move is not possible. */
  async why(move: string): Promise<void> {
    await this.tried(async () => {
      this.notice = (await this.tryMoves(this.toMove ?? 0, move)).why
    })
  }

  // Changing it.

  /** Try a move, and others right after it; whether the rules allow them. */
  async play(move: string, then: string[] = []): Promise<boolean> {
    const tried = [move, ...then]
    if (this.busy) return false
    if (this.nodes.length + tried.length > MOST_MOVES + 1) {
      this.notice = [t('study.long', { n: MOST_MOVES })]
      return false
    }
    this.busy = true
    const from = { nodes: this.nodes, at: this.at }
    const done = await this.tried(() => this.fetchLine([...this.moves, ...tried], this.moves.length + 1))
    this.busy = false
    if (!done) return false
    this.stand(tried.reduce(({ nodes, at }, each): Stand => add(nodes, at, each), from))
    return true
  }

  comment(text: string): void {
    this.nodes = change(this.nodes, this.at, { comment: text })
    this.changed()
  }

  rename(title: string): void {
    this.title = title
    this.changed()
  }

  /** Draw something, or take it away if it is there already. */
  draw(shape: Shape): void {
    const isSame = (one: Shape): boolean => one.place === shape.place && (one.to ?? '') === (shape.to ?? '')
    const others = this.shapes.filter((one) => !isSame(one))
    const isNew = !this.shapes.some((one) => isSame(one) && (one.kind ?? 'idea') === (shape.kind ?? 'idea'))
    this.nodes = change(this.nodes, this.at, { shapes: isNew ? [...others, shape] : others })
    this.changed()
  }

  promote(): void {
    this.stand(promote(this.nodes, this.at))
  }

  remove(): void {
    this.stand(remove(this.nodes, this.at))
  }

  /** Ask how the position stands, and what is best there. */
  async evaluate(): Promise<void> {
    this.thinking = true
    await this.tried(async () => {
      const key = this.here
      const { chances, moves } = await askThinking<Hint>('/api/study/hint', { record: this.record, moves: this.moves })
      if (key !== this.here) return
      const [first] = best(moves, this.turnOf)
      this.nodes = change(this.nodes, this.at, { chances, best: first ? this.turnOf(first) : [] })
      this.changed()
    })
    this.thinking = false
  }

  /** Try what was found best here. */
  async playBest(): Promise<void> {
    const [move, ...then] = this.node.best ?? []
    if (move) await this.play(move, then)
  }

  // Keeping and passing it on.

  async copy(): Promise<void> {
    await this.tried(() => keepStudy(this.content(), this.at))
  }

  /** Keep one's own version beside a newer one. */
  async copyMine(): Promise<void> {
    await this.tried(async () => {
      await keepStudy(this.content(), this.at)
      dropDraft(this.id)
    })
  }

  async loadNewer(): Promise<void> {
    dropDraft(this.id)
    this.restored = false
    this.moments = new Map()
    this.asked = null
    await this.load()
  }

  async discard(): Promise<boolean> {
    return this.tried(async () => {
      await ask('POST', `/api/studies/${this.id}/delete`)
      dropDraft(this.id)
      this.saver = null
    })
  }

  download(): void {
    saveRecord({ ...this.content(), format: 1 }, `${this.game}-${this.id.slice(0, 6)}`, 'study.json')
  }

  async downloadRecord(): Promise<void> {
    await this.tried(async () => {
      await this.saver?.save()
      saveRecord(await ask('GET', `/api/studies/${this.id}/record`), `${this.game}-${this.id.slice(0, 6)}`)
    })
  }

  private stand({ nodes, at }: Stand): void {
    const isNew = nodes !== this.nodes
    this.nodes = nodes
    if (isNew) this.changed()
    this.jump(at)
  }

  private changed(): void {
    if (this.mine) this.saver?.touch()
  }

  private async fetchHere(): Promise<void> {
    if (!this.moments.has(this.here)) await this.fetchLine(movesOf(this.nodes, this.line), Math.max(0, this.moves.length - BACK))
  }

  /** Fetch positions of a line, from one on. */
  private async fetchLine(moves: string[], since: number): Promise<void> {
    const { seen } = this
    const found = await ask<Line<W>>('POST', `/api/study/line?wire=${wires()}`, { record: this.record, moves, since, seat: seen })
    if (seen !== this.seen) return
    this.wire = found.wire
    const moments = new Map(this.moments)
    const keys = this.paths.along(moves)
    found.moments.forEach((moment, n) => moments.set(keys[since + n]!, moment))
    this.moments = moments
  }

  /** Fetch what was not seen yet, line by line: the list of moves speaks of it. */
  private async lookAhead(): Promise<void> {
    const { seen } = this
    try {
      for (let n = 0; n < AHEAD && seen === this.seen; n++) {
        const missing = this.keys.findIndex((key) => !this.moments.has(key))
        if (missing < 0) return
        const line = lineThrough(this.nodes, missing)
        await this.fetchLine(movesOf(this.nodes, line), line.indexOf(missing))
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // without words moves are shown in notation
    }
  }

  private async tried(what: () => Promise<void>): Promise<boolean> {
    try {
      await what()
      return true
    } catch (error) {
      this.notice = [reason(error)]
      return false
    }
  }
}
