// Whose rules are read: those of a table, whose options the address names.
import { allValues, type Options } from '../../../shell/lib/catalogue.svelte'
import type { GameInfo } from '../../../shell/protocol'

/** The address of the rules of a table, behind the question mark. */
export const asking = (options: Options): string =>
  new URLSearchParams(Object.entries(options).map(([name, value]): [string, string] => [name, String(value)])).toString()

/** The options of the table that an address names; null: it names none. What no table could have is left out. */
export function optionsIn(game: GameInfo, asked: URLSearchParams): Options | null {
  const players = game.players.find((number) => String(number) === asked.get('players'))
  if (players === undefined) return null
  const found = game.options.flatMap(({ name, values }) => {
    const value = values.find((each) => String(each.value) === asked.get(name))?.value
    return value === undefined ? [] : [[name, value] as const]
  })
  return allValues(game, { players, ...Object.fromEntries(found) })
}
