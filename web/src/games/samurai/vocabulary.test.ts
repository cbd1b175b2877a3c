import { expect, it } from 'vitest'
import de from '../../../../src/kabuto/samurai/words/de.toml'
import en from '../../../../src/kabuto/samurai/words/en.toml'
import { things } from './vocabulary'

it.each([en, de])('lessons and rules fill in the words of an edition and nothing else', (words) => {
  const known = Object.keys(things('rgg')).map((name) => `{${name}}`)
  for (const [key, text] of Object.entries({ ...words.lessons, ...words.rules }))
    for (const hole of String(text).match(/\{\w+\}/g) ?? []) expect(known, key).toContain(hole)
})
