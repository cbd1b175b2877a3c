// The folder that a server hands out, too: a browser that keeps it plays on when no server is in sight.
import { ready } from './words'

/** Where a server has it. */
export const DEVICE = '/device/'
/** Where the folder finds the server that it is from. */
const SERVER = 'kabuto.server'

/** Whether this server has such a folder. */
export async function isOffered(): Promise<boolean> {
  try {
    return (await fetch(`${DEVICE}index.html`, { method: 'HEAD' })).status === 200 // without it, a server answers with nothing: 204
  } catch {
    return false
  }
}

/** Whether this browser keeps it. */
export async function isKept(): Promise<boolean> {
  const found = await navigator.serviceWorker?.getRegistration(DEVICE)
  return !!found?.active && new URL(found.scope).pathname === DEVICE
}

/** Keep it; done when all of it is there. */
export async function keep(): Promise<void> {
  const registration = await navigator.serviceWorker.register(`${DEVICE}service-worker.js`, { scope: DEVICE })
  localStorage.setItem(SERVER, `${location.origin}/`)
  const worker = registration.installing ?? registration.waiting ?? registration.active
  await new Promise<void>((done, fail) => {
    const look = (): void => {
      if (worker?.state === 'activated') done()
      if (worker?.state === 'redundant') fail(new Error(worker.scriptURL))
    }
    worker?.addEventListener('statechange', look)
    look()
  })
}

/** The server that this folder is from; none, if it is from a host of files. */
export const serverOf = (folder: string): string | null => (new URL(folder).pathname === DEVICE ? localStorage.getItem(SERVER) : null)

/** What a server's page shows when no server is in sight, if this browser keeps the games. */
export async function offline() {
  if (!(await isKept())) return null
  const [{ default: Offline }] = await Promise.all([import('./Offline.svelte'), ready()])
  return Offline
}

/** What a server's page shows where one chooses whether to keep them. */
export async function choice() {
  const [{ default: Device }] = await Promise.all([import('./Device.svelte'), ready()])
  return Device
}
