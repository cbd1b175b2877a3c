import { expect, it } from 'vitest'
import { things } from './vocabulary'
import { de } from './words/de'
import { en } from './words/en'

it.each([en, de])('lessons and rules fill in the words of an edition and nothing else', (words) => {
  const known = Object.keys(things('rgg')).map((name) => `{${name}}`)
  for (const [key, text] of Object.entries({ ...words.lessons, ...words.rules }))
    for (const hole of String(text).match(/\{\w+\}/g) ?? []) expect(known, key).toContain(hole)
})
