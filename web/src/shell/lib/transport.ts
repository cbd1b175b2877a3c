// How a page reaches its tables: a server, or a worker of its own in a folder without any server.
import { compareBuild } from './build.svelte'

export interface Answered {
  ok: boolean
  /** JSON, unless a proxy answered. */
  text: string
  /** After how many seconds to ask again, if that is said. */
  again?: number
}

/** A table that is open. */
export interface Line {
  say: (text: string) => void
  hangUp: () => void
}

export interface Transport {
  /** Whether the page holds its tables itself: there are no others, and no server. */
  readonly alone: boolean
  /** Ask a question; it fails without an answer. */
  ask: (method: 'GET' | 'POST', address: string, body?: string) => Promise<Answered>
  /** Open a table; `ended` gets the reason when that is over. */
  open: (address: string, hear: (text: string) => void, ended: (code: number) => void) => Line
}

const server: Transport = {
  alone: false,
  async ask(method, address, body) {
    const answer = await fetch(new URL(address, location.origin), {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    compareBuild(answer)
    return { ok: answer.ok, text, again: Number(answer.headers.get('retry-after')) || 0 }
  },
  open(address, hear, ended) {
    const url = new URL(address, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const socket = new WebSocket(url)
    socket.onmessage = (event) => hear(String(event.data))
    socket.onclose = ({ code }) => ended(code)
    return { say: (text) => socket.send(text), hangUp: () => socket.close() }
  },
}

let chosen = server

/** Reach the tables in another way, from the start of the page on. */
export const reachBy = (transport: Transport): void => void (chosen = transport)

/** The way that was chosen. */
export const transport = (): Transport => chosen

/** Whether this page is a folder of its own: then everything is on this device, and no one else is there. */
export const isAlone = (): boolean => chosen.alone
