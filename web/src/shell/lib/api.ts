// Requests to the server, or the page's worker; refusals are thrown with their reason.
import type { Problem } from '../protocol'
import { transport, type Answered } from './transport'
import { language, t } from './words.svelte'

/** A refusal of the server, or its silence: `message` is a sentence for the person. */
export class Refusal extends Error {
  /** `again`: after how many seconds it may be asked again, if the server says so. */
  constructor(
    readonly problem: Problem,
    readonly again = 0,
  ) {
    super(problem.reason)
  }
}

/** Ask; words come in the language spoken now. */
export async function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const address = `${path}${path.includes('?') ? '&' : '?'}language=${language()}`
  let answer: Answered
  try {
    answer = await transport().ask(method, address, method === 'POST' ? JSON.stringify(body ?? {}) : undefined)
  } catch {
    throw new Refusal({ error: 'offline', reason: t('common.offline') })
  }
  let said: unknown
  try {
    said = JSON.parse(answer.text)
  } catch {
    throw new Refusal({ error: 'offline', reason: t('common.offline') }) // a proxy's page, not the server's answer
  }
  if (!answer.ok) throw new Refusal(said as Problem, answer.again)
  return said as T
}

let thinks = true

/** Ask what has to be thought over; a server may leave that to this page. If it can't, the server is asked again. */
export async function askThinking<T extends { question?: string }>(path: string, body?: unknown): Promise<T> {
  if (thinks && !transport().alone) {
    const found = await ask<T>('POST', `${path}?thinks=1`, body)
    if (!found.question) return found
    try {
      return await (await import('../../folder/guests')).answer(found.question)
    } catch {
      thinks = false
    }
  }
  return ask('POST', path, body)
}

/** What to tell a person about something that went wrong. */
export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
