// What the page about oneself says, apart from the words of the other pages: few people open it.
import { wordsOf, type Sections } from '../lib/words.svelte'

export const { t, ready } = wordsOf(import.meta.glob<{ default: Sections }>('./words/*.toml'))
