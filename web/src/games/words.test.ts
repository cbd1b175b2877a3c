import { describe, expect, it } from 'vitest'
import samurai from '@words/samurai/en.toml'
import teaching from '@words/samurai/en.toml?teaching'
import yedo from '@words/yedo/en.toml'
import shell from '../shell/words/en.toml'
import type { Sections } from '../shell/lib/words.svelte'

const sources = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts'], { eager: true, query: '?raw', import: 'default' })
const games: Record<string, Sections> = { samurai, yedo }

/** The keys that a source names in full. */
const said = (source: string, sections: string[]): string[] =>
  [...source.matchAll(/['`]([a-z]\w*)\.([a-z]\w*)['`]/g)].flatMap(([, section, key]) =>
    sections.includes(section!) ? `${section}.${key}` : [],
  )

describe('the words', () => {
  it('have every key that a page names', () => {
    for (const [path, source] of Object.entries(sources)) {
      const name = /^\.\/(\w+)\//.exec(path)?.[1] ?? ''
      const game = { ...games[name], ...(source.includes("'../teaching'") ? teaching : {}) }
      const apart = name === 'samurai' ? Object.keys(teaching) : [] // a page without them mustn't name them
      for (const key of said(source, [...Object.keys({ ...shell, ...game }), ...apart])) {
        const [section, word] = key.split('.') as [string, string]
        expect(shell[section]?.[word] ?? game[section]?.[word], `${key} in ${path}`).toBeDefined()
      }
    }
  })
})
