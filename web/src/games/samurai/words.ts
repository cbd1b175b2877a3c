// What this game says on the page: the sections `words` and `page` of its words.
import { wordsOf, type Sections } from '../../shell/lib/words.svelte'

export type { Params } from '../../shell/lib/words.svelte'
export const { t, ready } = wordsOf(import.meta.glob<{ default: Sections }>('../../../../src/kabuto/samurai/words/*.toml'))
