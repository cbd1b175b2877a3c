// What this game says on the page: the names of things, and the sections `page` of its words.
import { wordsOf, type Sections } from '../../shell/lib/words.svelte'
import { COLOURS } from './moves/things'

export const { t, tell, ready } = wordsOf(import.meta.glob<{ default: Sections }>('@words/yedo/*.toml'))

/** What a thing of the notation is called. */
export const nameOf = (word: string): string => t(`vnames.${word}`)
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
/** The name of a weapon without what it means in brackets. */
export const short = (word: string): string => nameOf(word).replace(/ \(.*\)$/, '')
/** What a pile is called. */
export const pileName = (pile: string): string => (COLOURS.includes(pile) ? t('piles.missions', { colour: nameOf(pile) }) : t(pile === 'weapon' ? 'piles.weapons' : `gallery.kind_${pile}`))
