// What has been picked on the screen, and what may be picked now.
import { getContext, setContext } from 'svelte'
import type { Own, Sentence } from '../../../shell/protocol'
import type { YedoWire } from '../protocol'
import { Choices, type Choice } from './choice'
import type { Thing } from './things'

/** Where moves are played: at a table, or in a lesson. */
export interface Played {
  /** Whether it is one's turn. */
  readonly active: boolean
  readonly own: Own<YedoWire> | null
  /** The turns of others that are being shown. */
  readonly pace: { readonly playing: boolean; skip: () => void }
  /** Why something was not possible. */
  notice: Sentence | null
  /** Play a move, and others right after it; whether they were accepted. */
  play: (move: string, then: string[]) => Promise<boolean>
}

/** No moves, always the same list: what can be picked is worked out only when it changes. */
const NONE: string[] = []

export class Picking {
  private picked = $state.raw<Thing[]>([])
  /** What a hint or a sentence points at. */
  marked = $state.raw<ReadonlySet<Thing>>(new Set())
  private readonly legal = $derived.by(() => (this.session.active && this.session.own ? this.session.own.legal : NONE))
  private readonly seat = $derived.by(() => this.session.own?.seat ?? 0)
  private readonly choices = $derived(new Choices(this.legal, this.seat))
  readonly choice: Choice = $derived(this.choices.choose(this.picked))
  /** Everything that something can be begun with. */
  private readonly first = $derived(this.choices.things)

  constructor(private readonly session: Played) {}

  /** How a thing shows: it may be picked, it has been, or it is pointed at. While others' turns are shown nothing is lit, but can be picked. */
  state(thing: Thing): '' | 'lit' | 'picked' | 'marked' {
    const { picked, lit, move } = this.choice
    if (picked.includes(thing) || (move && !lit.size && this.choices.of(move).includes(thing))) return 'picked'
    if (lit.has(thing) && !this.session.pace.playing) return 'lit'
    return this.marked.has(thing) ? 'marked' : ''
  }

  /** Whether a hint or a sentence points at it, lit or not. */
  points(thing: Thing): boolean {
    return this.marked.has(thing)
  }

  /** Whether a click on a thing does something: it is lit, or was at the beginning. */
  takes(thing: Thing): boolean {
    return this.first.has(thing)
  }

  /** Pick a thing; what was complete with it is sent by picking it again. */
  pick(thing: Thing): void {
    this.session.notice = null
    this.session.pace.skip()
    const { choice } = this
    if (choice.move && this.state(thing) === 'picked' && thing === choice.picked.at(-1)) void this.send()
    else if (choice.picked.includes(thing)) this.picked = choice.picked.filter((each) => each !== thing)
    else this.picked = this.choices.pick(choice.picked, thing).picked
  }

  /** Go one step back. */
  back(): void {
    this.picked = this.choice.picked.slice(0, -1)
    this.session.notice = null
  }

  /** Pick everything that a move is made of. */
  take(move: string): void {
    this.session.notice = null
    this.session.pace.skip()
    this.picked = this.choices.of(move)
  }

  clear(): void {
    this.picked = []
  }

  /** Send the move that is complete, or another one. */
  async send(move = this.choice.move, then: string[] = []): Promise<void> {
    if (move && (await this.session.play(move, then))) this.picked = []
  }
}

const KEY = Symbol('picking')
/** Nothing can be picked: a replay, a lesson to read. */
const NOTHING = { state: () => '' as const, points: () => false, takes: () => false, pick: () => undefined }
export type Pointer = Pick<Picking, 'state' | 'points' | 'takes' | 'pick'>

export const providePicking = (picking: Pointer): Pointer => setContext(KEY, picking)
export const usePicking = (): Pointer => getContext<Pointer | undefined>(KEY) ?? NOTHING
