// One table's socket: what the server says becomes the model; what was not answered is sent again after a break.
import { wires } from '../../games'
import type { ClientMessage, Recalled, Sentence, ServerMessage } from '../protocol'
import { checkBuild } from '../lib/build.svelte'
import { sealing } from '../lib/sealing'
import { go } from '../lib/router.svelte'
import { isAlone, transport, type Line } from '../lib/transport'
import { language, t } from '../lib/words.svelte'
import { apply, type Model } from './model'

export type LineState = 'connecting' | 'open' | 'lost' | 'gone'

interface Waiting {
  message: ClientMessage
  settle: (answer: Answer) => void
}

/** What came of a message: why it was refused, or what was asked for. */
export interface Answer {
  refused?: string
  reason?: Sentence | null
  /** Seconds after which it is worth trying again. */
  again?: number
  preview?: unknown
  recalled?: Recalled
}

type Unsent = ClientMessage extends infer M ? (M extends { id: string } ? Omit<M, 'id'> : never) : never

/** Why the server closes the line of a device that another one signed out. */
const SIGNED_OUT = 4001

/** How long to wait before the next try, in milliseconds. */
export const delay = (tries: number): number => Math.min(8000, 250 * 2 ** tries)

export class Connection {
  model: Model | null = $state.raw(null)
  line: LineState = $state('connecting')

  private socket: Line | null = null
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private waiting = new Map<string, Waiting>()
  private closed = false
  private awake = (): void => {
    if (this.line === 'lost') this.open()
  }
  private asleep = (): void => {
    if (!isAlone()) this.socket?.hangUp() // sooner than the socket itself would notice
  }

  constructor(
    readonly table: string,
    /** Told of every message, with the model before and after it. */
    private readonly heard: (message: ServerMessage, before: Model | null, after: Model | null) => void = () => {},
  ) {
    addEventListener('online', this.awake)
    addEventListener('offline', this.asleep)
    document.addEventListener('visibilitychange', this.awake)
    this.open()
  }

  private open(): void {
    clearTimeout(this.timer)
    if (this.closed) return
    const address = new URLSearchParams({ language: language(), wire: wires() })
    if (this.model) address.set('after', String(this.model.number))
    this.socket?.hangUp()
    const path = sealing(`/api/tables/${this.table}/socket`)
    const socket = (this.socket = transport().open(
      `${path}${path.includes('?') ? '&' : '?'}${address}`,
      (text) => {
        if (socket === this.socket) this.hear(JSON.parse(text) as ServerMessage)
      },
      (code) => {
        if (socket !== this.socket || this.closed) return
        if (code === SIGNED_OUT) return go('/') // where it is told
        if (this.line === 'gone') return
        this.line = 'lost'
        this.timer = setTimeout(() => this.open(), delay(this.tries++))
      },
    ))
  }

  private hear(message: ServerMessage): void {
    if (message.type === 'refused' && !message.id) {
      // Not an answer to one message: there is no such table, or all of it was too fast.
      if (message.error === 'not_found') this.line = 'gone'
      for (const { settle } of this.waiting.values()) settle({ refused: message.error, reason: message.reason, again: message.again ?? 0 })
      this.waiting.clear()
      return
    }
    if ('id' in message) {
      const asked = this.waiting.get(message.id)
      this.waiting.delete(message.id)
      if (message.type === 'refused') asked?.settle({ refused: message.error, reason: message.reason, again: message.again ?? 0 })
      else asked?.settle(message.type === 'recalled' ? { recalled: message } : message.type === 'accepted' ? {} : message)
      return
    }
    const before = this.model
    const after = apply(before, message, performance.now())
    if (!after) {
      this.socket?.say(JSON.stringify({ type: 'resume', after: 0 } satisfies ClientMessage))
      return
    }
    this.model = after
    if (message.type === 'state') {
      if (this.tries) void checkBuild() // it may be another server by now
      this.line = 'open'
      this.tries = 0
      for (const { message: unanswered } of this.waiting.values()) this.socket?.say(JSON.stringify(unanswered))
    }
    this.heard(message, before, after)
  }

  /** Send a message; the answer says whether it was refused and why. Lost answers are asked for again. Without a connection to a server no new move is taken: what was chosen stays with the player. */
  send(message: Unsent): Promise<Answer> {
    if (message.type === 'move' && this.line === 'lost' && !isAlone()) return Promise.resolve({ refused: 'offline', reason: [t('table.no_line')] })
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
    const whole = { ...message, id } as ClientMessage
    return new Promise((settle) => {
      this.waiting.set(id, { message: whole, settle })
      if (this.line === 'open') this.socket?.say(JSON.stringify(whole))
    })
  }

  /** Leave the table's line for good. */
  close(): void {
    this.closed = true
    this.line = 'connecting' // nothing is sent any more
    clearTimeout(this.timer)
    removeEventListener('online', this.awake)
    removeEventListener('offline', this.asleep)
    document.removeEventListener('visibilitychange', this.awake)
    this.socket?.hangUp()
  }
}
