// Where the lessons and the rules of a game are to be read.
import { extrasOf, FIRST } from '../../games'
import { here } from './router.svelte'
import { settings } from './settings.svelte'

/** The game whose page is shown; on a page of no game the one that was played or looked at last. */
export const gameHere = (path = here()): string =>
  /^\/games\/([\w-]+)\//.exec(path)?.[1] ?? (/^\/(learn|rules)/.test(path) ? FIRST : settings.game || FIRST)

/** Of a game without lessons or rules on this page, those of the first one are offered. */
const pathOf = (part: 'lessons' | 'rules', name: string, game: string): string =>
  game === FIRST || !extrasOf(game)[part] ? `/${name}` : `/games/${game}/${name}`

export const lessonsOf = (game: string): string => pathOf('lessons', 'learn', game)

export const rulesOf = (game: string): string => pathOf('rules', 'rules', game)

export const puzzlesOf = (game: string): string => `/games/${extrasOf(game).puzzle ? game : FIRST}/puzzles`
