// Ways to sign in again: a recovery phrase and passkeys, with when and where they were made.
import type { Device, NewKey, Passkey, PhraseMade, Recovery } from '../protocol'
import { language, t } from '../lib/words.svelte'

/** A recovery phrase or passkey of mine. */
export interface Key {
  id: string
  what: NewKey['what']
  made: Passkey | PhraseMade
}

/** All of them, the newest first. */
export function keysOf({ phrase, passkeys }: Recovery): Key[] {
  const keys: Key[] = passkeys.map((made) => ({ id: made.id, what: 'passkey', made }))
  if (phrase) keys.push({ id: '', what: 'phrase', made: phrase })
  return keys.sort((one, two) => (one.made.since < two.made.since ? 1 : one.made.since > two.made.since ? -1 : 0))
}

/** The days on which they were made, the first one first. */
export const daysOf = (keys: Key[]): string[] => [...new Set(keys.map(({ made }) => made.since))].sort()

/** Whether one ends when those made since a day do; no day: none does. */
export const ends = (key: Key, since: string): boolean => since !== '' && key.made.since >= since

/** The day to begin with: the first one on which another person may have made one. */
export const firstDay = (keys: Key[], since: string): string => (since && daysOf(keys).find((day) => day >= since)) || ''

/** A day as people write it. */
export const dateOf = (day: string): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** What a device is called. */
export const deviceName = ({ browser, system }: Pick<Device, 'browser' | 'system'>): string =>
  browser && system ? t('device.name', { browser, system }) : browser || system

/** When something was made, and whether on this device. */
export const madeWhen = ({ since, is_this }: Passkey | PhraseMade): string =>
  t(is_this ? 'device.key_here' : 'device.key_when', { date: dateOf(since) })

/** When and where something was made. */
export function madeWhere(made: Passkey | PhraseMade): string {
  const name = deviceName(made)
  return name && !made.is_this ? t('device.key_made', { date: dateOf(made.since), name }) : madeWhen(made)
}
