// Talking to the server over HTTP: typed answers, and refusals as errors that say why.
import type { Problem } from '../protocol'
import { language, t } from './words.svelte'

/** What the server refused, with its reason in the language of the page. */
export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.reason)
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': language() }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  let answer: Response
  try {
    answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  } catch {
    throw new Refusal({ error: 'unreachable', reason: t('common.unreachable') }, 0)
  }
  const content: unknown = await answer.json().catch(() => null)
  if (answer.ok) return content as T
  const problem = content as Partial<Problem> | null
  throw new Refusal(
    { error: problem?.error ?? 'unknown', reason: problem?.reason ?? t('common.broken', { status: answer.status }), place: problem?.place ?? '' },
    answer.status,
  )
}

/** Ask for something. */
export const get = <T>(path: string): Promise<T> => call('GET', path)

/** Send something; the answer is what it led to. */
export const post = <T>(path: string, body?: unknown): Promise<T> => call('POST', path, body)
