import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import vectors from '../../../../tests/words/vectors.json'
import { parsed } from '../../../sentences'
import { format, parts, type Values } from './messages'

interface Example {
  name: string
  language: string
  message: string
  values: object
  text: string
  parts?: unknown[]
  /** Where we differ from the standard on purpose. */
  ours?: boolean
}

/** Lists, marks and gaps with a capital letter are additions of ours. */
const isStandard = ({ ours, message, values }: Example): boolean =>
  !ours && !/\{\s*[A-Z]/.test(message) && Object.values(values).every((value) => typeof value !== 'object')

describe('the examples that every reader of sentences shares', () => {
  it.each(vectors.sentences as Example[])('$name', (example) => {
    const rules = new Intl.PluralRules(example.language)
    const message = parsed(example.message)
    expect(format(message, example.values as Values, rules)).toBe(example.text)
    if (example.parts) expect(parts(message, example.values as Values, rules)).toEqual(example.parts)
  })

  it.each((vectors.sentences as Example[]).filter(isStandard))('read like the standard: $name', (example) => {
    const standard = new IntlMessageFormat(example.message, example.language, undefined, { ignoreTag: true })
    expect(standard.format(example.values as Record<string, string>)).toBe(example.text)
  })

  it.each(vectors.broken as string[])('refuse %j', (text) => {
    expect(() => parsed(text)).toThrow(SyntaxError)
  })

  it.each(Object.entries(vectors.plurals as unknown as Record<string, Record<string, string>>))('count in %s', (language, numbers) => {
    const rules = new Intl.PluralRules(language)
    for (const [number, category] of Object.entries(numbers)) expect(rules.select(Number(number)), number).toBe(category)
  })
})
