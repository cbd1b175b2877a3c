// Several tabs of one folder: one holds the tables, by a lock of the browser; the others speak to it over a channel.
import type { Question, Reply, Standing } from './messages'

/** Between tabs: a question or its reply with the tab it is of, and who holds the tables now. */
type Passed = { from: string; asked: Question } | { to: string; reply: Reply } | { holder: string } | { heard: string; number: number }

/** Whoever answers questions. */
export type Tables = (tab: string, asked: Question, reply: (reply: Reply) => void) => void

const RESTARTED = 1012
const PATIENCE = 10_000 // ms in which the holder has to show that it is there

export class Relay {
  private readonly me = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
  private readonly channel: BroadcastChannel
  private readonly open = new Map<number, Question>()
  private readonly unheard = new Map<number, ReturnType<typeof setTimeout>>()
  private tables: Promise<Tables> | null = null
  private letGo: (() => void) | null = null

  constructor(
    private readonly name: string,
    /** Starts the tables, where this tab holds them. */
    private readonly start: () => Promise<Tables>,
    /** Ends them, when another tab has taken them over. */
    private readonly stop: () => void,
    private readonly reply: (reply: Reply) => void,
    private readonly stand: (standing: Standing) => void,
  ) {
    this.channel = new BroadcastChannel(name)
    this.channel.onmessage = ({ data }: MessageEvent<Passed>) => void this.hear(data)
    void this.hold(false)
  }

  /** Hold the tables as soon as nobody else does; at once if they are to be taken. */
  async hold(steal: boolean): Promise<void> {
    if (!navigator.locks) return this.begin() // an address without https: then one tab at a time is up to the person
    try {
      await navigator.locks.request(this.name, steal ? { steal } : {}, () => {
        void this.begin()
        return new Promise<void>((done) => (this.letGo = done))
      })
    } catch {
      this.tables = null
      this.stop()
      this.stand('taken')
    }
  }

  private async begin(): Promise<void> {
    this.tables = this.start()
    this.channel.postMessage({ holder: this.me } satisfies Passed)
    this.again()
    this.tables.catch(() => this.letGo?.()) // it could not start: another tab may try
  }

  /** Take a question of this page. */
  async ask(asked: Question): Promise<void> {
    if (asked.kind === 'ask' || asked.kind === 'open') this.open.set(asked.number, asked)
    if (asked.kind === 'hang_up') this.open.delete(asked.number)
    if (this.tables) return void (await this.tables)(this.me, asked, (reply) => this.settle(reply))
    this.channel.postMessage({ from: this.me, asked } satisfies Passed)
    if (asked.kind === 'ask' || asked.kind === 'open')
      this.unheard.set(
        asked.number,
        setTimeout(() => this.stand('elsewhere'), PATIENCE),
      )
  }

  private settle(reply: Reply): void {
    this.heard(reply.number)
    if (reply.kind !== 'tell') this.open.delete(reply.number)
    this.reply(reply)
  }

  private heard(number: number): void {
    clearTimeout(this.unheard.get(number))
    this.unheard.delete(number)
  }

  private async hear(passed: Passed): Promise<void> {
    if ('to' in passed) {
      if (passed.to === this.me) this.settle(passed.reply)
    } else if ('heard' in passed) {
      if (passed.heard === this.me) {
        this.heard(passed.number)
        this.stand('ready')
      }
    } else if ('holder' in passed) this.again()
    else if (this.tables) {
      this.channel.postMessage({ heard: passed.from, number: passed.asked.number } satisfies Passed)
      const { from } = passed
      ;(await this.tables)(from, passed.asked, (reply) => this.channel.postMessage({ to: from, reply } satisfies Passed))
    }
  }

  /** Another tab holds the tables by now: ask again what leaves nothing behind; the page opens its tables anew. */
  private again(): void {
    for (const [number, asked] of [...this.open]) {
      if (asked.kind === 'ask' && asked.method === 'GET') void this.ask(asked)
      else if (asked.kind === 'ask') this.settle({ kind: 'answer', number, status: 503, text: '' })
      else this.settle({ kind: 'end', number, code: RESTARTED })
    }
  }
}
