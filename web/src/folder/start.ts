// A page that lies in a folder, without any server: its tables are held by a worker of its own.
import { mount } from 'svelte'
import { reachBy } from '../shell/lib/transport'
import { answersIn } from './beside'
import { mendLinks } from './links'
import { LocalTransport, type Port } from './local'
import type { Asked } from './messages'
import { stand, takeBy } from './standing.svelte'
import { watchForUpdates } from './update.svelte'

/** `python` and `search` are where Python and the compiled search lie in the folder; it may have no search. */
export function startFolder(python: string, search: string): void {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const folder = new URL('.', document.baseURI).href
  const tell = (asked: Asked): void => worker.postMessage(asked)
  tell({ kind: 'start', folder, python, search })
  worker.onerror = ({ message }) => stand('damaged', message)
  reachBy(new LocalTransport(worker as Port, answersIn(`${folder}${python}/answers/`), stand))
  takeBy(() => tell({ kind: 'take' }))
  mendLinks()
  void watchForUpdates()
}

/** Show what stands in the way, beside whatever else the page shows. */
export async function showStanding(): Promise<void> {
  const [{ default: Notice }, { ready }] = await Promise.all([import('./Notice.svelte'), import('./words')])
  await ready()
  mount(Notice, { target: document.body })
}
