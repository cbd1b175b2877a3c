// What a move under the pointer would bring about. The game is asked when the pointer rests, once for each move of a
// position, and never for two at a time: of those pointed at meanwhile only the newest counts.
import type { Answer } from './connection.svelte'

/** How long a pointer rests before the game is asked, in milliseconds. */
export const REST = 120

export class Previews<P = unknown> {
  /** What the move would bring about; null while unknown. */
  found = $state.raw<P | null>(null)
  private known = new Map<string, P | null>()
  private position = ''
  private wanted: string | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private asking = false
  /** The server is older than this question. */
  private older = false

  constructor(private readonly ask: (move: string) => Promise<Answer>) {}

  /** A move is pointed at in a position, which has a name; null: none is. */
  point(position: string, move: string | null): void {
    if (position !== this.position) this.known = new Map()
    this.position = position
    this.wanted = move
    clearTimeout(this.timer)
    this.found = (move !== null && this.known.get(move)) || null
    if (move !== null && !this.known.has(move) && !this.asking && !this.older) this.timer = setTimeout(() => void this.send(move), REST)
  }

  private async send(move: string): Promise<void> {
    const { known } = this
    this.asking = true
    const { refused, preview } = await this.ask(move)
    this.asking = false
    this.older = refused === 'bad_message'
    known.set(move, refused ? null : ((preview as P | undefined) ?? null))
    this.point(this.position, this.wanted)
  }
}
