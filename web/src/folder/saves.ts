// Everything that a page keeps as one file, and such a file taken back: here, or what is in it handed to a server.
import { ask, reason, Refusal } from '../shell/lib/api'
import { isAlone, transport } from '../shell/lib/transport'
import { language } from '../shell/lib/words.svelte'
import { saveRecord } from '../shell/parts/records'
import { ready, t } from './words'

/** What a save holds; `records` are those of finished games, and a server takes those. */
export interface Save {
  things?: Record<string, string>
  records?: Record<string, unknown>[]
  remembered?: Record<string, unknown>
}

const SAVE = '/folder/save'
const STUDY = 'study/'
const MARKS = /^kabuto\./
/** Marks of what a server has already: nothing is sent there twice. */
const SENT = 'kabuto.sent'
const LONGEST = 120 // seconds that a server may ask for before the next one

async function said(method: 'GET' | 'POST', body?: string): Promise<Record<string, unknown>> {
  const { ok, text } = await transport().ask(method, `${SAVE}?language=${language()}`, body)
  if (!text) throw new Error(t('keeping.failed'))
  const found = JSON.parse(text) as Record<string, unknown>
  if (!ok) throw new Error(String(found.reason))
  return found
}

/** Hand everything to the person: tables and studies, and what else this browser remembers. */
export async function saveAll(): Promise<void> {
  const remembered = Object.fromEntries(Object.entries(localStorage).filter(([key]) => MARKS.test(key) && key !== SENT))
  saveRecord({ ...(await said('GET')), remembered }, 'kabuto')
}

/** Take a save back, or hand over what a server takes of it; what came of it in words, told while it goes on, too. */
export async function take(text: string, tell: (text: string) => void): Promise<string> {
  await ready()
  let save: Save
  try {
    save = JSON.parse(text) as Save
  } catch {
    save = {} // its reader says so
  }
  if (!isAlone()) return handOver(save, tell)
  const { tables, studies, known, damaged } = await said('POST', text)
  for (const [key, value] of Object.entries(save.remembered ?? {}))
    if (MARKS.test(key) && typeof value === 'string' && localStorage.getItem(key) === null) localStorage.setItem(key, value)
  return t('keeping.brought', { tables: Number(tables), studies: Number(studies), known: Number(known), damaged: Number(damaged) })
}

/** Send records and studies to the server, as fast as it likes. */
async function handOver(save: Save, tell: (text: string) => void): Promise<string> {
  const wishes = [...(save.records ?? []).map((record) => ['/api/records', { record }] as const), ...studiesOf(save).map((study) => ['/api/studies', { study }] as const)]
  const sent = new Set((localStorage.getItem(SENT) ?? '').split(' '))
  let [done, known, refused, why] = [0, 0, 0, '']
  for (const [path, body] of wishes) {
    const mark = markOf(JSON.stringify(body))
    if (sent.has(mark)) {
      known++
      continue
    }
    tell(t('keeping.sending', { n: done + known + refused + 1, all: wishes.length }))
    try {
      await patiently(path, body)
      done++
      localStorage.setItem(SENT, [...sent.add(mark)].join(' '))
    } catch (error) {
      if (error instanceof Refusal && error.problem.error === 'offline') throw error
      refused++
      why = reason(error)
    }
  }
  return `${t('keeping.sent', { done, known, refused })} ${why}`.trim()
}

async function patiently(path: string, body: object): Promise<void> {
  for (;;)
    try {
      return void (await ask('POST', path, body))
    } catch (error) {
      const again = error instanceof Refusal ? error.again || (error.problem.again ?? 0) : 0
      if (!again || again > LONGEST) throw error
      await new Promise((wait) => setTimeout(wait, again * 1000))
    }
}

function studiesOf({ things = {} }: Save): unknown[] {
  const bytes = (packed: string): string => new TextDecoder().decode(Uint8Array.from(atob(packed), (each) => each.charCodeAt(0)))
  const kept = Object.entries(things).flatMap(([name, thing]) => (name.startsWith(STUDY) ? [thing] : []))
  return kept.map((thing) => JSON.parse(bytes((JSON.parse(bytes(thing)) as { body: string }).body)) as unknown)
}

/** A short mark of a text. */
function markOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x1b873593]
  for (let at = 0; at < text.length; at++) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193)
    other = Math.imul(other + text.charCodeAt(at), 0x5bd1e995)
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36)
}
