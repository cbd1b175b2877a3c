// The games that have a board of their own on this page. The shell finds a game's parts here, and nowhere else.
import type { Component } from 'svelte'
import type { Options } from '../shell/lib/catalogue.svelte'
import { settings } from '../shell/lib/settings.svelte'
import type { ReplayState } from '../shell/replay/replay_state.svelte'
import type { StudyState } from '../shell/study/study_state.svelte'
import type { Session, TableView } from '../shell/table/session.svelte'
import { chosenEdition, vocabularyOf } from './samurai/settings'

type Module<Props extends object, Exports extends object = object> = Promise<{
  default: Component<Props, Exports>
}>

/** What shows a table: made for one wire, that is for what the server sends of a game. */
export interface Views {
  table: () => Module<{ session: Session<any> }, TableView<any>>
  replay: () => Module<{ replay: ReplayState<any> }>
  study: () => Module<{ study: StudyState<any> }>
}

/** A lesson as the start page names it. */
export interface LessonTitle {
  name: string
  title: string
  isDone: boolean
}

/** What else a game can bring to the page. Each part is loaded when it is first shown. */
interface Extras {
  /** Its picture for the start page. */
  poster: () => Module<any>
  /** Whether the title lies in the middle of the picture, where otherwise it would cover something. */
  titleInMiddle: boolean
  /** A position in small, for lists of tables. */
  thumbnail: () => Module<{ position: any; players: number }>
  /** A character for its seal. */
  seal: string
  /** The options that people who speak a language expect, where they aren't the game's own defaults. */
  expected: (language: string) => Options
  /** What is fought for, in a line or two, for a person who has never played it. */
  aim: () => Module<any>
  lessons: () => Module<{ id: string }>
  lessonTitles: () => Promise<LessonTitle[]>
  /** A puzzle on its board: it takes the turn and draws the solution. */
  puzzle: () => Module<any>
  /** The words that this person knows it by, where its editions differ in them. */
  vocabulary: () => string
  /** The part of its board that a puzzle is about. */
  scene: () => Module<{ puzzle: any }>
  rules: () => Module<any>
  /** Its cards to look through. */
  cards: () => Module<any>
}

/** A part together with the words of its game. */
const withWords =
  (words: () => Promise<{ ready: () => Promise<void> }>) =>
  <M>(load: () => Promise<M>): (() => Promise<M>) =>
  async () => {
    const [part] = await Promise.all([load(), words().then(({ ready }) => ready())])
    return part
  }

const samurai = withWords(() => import('./samurai/words'))
const teaching = withWords(() => import('./samurai/teaching'))
const yedo = withWords(() => import('./yedo/words'))

/** Wire → what shows it, the one that is preferred first. The plain one shows any game. */
const VIEWS: Record<string, Views> = {
  samurai: {
    table: samurai(() => import('./samurai/table/Table.svelte')),
    replay: samurai(() => import('./samurai/replay/Replay.svelte')),
    study: samurai(() => import('./samurai/study/Study.svelte')),
  },
  yedo: {
    table: yedo(() => import('./yedo/table/Table.svelte')),
    replay: yedo(() => import('./yedo/replay/Replay.svelte')),
    study: yedo(() => import('./yedo/study/Study.svelte')),
  },
  plain: {
    table: () => import('./plain/Table.svelte'),
    replay: () => import('./plain/Replay.svelte'),
    study: () => import('./plain/Study.svelte'),
  },
}

const EXTRAS: Record<string, Partial<Extras>> = {
  samurai: {
    poster: samurai(() => import('./samurai/Poster.svelte')),
    thumbnail: () => import('./samurai/Thumbnail.svelte'),
    titleInMiddle: true,
    seal: '侍',
    expected: (language) => (language === 'de' ? { edition: 'hig' } : {}),
    vocabulary: () => vocabularyOf(chosenEdition()),
    aim: samurai(() => import('./samurai/Aim.svelte')),
    lessons: samurai(teaching(() => import('./samurai/lessons/Learn.svelte'))),
    lessonTitles: async () => (await samurai(() => import('./samurai/lessons/names'))()).titles(),
    scene: samurai(() => import('./samurai/puzzles/Scene.svelte')),
    puzzle: samurai(() => import('./samurai/puzzles/Puzzle.svelte')),
    rules: samurai(teaching(() => import('./samurai/rules/Rules.svelte'))),
  },
  yedo: {
    poster: () => import('./yedo/Poster.svelte'),
    thumbnail: () => import('./yedo/Thumbnail.svelte'),
    seal: '江',
    lessons: yedo(() => import('./yedo/lessons/Learn.svelte')),
    lessonTitles: async () => (await import('./yedo/lessons/lessons')).titles(),
    rules: yedo(() => import('./yedo/rules/Rules.svelte')),
    cards: yedo(() => import('./yedo/cards/Gallery.svelte')),
  },
}

/** The wires that this page shows, as a question to the server names them. */
export const wires = (): string => (settings.plain ? 'plain' : Object.keys(VIEWS).join(','))

/** What shows a wire; undefined: this page is older than the server. */
export const viewsOf = (wire: string): Views | undefined => VIEWS[wire]

/** What else a game brings. */
export const extrasOf = (game: string): Partial<Extras> => EXTRAS[game] ?? {}

/** The game whose lessons and rules have the short addresses. */
export const FIRST = 'samurai'
