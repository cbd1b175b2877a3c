// Who I am to the server, and what links for others begin with.
import type { Me } from '../protocol'
import { ask } from './api'

let origin = $state(location.origin)
let known = $state.raw<Me | null>(null)

/** Ask who I am; a new browser gets an identity by that. */
export async function whoAmI(): Promise<Me> {
  return met(await ask<Me>('GET', '/api/me'))
}

/** Remember who I am now, for the head of every page. */
export function met(me: Me): Me {
  known = me
  origin = me.public_url || location.origin
  return me
}

/** Who I am, once that was asked. */
export const myself = (): Me | null => known

/** What links for others begin with: the server's public address, or else the one this browser uses. */
export const publicOrigin = (): string => origin

/** Whether such links work on this machine alone. */
export const isLocal = (): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname)
