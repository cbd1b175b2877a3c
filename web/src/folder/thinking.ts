// Questions for the thinking worker: the most urgent first, one at a time; one that nobody waits for is ended at once.
import type { Thought, Wanted } from './thinker'

interface Question {
  number: number
  rank: number
  kind: 'think' | 'answer'
  question: Uint8Array
  settle: (answer: Uint8Array) => void
  fail: (error: Error) => void
}

/** A worker, as far as it matters here. */
export interface Mind {
  postMessage: (wanted: Wanted) => void
  terminate: () => void
  onmessage: ((event: { data: Thought }) => void) | null
  onerror: ((event: { message: string }) => void) | null
}

export class Thinking {
  private readonly waiting: Question[] = []
  private now: Question | null = null
  private mind: Mind | null = null
  private ready: (part: number) => void = () => undefined

  constructor(
    private readonly begin: () => Mind,
    private readonly where: { python: string; search: string },
    /** Told why the search cannot be had. */
    readonly lacks: (reason: string) => void,
  ) {}

  /** How far the worker has got ready is told there. */
  tell = (ready: (part: number) => void): void => void (this.ready = ready)

  /** Get ready before anybody asks. */
  prepare(): void {
    this.mind ??= this.started()
  }

  think = (number: number, rank: number, question: Uint8Array, kind: Question['kind'] = 'think'): Promise<Uint8Array> =>
    new Promise((settle, fail) => {
      const place = this.waiting.findIndex((each) => each.rank > rank)
      this.waiting.splice(place < 0 ? this.waiting.length : place, 0, { number, rank, kind, question, settle, fail })
      this.next()
    })

  /** Nobody waits for an answer any more. */
  stop = (number: number): void => {
    const place = this.waiting.findIndex((each) => each.number === number)
    if (place >= 0) this.waiting.splice(place, 1)
    if (this.now?.number === number) this.end(new Error('stopped'))
  }

  private started(): Mind {
    const mind = this.begin()
    mind.onmessage = ({ data }) => this.hear(data)
    mind.onerror = ({ message }) => this.end(new Error(message || 'the worker has ended'))
    mind.postMessage({ kind: 'start', ...this.where })
    return mind
  }

  private next(): void {
    if (this.now) return
    this.now = this.waiting.shift() ?? null
    if (!this.now) return
    try {
      this.mind ??= this.started()
      this.mind.postMessage({ kind: this.now.kind, number: this.now.number, question: this.now.question })
    } catch (error) {
      this.end(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** End the worker in the middle of a thought, or with one that failed; the next one is asked for anew. */
  private end(error: Error): void {
    this.mind?.terminate()
    this.mind = null
    this.ready(1)
    const was = this.now
    this.now = null
    was?.fail(error)
    this.next()
  }

  private hear(thought: Thought): void {
    if (thought.kind === 'ready') return this.ready(thought.part)
    if (thought.number !== this.now?.number) return
    if (thought.kind === 'failed') return this.end(new Error(thought.reason))
    const { settle } = this.now
    this.now = null
    settle(thought.answer)
    this.next()
  }
}
