// Notifications while the page is closed: the browser's push service brings them to the service worker.
import { ask } from './api'
import type { PushState } from '../protocol'

/** Why it can't be, if it can't. */
export type Trouble = 'denied' | 'failed' | 'impossible' | 'missing'

const registration = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker?.getRegistration() ?? Promise.resolve(undefined)

/** Whether this browser is notified. */
export async function isOn(): Promise<boolean> {
  return !!(await (await registration())?.pushManager?.getSubscription())
}

/** Notify this browser; why not, if that fails. */
export async function switchOn(): Promise<Trouble | null> {
  const manager = (await registration())?.pushManager
  if (!manager || !('Notification' in globalThis)) return 'impossible'
  const { key } = await ask<PushState>('GET', '/api/me/push')
  if (!key) return 'missing'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  let made: PushSubscription
  try {
    made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch {
    return 'failed'
  }
  const { endpoint, keys } = made.toJSON()
  await ask<PushState>('POST', '/api/me/push', { endpoint, key: keys?.p256dh, auth: keys?.auth })
  return null
}

/** Don't notify this browser any more. */
export async function switchOff(): Promise<void> {
  const made = await (await registration())?.pushManager?.getSubscription()
  if (!made) return
  await ask<PushState>('POST', '/api/me/push/remove', { endpoint: made.endpoint })
  await made.unsubscribe()
}
