// A move in the making: parts are picked one after the other until the move is complete, and then it is sent.
import type { Own, SamuraiPosition } from '../protocol'
import { choose, isSpace, type Choice } from './choice'
import type { Connection } from './connection.svelte'
import { withNames, type Speaker } from './say'

export interface Ghost {
  space: string
  code: string
  seat: number
}

/** What picking has to know of the table. */
export interface Seen {
  table: string
  position: SamuraiPosition
  own: Own | null
  /** Whether the own seat is to move. */
  active: boolean
  speaker: Speaker
}

export class Picking {
  /** Whether a message is on its way. */
  busy = $state(false)
  /** Why something was not possible. */
  notice = $state<string | null>(null)
  /** A token shown where it would lie. */
  ghost = $state.raw<Ghost | null>(null)
  /** The last move came from the keyboard: its next step takes the focus. */
  byKey = false
  private picked = $state.raw<string[]>([])
  /** What has been picked, and what may be picked next. */
  readonly choice: Choice = $derived.by(() => {
    const { active, own } = this.seen()
    return choose(active && own ? own.legal : [], this.picked)
  })

  constructor(
    private readonly line: Connection,
    private readonly seen: () => Seen,
  ) {}

  /** Forget everything: the table has changed. */
  reset(): void {
    this.cancel()
    this.busy = false
  }

  /** Put back what was picked. */
  cancel(): void {
    this.picked = []
    this.ghost = null
    this.notice = null
  }

  /** Pick a token, a space or a figure; the space that the keyboard should go to next, if any. */
  pick(part: string, byKey = false): string | null {
    const { active, own } = this.seen()
    if (!active || !own || this.busy) return null
    this.notice = null
    const { picked, next } = this.choice
    if (next.includes(part)) this.picked = [...picked, part]
    else if (choose(own.legal).next.includes(part)) {
      // another token of the hand begins anew; the same one is put back
      this.picked = picked[0] === part ? [] : [part]
    } else {
      if (own.hand.includes(part)) void this.why(`${part}o14`)
      return null
    }
    const now = this.choice
    if (now.move) {
      const [code, space] = now.picked as [string, string]
      if (now.picked.length === 2 && own.hand.includes(code)) this.ghost = { space, code, seat: own.seat }
      this.byKey = byKey
      void this.play(now.move)
      return null
    }
    return now.next.find(isSpace) ?? null
  }

  /** A token of the hand is carried over a space, or let go there; whether it was laid. */
  carry(code: string, space: string | null, released: boolean): boolean {
    if (this.choice.picked[0] !== code) this.picked = [code]
    const fits = space !== null && this.choice.next.includes(space)
    this.ghost = fits && !released && this.choice.picked.length === 1 ? { space, code, seat: this.seen().own!.seat } : null
    if (fits && released) this.pick(space)
    return fits && released
  }

  /** Ask why a move is not possible, and tell it. */
  async why(notation: string): Promise<void> {
    const { own } = this.seen()
    if (own) this.tell(await this.line.send({ type: 'why', seat: own.seat, notation }))
  }

  /** Play a move of the legal list. */
  async play(notation: string): Promise<void> {
    const { own, table } = this.seen()
    if (!own?.legal.includes(notation) || this.busy) return
    this.busy = true
    const answer = await this.line.send({ type: 'move', table, seat: own.seat, ply: own.ply, notation })
    this.busy = false
    if (answer.refused) this.cancel()
    this.tell(answer)
  }

  /** Take the last move of the turn back. */
  async undo(): Promise<void> {
    const { own, table } = this.seen()
    if (!own?.turn.length || this.busy) return
    this.busy = true
    const answer = await this.line.send({ type: 'undo', table, seat: own.seat, ply: own.ply })
    this.busy = false
    this.tell(answer)
  }

  private tell({ reason }: { reason?: string | null }): void {
    if (reason) this.notice = withNames(this.seen().speaker, reason)
  }
}
