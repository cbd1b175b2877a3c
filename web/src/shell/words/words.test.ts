import { describe, expect, it } from 'vitest'
import type { Plural } from '../lib/words.svelte'

type Language = Record<string, Record<string, string | Plural>>
const files = import.meta.glob<Record<string, Language>>(['./*.ts', '../../games/*/words/*.ts', '!**/*.test.ts'], { eager: true })
const folders = new Map<string, Map<string, Language>>()
for (const [path, file] of Object.entries(files)) {
  const [, folder, code] = /^(.*)\/(\w+)\.ts$/.exec(path)!
  folders.set(folder!, (folders.get(folder!) ?? new Map()).set(code!, file[code!]!))
}

const texts = (words: Language): [string, string][] =>
  Object.entries(words).flatMap(([section, keys]) =>
    Object.entries(keys).map(([key, text]): [string, string] => [
      `${section}.${key}`,
      typeof text === 'string' ? text : `${text.one} ${text.other}`,
    ]),
  )
const holes = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

describe.each([...folders])('the words in %s', (_, languages) => {
  const english = languages.get('en')!

  it('have the same sections and keys in every language, in the order of the alphabet', () => {
    const keys = texts(english).map(([key]) => key)
    for (const words of languages.values()) expect(texts(words).map(([key]) => key)).toEqual(keys)
    for (const section of Object.values(english)) expect(Object.keys(section)).toEqual(Object.keys(section).sort())
  })

  it('are never empty', () => {
    for (const words of languages.values()) for (const [key, text] of texts(words)) expect(text.trim(), key).not.toBe('')
  })

  it('fill in nothing that English does not know', () => {
    // Lessons and rules may name other things of the edition; elsewhere a hole has to be the same.
    const known = new Map(texts(english))
    for (const words of languages.values())
      for (const [key, text] of texts(words)) {
        if (/^(lessons|rules)\./.test(key)) continue
        for (const hole of holes(text)) expect(holes(known.get(key)!), key).toContain(hole)
      }
  })
})
