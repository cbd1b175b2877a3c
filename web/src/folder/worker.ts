// The worker that holds the tables of a page. What takes long to think over has a worker of its own.
import { databaseName, open, read, write, type Change } from './kept'
import type { Asked, Question, Reply, Standing, Told } from './messages'
import { loadPython, type Page, type Starter } from './python'
import { Relay, type Tables } from './relay'
import { Thinking, type Mind } from './thinking'

const UNHURRIED = 1000 // ms after a table was opened

const tell = (told: Told): void => postMessage(told)
const stand = (standing: Standing, detail = ''): void => tell({ kind: 'standing', standing, detail })

let relay: Relay | undefined
let database: IDBDatabase | undefined

/** What went wrong, as a person has to know it. */
function standingOf(error: unknown): Standing {
  const text = String(error)
  if (/NewerSave/.test(text)) return 'newer'
  if (/memory|allocat/i.test(text)) return 'no_memory'
  return 'damaged'
}

/** Start the tables: Python, and what this browser has kept of them. */
async function start(folder: string, python: string, search: string): Promise<Tables> {
  if (typeof WebAssembly === 'undefined') {
    stand('no_wasm')
    throw new Error('no WebAssembly')
  }
  const loading = loadPython<Starter>(new URL(`${python}/`, folder), 'kabuto.folder.page')
  const thinking = search ? searchIn(folder, python, search) : null
  loading.catch(() => undefined) // it is told below
  let kept: IDBDatabase
  try {
    kept = database = await open(databaseName(folder), () => stand('gone'))
  } catch (error) {
    stand(error instanceof DOMException && error.name === 'VersionError' ? 'newer' : 'refused', String(error))
    throw error
  }
  const replies = new Map<number, { reply: (reply: Reply) => void; number: number }>()
  const numbers = new Map<string, number>()
  let last = 0
  try {
    const page = await (await loading).start(
      (start: string) => read(kept, start),
      (changes: Change[]) => written(kept, changes),
      (number, status, text) => {
        const asked = replies.get(number)
        replies.delete(number)
        asked?.reply({ kind: 'answer', number: asked.number, status, text })
      },
      thinking,
    )
    stand('ready')
    return (tab, asked, reply) => {
      const key = `${tab} ${asked.number}`
      if (asked.kind === 'say' || asked.kind === 'hang_up') return pass(page, asked, numbers.get(key))
      const number = ++last
      replies.set(number, { reply, number: asked.number })
      if (asked.kind === 'ask') return page.ask(number, asked.method, asked.address, asked.body)
      numbers.set(key, number)
      setTimeout(() => thinking?.prepare(), UNHURRIED) // a hint or a strong opponent may be asked for
      page.connect(
        number,
        asked.address,
        (_, text) => reply({ kind: 'tell', number: asked.number, text }),
        (_, code) => {
          replies.delete(number)
          numbers.delete(key)
          reply({ kind: 'end', number: asked.number, code })
        },
      )
    }
  } catch (error) {
    stand(standingOf(error), String(error).slice(-500))
    throw error
  }
}

/** The thinking worker, which is started when it is first needed. */
const searchIn = (folder: string, python: string, search: string): Thinking =>
  new Thinking(
    () => new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' }) as Mind,
    { python: new URL(`${python}/`, folder).href, search: new URL(`${search}/`, folder).href },
    (reason) => stand('no_search', reason),
  )

/** Pass something on to a table that is open. */
function pass(page: Page, asked: Question, number: number | undefined): void {
  if (number === undefined) return
  if (asked.kind === 'say') page.say(number, asked.text)
  else page.hang_up(number)
}

/** Write, and say what this browser does not take; what is taken again says that all is well. */
async function written(kept: IDBDatabase, changes: Change[]): Promise<void> {
  try {
    await write(kept, changes)
    if (isFull) stand('ready')
    isFull = false
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name !== 'ConstraintError') {
      isFull = name !== 'InvalidStateError'
      stand(isFull ? 'full' : 'gone', String(error))
    }
    throw error
  }
}

let isFull = false

onmessage = ({ data }: MessageEvent<Asked>) => {
  if (data.kind === 'start')
    relay = new Relay(
      `kabuto ${data.folder}`,
      () => start(data.folder, data.python, data.search),
      () => database?.close(),
      tell,
      stand,
    )
  else if (data.kind === 'take') void relay?.hold(true)
  else void relay?.ask(data)
}
