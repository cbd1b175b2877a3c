import { expect, it } from 'vitest'
import de from '@words/samurai/de.toml'
import en from '@words/samurai/en.toml'
import { gaps } from '../../../sentences'
import { things } from './vocabulary'

it.each([en, de])('lessons and rules fill in the words of an edition and nothing else', (words) => {
  const known = Object.keys(things('rgg'))
  for (const [key, text] of Object.entries({ ...words.lessons, ...words.rules }))
    for (const gap of gaps(text)) expect(known, key).toContain(gap)
})
