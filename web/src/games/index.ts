// The games that have a board of their own on this page. A shell finds a game's parts here, and nowhere else.
import type { Component } from 'svelte'
import type { ServerMessage } from '../protocol'
import type { Film } from '../shell/replay/film.svelte'
import type { Model } from '../shell/table/model'
import type { Session } from '../shell/table/session.svelte'

export type Options = Record<string, boolean | number | string>

type Module<Props extends Record<string, unknown>, Exports extends Record<string, unknown> = Record<string, never>> = Promise<{
  default: Component<Props, Exports>
}>

/** A table in play; it may be told of every message, while it still shows what was before. */
export type TableView = { heard?: (message: ServerMessage, before: Model | null) => void }

/** What a game brings to the page; each part is loaded when it is first shown. */
export interface GameParts {
  table: () => Module<{ session: Session }, TableView>
  replay: () => Module<{ film: Film }>
  /** What the start page shows of it: its name and what it is about, or its picture. */
  poster: () => Module<{ part: 'words' | 'print' }>
  /** The options of a new table. */
  setup: () => Module<{ part: 'edition' | 'more'; players: number; options: Options }>
  lessons?: () => Module<{ id: string }>
  rules?: () => Module<Record<string, never>>
}

/** A part together with the words of its game. */
const withWords =
  <M>(ready: () => Promise<{ ready: () => Promise<void> }>, load: () => Promise<M>): (() => Promise<M>) =>
  async () => {
    const [part] = await Promise.all([load(), ready().then((words) => words.ready())])
    return part
  }

const samurai = <M>(load: () => Promise<M>): (() => Promise<M>) => withWords(() => import('./samurai/words'), load)

const GAMES: Record<string, GameParts> = {
  samurai: {
    table: samurai(() => import('./samurai/table/Table.svelte')),
    replay: samurai(() => import('./samurai/replay/Replay.svelte')),
    poster: samurai(() => import('./samurai/Poster.svelte')),
    setup: samurai(() => import('./samurai/Setup.svelte')),
    lessons: samurai(() => import('./samurai/lessons/Learn.svelte')),
    rules: samurai(() => import('./samurai/rules/Rules.svelte')),
  },
}

/** The game that the start page offers. */
export const DEFAULT = 'samurai'

/** What a game brings. */
export const partsOf = (game: string): GameParts => GAMES[game]!

/** The lessons and the rules to read are those of the one game that has them. */
export const lessons = GAMES[DEFAULT]!.lessons!
export const rules = GAMES[DEFAULT]!.rules!
