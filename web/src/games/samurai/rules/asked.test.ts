import { expect, it } from 'vitest'
import type { GameInfo } from '../../../shell/protocol'
import { asking, optionsIn } from './asked'

const option = (name: string, ...values: (string | boolean)[]) => ({ name, values: values.map((value) => ({ value })), default: values[0], defaults: [] })
const game = { players: [2, 3], options: [option('edition', 'rgg', 'ffg'), option('null_exchange', false, true)] } as unknown as GameInfo
const read = (query: string) => optionsIn(game, new URLSearchParams(query))

it('R2: the rules are told what a table plays', () => {
  const options = { players: 3, edition: 'ffg', null_exchange: true }
  expect(read(asking(options))).toEqual(options)
  expect(read('players=2')).toEqual({ players: 2, edition: 'rgg', null_exchange: false })
  expect(read('players=3&edition=%00&null_exchange=maybe')).toEqual({ players: 3, edition: 'rgg', null_exchange: false })
})

it('R2: rules that are read without a table follow none', () => {
  expect(read('')).toBeNull()
  expect(read('players=9&edition=ffg')).toBeNull()
})
