// What only a folder says.
import { wordsOf, type Sections } from '../shell/lib/words.svelte'

export const { t, ready } = wordsOf(import.meta.glob<{ default: Sections }>('./words/*.toml'))
