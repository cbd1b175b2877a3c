// The transport of a folder: a worker of this page holds the tables.
import type { Answered, Line, Transport } from '../shell/lib/transport'
import type { Beside } from './beside'
import type { Asked, Standing, Told } from './messages'

interface Open {
  hear: (text: string) => void
  ended: (code: number) => void
}

/** Whoever can be sent questions, and answers. */
export interface Port {
  postMessage: (asked: Asked) => void
  onmessage: ((event: { data: Told }) => void) | null
}

export class LocalTransport implements Transport {
  readonly alone = true
  private readonly asked = new Map<number, (found: Answered) => void>()
  private readonly lines = new Map<number, Open>()
  private last = 0

  constructor(
    private readonly port: Port,
    /** The answers that lie beside the page. */
    private readonly beside: Beside,
    /** Told how it stands with the tables. */
    private readonly stand: (standing: Standing, detail: string) => void,
  ) {
    port.onmessage = ({ data }) => this.hear(data)
  }

  async ask(method: 'GET' | 'POST', address: string, body?: string): Promise<Answered> {
    const found = await this.beside(address, body)
    return found === null ? this.question(method, address, body ?? '') : { ok: true, text: found }
  }

  private question(method: string, address: string, body: string): Promise<Answered> {
    const number = ++this.last
    this.port.postMessage({ kind: 'ask', number, method, address, body })
    return new Promise((settle) => this.asked.set(number, settle))
  }

  open(address: string, hear: Open['hear'], ended: Open['ended']): Line {
    const number = ++this.last
    this.lines.set(number, { hear, ended })
    this.port.postMessage({ kind: 'open', number, address })
    return {
      say: (text) => this.port.postMessage({ kind: 'say', number, text }),
      hangUp: () => this.port.postMessage({ kind: 'hang_up', number }),
    }
  }

  private hear(told: Told): void {
    if (told.kind === 'standing') return this.stand(told.standing, told.detail)
    const { number } = told
    if (told.kind === 'answer') {
      this.asked.get(number)?.({ ok: told.status < 400, text: told.text })
      this.asked.delete(number)
    } else if (told.kind === 'tell') this.lines.get(number)?.hear(told.text)
    else {
      this.lines.get(number)?.ended(told.code)
      this.lines.delete(number)
    }
  }
}
