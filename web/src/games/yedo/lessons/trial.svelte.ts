// A task of a lesson while it is tried: the server plays the moves by the rules, and each can be taken back.
import { ask, reason } from '../../../shell/lib/api'
import type { Sentence } from '../../../shell/protocol'
import type { Played } from '../moves/picking.svelte'
import type { Exercise } from '../protocol'
import { answered, missed, reached, STUDY, type Studied } from './lessons'

export class Trial implements Played {
  private step = $state.raw<Exercise | null>(null)
  /** What was played, in the order in which it can be taken back. */
  private tried = $state.raw<string[][]>([])
  studied = $state.raw<Studied | null>(null)
  busy = $state(false)
  notice = $state.raw<Sentence | null>(null)
  /** Other players' turns are not shown. */
  readonly pace = { playing: false, skip: (): void => undefined }
  readonly own = $derived(this.studied?.own ?? null)
  readonly solved = $derived(!!this.step && !!this.studied && reached(this.step.goal, this.studied))
  readonly lost = $derived(!!this.step && !!this.studied && missed(this.step, this.studied))
  readonly active = $derived(!!this.own?.legal.length && !this.solved && !this.lost)
  readonly canUndo = $derived(this.tried.length > 0 && !this.solved)

  /** Begin a task, or begin it again. */
  async begin(step: Exercise): Promise<void> {
    if (step !== this.step) this.studied = null
    this.step = step
    await this.show([])
  }

  async play(move: string, then: string[] = []): Promise<boolean> {
    if (this.busy) return false
    return this.show([...this.tried, answered(this.step!, [move, ...then])])
  }

  async undo(): Promise<void> {
    if (this.canUndo && !this.busy) await this.show(this.tried.slice(0, -1))
  }

  /** Say why a move is not possible. */
  async why(move: string): Promise<void> {
    try {
      this.notice = (await this.ask(this.tried, move)).why
    } catch (error) {
      this.notice = [reason(error)]
    }
  }

  private ask(tried: string[][], why?: string): Promise<Studied> {
    const { record, seat } = this.step!
    return ask<Studied>('POST', STUDY, { record: { ...record, moves: tried.flat() }, seat, ...(why === undefined ? {} : { why }) })
  }

  private async show(tried: string[][]): Promise<boolean> {
    const { step } = this
    this.busy = true
    this.notice = null
    try {
      const studied = await this.ask(tried)
      if (step !== this.step) return false
      this.studied = studied
      this.tried = tried
      return true
    } catch (error) {
      if (step === this.step) this.notice = [reason(error)]
      return false
    } finally {
      if (step === this.step) this.busy = false
    }
  }
}
