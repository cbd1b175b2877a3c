// What this game says on the page.
import { wordsOf, type Key as ShellKey, type KeyOf, type Sections } from '../../shell/lib/words.svelte'
import type { en } from './words/en'

export type Key = ShellKey | KeyOf<typeof en>
export type { Params } from '../../shell/lib/words.svelte'
const FILES = import.meta.glob<Record<string, Sections>>(['./words/*.ts', '!./words/*.test.ts'])
export const { t, ready } = wordsOf<typeof en>(FILES)
