// A turn tried out in a puzzle: moves are played by the server's rules, many of them in advance, and can be taken back.
import { ask, reason } from '../../../shell/lib/api'
import { words } from '../../../shell/puzzles/offline'
import { standing } from '../../../shell/puzzles/reached'
import type { Sentence } from '../../../shell/protocol'
import type { LogEntry, Own, Puzzle, Studied } from '../types'

export class Trial {
  studied = $state.raw<Studied | null>(null)
  moves = $state.raw<string[]>([])
  notice = $state.raw<Sentence | null>(null)
  busy = $state(false)
  /** Whether moves may be made now. */
  isOpen = $state(true)

  constructor(
    private readonly puzzle: Puzzle,
    private readonly played = puzzle.record.moves as string[],
    private readonly known = standing(puzzle),
  ) {
    void this.show([])
  }

  /** What the seat has; its turn begins where the record ends. */
  readonly own: Own | null = $derived.by(() => {
    const own = this.studied?.own
    return own ? { ...own, turn: own.turn.slice(this.played.length) } : null
  })
  /** What was played before. */
  readonly before: LogEntry[] = $derived.by(() => this.studied?.own.turn.slice(0, this.played.length) ?? [])

  get active(): boolean {
    return this.isOpen && this.studied?.position.to_move === this.puzzle.seat
  }

  /** The position after some moves; whether they could be played. */
  async show(moves: string[]): Promise<boolean> {
    const answer = await this.ask(moves)
    if (!answer) return false
    this.studied = answer
    this.moves = moves
    return true
  }

  play(move: string): Promise<boolean> {
    return this.show([...this.moves, move])
  }

  /** Say why a move is refused. */
  async why(move: string): Promise<void> {
    const answer = await this.ask(this.moves, move)
    if (answer?.why) this.notice = answer.why
  }

  private async ask(moves: string[], why = ''): Promise<Studied | null> {
    this.notice = null
    const known = why ? null : this.known(moves)
    if (known) return known
    this.busy = true
    const { record, seat } = this.puzzle
    try {
      return await ask<Studied>('POST', `/api/study?wire=samurai${words('samurai')}`, { record: { ...record, moves: [...this.played, ...moves] }, seat, why })
    } catch (error) {
      this.notice = [reason(error)]
      return null
    } finally {
      this.busy = false
    }
  }
}
