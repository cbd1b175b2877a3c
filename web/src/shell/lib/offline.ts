// Questions whose answers a page will need offline, asked while there is a connection: the service worker keeps the answers.
import { ask } from './api'
import { isAlone } from './transport'
import { language } from './words.svelte'

/** A path of the server, and what is sent there; nothing: it is only asked for. */
export type Question = [path: string, body?: unknown]

const PAUSE = 100 // ms between two: half of what the server allows in the long run
const KEY = 'kabuto.offline'

/** Ask all of them in the background, once for each name, language and build of the page. */
export async function keepForOffline(name: string, questions: readonly Question[]): Promise<void> {
  if (!import.meta.env.PROD || isAlone() || !globalThis.navigator?.serviceWorker?.controller) return
  const mark = `${import.meta.env.KABUTO_BUILD} ${language()} ${name}`
  if (marks().includes(mark)) return
  try {
    for (const [path, body] of questions) {
      await new Promise((wait) => setTimeout(wait, PAUSE))
      await ask(body === undefined ? 'GET' : 'POST', path, body)
    }
    const build = `${import.meta.env.KABUTO_BUILD} `
    localStorage.setItem(KEY, JSON.stringify([...marks().filter((each) => each.startsWith(build)), mark]))
  } catch {
    // no connection, or no storage: next time
  }
}

function marks(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
