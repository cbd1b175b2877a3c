// Kabuto as an app: whether it can be installed and works offline here, and what is missing if not.
import { checkBuild } from './build.svelte'
import { isAlone } from './transport'

/** The event by which Chromium and its relatives offer to install a page. */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}
export type Offline = 'insecure' | 'impossible' | 'preparing' | 'ready'

const WORKER = 'service-worker.js'
const DELAY = 3000 // ms after the page was loaded: it comes first

let offer: InstallOffer | null = $state.raw(null)
let installed = $state(matchMedia('(display-mode: standalone)').matches)
let offline: Offline = $state(!isSecureContext ? 'insecure' : 'serviceWorker' in navigator ? 'preparing' : 'impossible')

/** Whether this is the installed app. */
export const isInstalled = (): boolean => installed

/** Whether the browser lets the page ask to be installed. */
export const canInstall = (): boolean => offer !== null

/** How far the page is with working offline, or why it can't. */
export const offlineState = (): Offline => offline

/** Let the browser ask whether to install the app. */
export async function install(): Promise<void> {
  const found = await offer?.prompt()
  offer = null
  installed ||= found?.outcome === 'accepted'
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register(isAlone() ? WORKER : `/${WORKER}`)
    await navigator.serviceWorker.ready
    offline = 'ready'
  } catch {
    offline = 'impossible' // switched off, or the storage is full
  }
}

/** Begin, once the page has been loaded. */
export function startApp(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as InstallOffer
  })
  addEventListener('appinstalled', () => {
    offer = null
    installed = true
  })
  // A part of the page that can't be loaded is usually one of an older build.
  addEventListener('vite:preloadError', () => void checkBuild())
  if (offline !== 'preparing' || !import.meta.env.PROD) return
  const later = (): unknown => setTimeout(register, DELAY)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later)
}
