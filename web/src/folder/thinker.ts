// The worker that thinks: Python once more, with the compiled search. It may be ended at any time.
import { Kernel, type Layouts } from './kernel'
import { loadPython, packed } from './python'

/** To this worker: where everything lies; what to think over, for the tables of this page or, with the answer as JSON, for a server. */
export type Wanted = { kind: 'start'; python: string; search: string } | { kind: 'think' | 'answer'; number: number; question: Uint8Array }

/** From it: how far it has got ready; an answer; why there is none. */
export type Thought =
  | { kind: 'ready'; part: number }
  | { kind: 'thought'; number: number; answer: Uint8Array }
  | { kind: 'failed'; number: number; reason: string }

type Think = (question: Uint8Array) => Promise<{ toJs: () => Uint8Array; destroy: () => void }>
interface Thinker {
  think: Think
  answer: Think
}
type Start = (fetch: (name: string) => Promise<Uint8Array>, kernel: (module: Uint8Array, layouts: string) => Promise<Kernel>) => Promise<Thinker>

const tell = (thought: Thought): void => postMessage(thought)
let thinking: Promise<Thinker> | undefined

async function start(python: string, search: string): Promise<Thinker> {
  tell({ kind: 'ready', part: 0.1 })
  const file = async (name: string): Promise<Uint8Array> => {
    const address = new URL(name, search)
    if (!/\.(wasm|bin)$/.test(name)) {
      const found = await fetch(address)
      if (!found.ok) throw new Error(`${address.pathname}: ${found.status}`)
      return new Uint8Array(await found.arrayBuffer())
    }
    return new Uint8Array(await (await packed(address)).arrayBuffer())
  }
  const page = await loadPython<{ start: Start }>(new URL(python), 'kabuto.folder.thinker')
  tell({ kind: 'ready', part: 0.7 })
  const thinker = await page.start(file, async (module, layouts) => new Kernel(await WebAssembly.compile(module as BufferSource), JSON.parse(layouts) as Layouts))
  tell({ kind: 'ready', part: 1 })
  return thinker
}

onmessage = async ({ data }: MessageEvent<Wanted>) => {
  if (data.kind === 'start') {
    thinking = start(data.python, data.search)
    thinking.catch(() => undefined) // whoever asks is told
    return
  }
  const { kind, number } = data
  try {
    const found = await (await thinking!)[kind](data.question)
    tell({ kind: 'thought', number, answer: found.toJs() })
    found.destroy()
  } catch (error) {
    tell({ kind: 'failed', number, reason: String(error).slice(-500) })
  }
}
