import { describe, expect, it } from 'vitest'
import { things } from '../lib/vocabulary'
import { de } from './de'
import { en } from './en'

type Section = Record<string, string | { one: string; other: string }>
const texts = (words: object): [string, string][] =>
  Object.entries(words as Record<string, Section>).flatMap(([section, keys]) =>
    Object.entries(keys).flatMap(([key, text]): [string, string][] =>
      typeof text === 'string' ? [[`${section}.${key}`, text]] : [[`${section}.${key}`, `${text.one} ${text.other}`]],
    ),
  )
const holes = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

describe('the words', () => {
  it('have the same sections and keys in every language, in the order of the alphabet', () => {
    const keys = texts(en).map(([key]) => key)
    expect(texts(de).map(([key]) => key)).toEqual(keys)
    for (const section of Object.values(en)) expect(Object.keys(section)).toEqual(Object.keys(section).sort())
  })

  it('are never empty', () => {
    for (const words of [en, de]) for (const [key, text] of texts(words)) expect(text.trim(), key).not.toBe('')
  })

  it('of lessons and rules fill in the words of an edition and nothing else', () => {
    const known = Object.keys(things('rgg')).map((name) => `{${name}}`)
    for (const words of [en, de])
      for (const [key, text] of texts({ lessons: words.lessons, rules: words.rules }))
        for (const hole of holes(text)) expect(known, key).toContain(hole)
  })

  it('fill in nothing in German that English does not know', () => {
    // Lessons and rules may name other things of the edition; elsewhere a hole has to be the same.
    const english = new Map(texts(en))
    for (const [key, text] of texts(de)) {
      if (/^(lessons|rules)\./.test(key)) continue
      for (const hole of holes(text)) expect(holes(english.get(key)!), key).toContain(hole)
    }
  })
})
