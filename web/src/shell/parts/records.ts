// Records of games as files.
import { t } from '../lib/words.svelte'

/** The one record in the text of a file, as JSON or as a line of JSON; an error says what else it is. */
export function readRecord(text: string): Record<string, unknown> {
  const found = readObject(text)
  if (found) return found
  const lines = text.split('\n').filter((line) => line.trim())
  if (lines.length > 1 && lines.every(readObject)) throw new Error(t('start.several', { n: lines.length }))
  throw new Error(t('start.not_json'))
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const found: unknown = JSON.parse(text)
    return found && typeof found === 'object' && !Array.isArray(found) ? (found as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Hand a record, or the proof of a deal, to the person as a file. */
export function saveRecord(record: unknown, name: string, ending = 'json'): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.${ending}`
  link.click()
  URL.revokeObjectURL(address)
}
