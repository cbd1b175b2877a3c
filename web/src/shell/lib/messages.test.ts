import { describe, expect, it } from 'vitest'
import vectors from '../../../../tests/words/vectors.json'
import { BadMessage, format, parse, parts, type Values } from './messages'

interface Example {
  name: string
  language: string
  message: string
  values: object
  text: string
  parts?: unknown[]
}

describe('the examples that every reader of sentences shares', () => {
  it.each(vectors.sentences as Example[])('$name', (example) => {
    const rules = new Intl.PluralRules(example.language)
    const message = parse(example.message)
    expect(format(message, example.values as Values, rules)).toBe(example.text)
    if (example.parts) expect(parts(message, example.values as Values, rules)).toEqual(example.parts)
  })

  it.each(vectors.broken as string[])('refuse %j', (text) => {
    expect(() => parse(text)).toThrow(BadMessage)
  })

  it.each(Object.entries(vectors.plurals as unknown as Record<string, Record<string, string>>))('count in %s', (language, numbers) => {
    const rules = new Intl.PluralRules(language)
    for (const [number, category] of Object.entries(numbers)) expect(rules.select(Number(number)), number).toBe(category)
  })
})
