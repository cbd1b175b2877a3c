// Quick matches: the wishes, and the request.
import { ask } from '../lib/api'
import { leading, usualValue, type Options } from '../lib/catalogue.svelte'
import { sealing } from '../lib/sealing'
import { preferredOptions } from '../lib/preferred'
import type { Clock, GameInfo, NextPerson, TableInfo } from '../protocol'

/** Few clocks, so that people meet; the first is for a game at one sitting. */
export const CLOCKS: (Clock | null)[] = [{ per: 'game', seconds: 1200, increment: 20 }, { per: 'move', seconds: 259_200, increment: 0 }, null]

export interface NextWish {
  game: string
  players: number
  /** Which of the clocks. */
  clock: number
  /** The options that a game is chosen by, such as its edition: people meet only if these are the same. */
  options: Options
}

/** What was wished for last, as far as it can still be had. */
export function wished(games: readonly GameInfo[], last: Partial<NextWish>): NextWish {
  const game = games.find(({ name }) => name === last.game) ?? games[0]!
  const players = game.players.find((n) => n === last.players) ?? Math.min(...game.players)
  const chosen = { ...preferredOptions(game), ...(last.game === game.name ? last.options : {}) }
  const options: Options = {}
  for (const option of leading(game)) options[option.name] = (option.values.find(({ value }) => value === chosen[option.name])?.value ?? usualValue(option, options))!
  return { game: game.name, players, clock: last.clock !== undefined && last.clock in CLOCKS ? last.clock : 0, options }
}

/** A table with a person who wants the same, or one to wait at. */
export const lookFor = ({ game, players, clock, options }: NextWish): Promise<TableInfo> =>
  ask('POST', sealing('/api/next'), { game, players, clock: CLOCKS[clock] ?? null, options } satisfies NextPerson)

/** Ask again from the table at which one waits. */
export const lookAgain = ({ game, seats, clock, options }: TableInfo): Promise<TableInfo> =>
  ask('POST', sealing('/api/next'), { game, players: seats.length, clock, options } satisfies NextPerson)
