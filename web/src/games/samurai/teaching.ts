// What only the lessons and the rules say: the sections `page_teaching` of this game's words. No table needs them.
import { wordsOf, type Sections } from '../../shell/lib/words.svelte'
import { t as plain, tell } from './words'

export const { t, ready } = wordsOf(import.meta.glob<{ default: Sections }>('@words/samurai/*.toml', { query: '?teaching' }), { t: plain, tell })
