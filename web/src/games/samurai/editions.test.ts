import { expect, it } from 'vitest'
import type { GameInfo } from '../../shell/protocol'
import { editions } from './editions'

const when = (edition: string, players: number, value: string) => ({ when: { edition, players }, value })
const game = {
  options: [
    { name: 'edition', values: [{ value: 'rgg', label: 'Rio Grande' }, { value: 'ffg', label: 'Fantasy Flight' }], default: 'rgg', defaults: [] },
    { name: 'captures', values: [], default: null, defaults: [{ when: { edition: 'rgg' }, value: 'token' }, { when: { edition: 'ffg' }, value: 'turn' }] },
    {
      name: 'captured_figures',
      values: [],
      default: null,
      defaults: [when('rgg', 2, 'open'), when('rgg', 3, 'hidden'), when('ffg', 2, 'hidden'), when('ffg', 3, 'hidden')],
    },
  ],
} as unknown as GameInfo

it('the editions differ as the server says', () => {
  const [rgg, ffg] = editions(game)
  expect(rgg).toMatchObject({ name: 'rgg', label: 'Rio Grande', captures: 'token' })
  expect([2, 3].map(rgg!.captured)).toEqual(['open', 'hidden'])
  expect(ffg).toMatchObject({ label: 'Fantasy Flight', captures: 'turn' })
  expect([2, 3].map(ffg!.captured)).toEqual(['hidden', 'hidden'])
})
