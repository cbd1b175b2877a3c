// What a study says, apart from the words of the other pages.
import { wordsOf, type Sections } from '../lib/words.svelte'

export const { t, tell, ready } = wordsOf(import.meta.glob<{ default: Sections }>('./words/*.toml'))
