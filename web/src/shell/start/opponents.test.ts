import { describe, expect, it } from 'vitest'
import type { GameInfo, ProgramInfo } from '../protocol'
import { pressed, seatedNow } from './opponents'

const programs = ['level1', 'level2', 'level3', 'level4'].map((name) => ({ name }) as ProgramInfo)
const game = { name: 'one', players: [2, 3, 4], programs } as GameInfo
const three = { ...game, players: [3, 4] }

describe('the opponents of a quick game', () => {
  it('are at first as few as the game allows, of the usual strength', () => {
    expect(seatedNow(game, undefined, 'level2')).toEqual(['level2'])
    expect(seatedNow(three, undefined, 'level2')).toEqual(['level2', 'level2'])
  })

  it('are those of last time, however that was kept', () => {
    expect(seatedNow(game, { program: 'level3', opponents: 2 }, 'level1')).toEqual(['level3', 'level3'])
    expect(seatedNow(game, { program: 'level3', opponents: 2, programs: ['level3', 'level4'] }, 'level1')).toEqual(['level3', 'level4'])
  })

  it('leave out who is no longer there', () => {
    expect(seatedNow(game, { program: 'gone', opponents: 3 }, 'level1')).toEqual(['level1'])
    expect(seatedNow({ ...game, players: [2] }, { program: 'level3', opponents: 3 }, 'level1')).toEqual(['level3'])
  })

  it('sit down and get up with a press each', () => {
    expect(pressed(game, ['level1'], 'level4')).toEqual(['level1', 'level4'])
    expect(pressed(game, ['level1', 'level4'], 'level1')).toEqual(['level4'])
  })

  it('are never none, nor too many', () => {
    expect(pressed(game, ['level1'], 'level1')).toEqual(['level1'])
    expect(pressed(three, ['level1', 'level2'], 'level2')).toEqual(['level1', 'level1'])
    expect(pressed(game, ['level1', 'level2', 'level3'], 'level4')).toEqual(['level2', 'level3', 'level4'])
    expect(pressed(game, ['level1', 'level1', 'level3'], 'level4')).toEqual(['level1', 'level3', 'level4'])
  })
})
