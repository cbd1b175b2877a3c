// Who I am to the server, and what links for others begin with.
import type { Me } from '../protocol'
import { ask } from './api'

let origin = $state(location.origin)

/** Ask who I am; a new browser becomes somebody by that. */
export async function whoAmI(): Promise<Me> {
  const me = await ask<Me>('GET', '/api/me')
  origin = me.public_url || location.origin
  return me
}

/** What links for others begin with: the server's public address, or else the one this browser uses. */
export const publicOrigin = (): string => origin

/** Whether such links work on this machine alone. */
export const isLocal = (): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname)
