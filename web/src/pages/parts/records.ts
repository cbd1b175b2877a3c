// Records of games as files.
import { t } from '../../lib/words.svelte'

/** The one record in the text of a file, as JSON or as a line of JSON; an error says what else it is. */
export function readRecord(text: string): Record<string, unknown> {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim())
    if (lines.length > 1 && lines.every(isObject)) throw new Error(t('start.several', { n: lines.length }))
    throw error
  }
  if (!found || typeof found !== 'object' || Array.isArray(found)) throw new Error('{…}?')
  return found as Record<string, unknown>
}

function isObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}

/** Hand a record to the person as a file. */
export function saveRecord(record: unknown, name: string): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.json`
  link.click()
  URL.revokeObjectURL(address)
}
