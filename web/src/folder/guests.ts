// At the page of a server that lets its guests think: what it has left to them is thought over in a worker of this page.
import { DEVICE } from './device'
import script from './thinker?worker&url'
import { Thinking, type Mind } from './thinking'

let thinking: Promise<Thinking> | null = null
let last = 0

/** A worker from the folder that the server hands out: there it may compile Python and the search. */
async function start(): Promise<Thinking> {
  const folder = new URL(DEVICE, location.origin)
  const page = await (await fetch(new URL('index.html', folder))).text()
  const [python, search] = ['folder', 'search'].map((what) => new URL(`${new RegExp(`name="kabuto-${what}" content="(.+?)"`).exec(page)![1]}/`, folder).href)
  const thinker = new URL(script.slice(script.indexOf('assets/')), folder)
  return new Thinking(() => new Worker(thinker, { type: 'module' }) as Mind, { python: python!, search: search! }, () => undefined)
}

/** The answer to a question, as the server would have sent it. */
export async function answer<T>(question: string): Promise<T> {
  thinking ??= start()
  const found = await (await thinking).think(++last, 0, new TextEncoder().encode(question), 'answer')
  return JSON.parse(new TextDecoder().decode(found)) as T
}
