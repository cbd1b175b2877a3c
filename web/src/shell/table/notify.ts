// Notifications of the browser when it is one's turn and the page is not in sight.
import { choose, settings } from '../lib/settings.svelte'
import { isAlone } from '../lib/transport'

/** Whether the browser can notify at all. */
export const possible = (): boolean => 'Notification' in globalThis

/** Whether the person wants it and the browser allows it. */
export const allowed = (): boolean => settings.notify && possible() && Notification.permission === 'granted'

/** Switch it on, if the browser allows it, or off; whether it is on then. */
export async function ask(on: boolean): Promise<boolean> {
  choose('notify', on && possible() && (await Notification.requestPermission()) === 'granted')
  return settings.notify
}

/** Say something, if the page is not in sight. */
export async function notify(title: string, tag: string): Promise<void> {
  if (!document.hidden || !allowed()) return // the permission is asked of another process
  const options = { tag, icon: new URL(isAlone() ? 'icon.svg' : '/icon.svg', document.baseURI).href }
  try {
    const shown = new Notification(title, options)
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch {
    // Android knows notifications of service workers only; without one the title of the page tells it.
    await (await navigator.serviceWorker?.getRegistration())?.showNotification(title, options)
  }
}
