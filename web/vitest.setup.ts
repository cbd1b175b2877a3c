// Tests read what is on the screen, so the words are there before the first one.
import { ready } from './src/games/samurai/words'
import { loadWords } from './src/shell/lib/words.svelte'

await loadWords('en')
await ready()
