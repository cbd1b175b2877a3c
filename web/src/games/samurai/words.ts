// What this game says on the page: the sections `words`, `places` and `page` of its words.
import { wordsOf, type Sections } from '../../shell/lib/words.svelte'

export type { Params } from '../../shell/lib/words.svelte'
export const { t, tell, ready } = wordsOf(import.meta.glob<{ default: Sections }>('@words/samurai/*.toml'))
