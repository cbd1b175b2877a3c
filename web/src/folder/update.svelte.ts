// A new version of the folder: it lies beside the old one, and takes over when the person wants it.
import { renewBy } from '../shell/lib/build.svelte'

/** Watch for one. When it takes over, every page of the old one is loaded anew: the two never mix. */
export async function watchForUpdates(): Promise<void> {
  const workers = navigator.serviceWorker
  if (!workers) return
  let hadOne = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    if (hadOne) location.reload()
    hadOne = true
  })
  const registration = await workers.ready
  const look = (): void => {
    const { waiting } = registration
    if (waiting && workers.controller) renewBy(() => waiting.postMessage('take over'))
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
}
