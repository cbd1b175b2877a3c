// Questions to the server over HTTP; what it refuses is thrown with its reason.
import type { Problem } from '../protocol'
import { compareBuild } from './build.svelte'
import { language, t } from './words.svelte'

/** A refusal of the server, or its silence: `message` is a sentence for the person. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.reason)
  }
}

/** Ask the server; words come in the language spoken now. */
export async function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const address = new URL(path, location.origin)
  address.searchParams.set('language', language())
  let answer: Response
  let text: string
  try {
    answer = await fetch(address, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    })
    text = await answer.text()
  } catch {
    throw new Refusal({ error: 'offline', reason: t('common.offline') })
  }
  compareBuild(answer)
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    throw new Refusal({ error: 'offline', reason: t('common.offline') }) // a proxy's page, not the server's answer
  }
  if (!answer.ok) throw new Refusal(said as Problem)
  return said as T
}

/** What to tell a person about something that went wrong. */
export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
