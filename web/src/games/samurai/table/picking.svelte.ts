// A move in the making: parts are picked one after the other until the move is complete, and then it is sent.
import type { Session } from '../../../shell/table/session.svelte'
import type { Sentence } from '../../../shell/protocol'
import type { SamuraiWire } from '../protocol'
import { choose, isSpace, type Choice } from './choice'

export interface Ghost {
  space: string
  code: string
  seat: number
}

/** What a move is played at: a table, or a record that is tried out. */
type Playing = Pick<Session<SamuraiWire>, 'active' | 'own' | 'busy'> & { notice: Sentence | null; play: (move: string) => Promise<boolean> } & Partial<Pick<Session<SamuraiWire>, 'isLost'>>

export class Picking {
  /** A token shown where it would lie. */
  ghost = $state.raw<Ghost | null>(null)
  /** The last move came from the keyboard: its next step takes the focus. */
  byKey = false
  private picked = $state.raw<string[]>([])
  /** What has been picked, and what may be picked next. */
  readonly choice: Choice = $derived.by(() => {
    const { active, own } = this.session
    return choose(active && own ? own.legal : [], this.picked)
  })

  constructor(private readonly session: Playing) {}

  /** Put back what was picked. */
  cancel(): void {
    this.picked = []
    this.ghost = null
    this.session.notice = null
  }

  /** The whole table was told anew: what was picked stays if it still leads to a move. */
  keep(): void {
    const { own } = this.session
    const picked = own && choose(own.legal, this.picked).next.length ? this.picked : []
    this.cancel()
    this.picked = picked
  }

  /** Pick a token, a space or a figure; the space that the keyboard should go to next, if any. */
  pick(part: string, byKey = false): string | null {
    const { active, own, busy } = this.session
    if (!active || !own || busy) return null
    this.session.notice = null
    const { picked, next } = this.choice
    if (next.includes(part)) return this.take(part, byKey)
    if (!choose(own.legal).next.includes(part)) {
      this.session.notice = own.private.waiting?.[part] ?? null
      return null
    }
    // another token of the hand starts over; the same one is put back
    this.picked = picked[0] === part ? [] : [part]
    return this.onward
  }

  /** Pick what the choice offers next. */
  take(part: string, byKey = false): string | null {
    const { own, busy } = this.session
    if (!own || busy) return null
    this.session.notice = null
    this.picked = [...this.choice.picked, part]
    const { move, picked } = this.choice
    if (!move) return this.onward
    const [code, space] = picked as [string, string]
    if (picked.length === 2 && own.private.hand.includes(code)) this.ghost = { space, code, seat: own.seat }
    this.byKey = byKey
    void this.play(move)
    return null
  }

  /** The first space that may be picked next. */
  private get onward(): string | null {
    return this.choice.next.find(isSpace) ?? null
  }

  /** End the turn, where that is offered. */
  end(): void {
    const { active, own, busy } = this.session
    if (active && own && !busy && choose(own.legal, ['/']).move) void this.play('/')
  }

  /** A token of the hand is carried over a space, or let go there; whether it was laid. */
  carry(code: string, space: string | null, released: boolean): boolean {
    if (this.choice.picked[0] !== code) this.picked = [code]
    const fits = space !== null && this.choice.next.includes(space)
    this.ghost = fits && !released && this.choice.picked.length === 1 ? { space, code, seat: this.session.own!.seat } : null
    if (fits && released) this.pick(space)
    return fits && released
  }

  /** Play the move that is complete; a refused one is put back, but without a connection its token stays chosen. */
  private async play(notation: string): Promise<void> {
    const [first] = this.picked
    if (await this.session.play(notation)) return
    this.picked = first && this.session.isLost ? [first] : []
    this.ghost = null
  }
}
