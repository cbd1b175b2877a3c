import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Studied } from '../types'
import de from '@words/samurai/de.toml?teaching'
import plainDe from '@words/samurai/de.toml'
import plainEn from '@words/samurai/en.toml'
import en from '@words/samurai/en.toml?teaching'
import { around, LESSONS, missed, reached, record, solution, surrounded } from './lessons'
import { finish, finished, NAMES } from './names'

/** A position as the server tells it, with what matters here. */
function studied(change: {
  captures?: [string, string, number | null][]
  legal?: string[]
  to_move?: number | null
  winners?: number[]
  settlements?: Studied['position']['settlements']
  moves?: number
}): Studied {
  const captures = (change.captures ?? []).map(([space, figure, winner]) => ({
    space,
    figure,
    winner,
    influence: [0, 0],
    tokens: [[], []],
  }))
  const turn = Array.from({ length: change.moves ?? 1 }, (_, ply) => ({
    ply,
    seat: 0,
    move: 'S1o9',
    events: ply === 0 ? captures : [],
  }))
  return {
    position: { settlements: change.settlements ?? {}, to_move: change.to_move === undefined ? 0 : change.to_move },
    own: { turn, legal: change.legal ?? ['V1n8', '/'] },
    result: change.winners ? { winners: change.winners } : null,
  } as unknown as Studied
}

const there = (figures: string, winners: (number | null)[], influence: number[][]): Studied['position']['settlements'] => ({
  o8: { figures, winners, influence, missing: ['o9'] },
})

describe('a goal', () => {
  it('of influence is reached with enough of it', () => {
    const goal = { influence: ['o8', 'B', 3] as [string, string, number] }
    const with3 = studied({ settlements: there('B', [null, 0, null], [[0, 0], [3, 2], [0, 0]]) })
    const with2 = studied({ settlements: there('B', [null, 0, null], [[0, 0], [2, 2], [0, 0]]) })
    expect(reached(goal, with3)).toBe(true)
    expect(reached(goal, with2)).toBe(false)
    expect(missed(goal, with2)).toBe(true)
    expect(missed(goal, studied({ moves: 0 }))).toBe(false)
  })

  it('of leads counts figures that are there, not kinds', () => {
    const goal = { leads: 2 }
    expect(reached(goal, studied({ settlements: there('HB', [0, 0, 0], [[1], [1], [1]]) }))).toBe(true)
    expect(reached(goal, studied({ settlements: there('H', [0, 0, 0], [[1], [1], [1]]) }))).toBe(false)
  })

  it('of captures wants each figure with its owner, and is missed when another gets it', () => {
    const goal = { captures: [['o8', 'B', 0]] as [string, string, number | null][] }
    expect(reached(goal, studied({ captures: [['o8', 'B', 0]] }))).toBe(true)
    expect(missed(goal, studied({ captures: [['o8', 'B', 1]] }))).toBe(true)
    expect(missed(goal, studied({ captures: [['o8', 'B', null]] }))).toBe(true)
    expect(missed(goal, studied({ captures: [['q9', 'H', 1]] }))).toBe(false)
  })

  it('of captures is missed as soon as it cannot be reached', () => {
    const goal = { captures: [['o8', 'B', 0]] as [string, string, number | null][] }
    const now = (figures: string, missing: string[], legal: string[], winner: number | null = 0): Studied =>
      studied({ legal, settlements: { o8: { figures, missing, winners: [null, winner, null], influence: [] } } })
    expect(missed(goal, studied({ captures: [['o8', 'H', 0]] })), 'another figure was taken there').toBe(true)
    expect(missed(goal, now('B', ['o9'], ['V1n8', '/'])), 'nothing left to close the circle').toBe(true)
    expect(missed(goal, now('B', ['o9'], ['S1o9', '/']))).toBe(false)
    expect(missed(goal, now('R', ['o9'], ['S1o9', '/'])), 'the figure is elsewhere').toBe(true)
    expect(missed(goal, now('R', ['o9'], ['Xo8R-q9B', '/']))).toBe(false)
    expect(missed(goal, now('B', [], ['/'])), 'the turn only has to end').toBe(false)
    expect(missed(goal, now('B', [], ['/'], 1)), 'the turn would end badly').toBe(true)
    expect(surrounded(goal, now('B', [], ['/'], 1))).toBe(true)
    expect(surrounded(goal, now('B', ['o9'], ['/']))).toBe(false)
  })

  it('is missed when the turn is over or nothing more can be played', () => {
    const goal = { captures: [['o8', 'B', 0]] as [string, string, number | null][] }
    expect(missed(goal, studied({}))).toBe(false)
    expect(missed(goal, studied({ to_move: 1 }))).toBe(true)
    expect(missed(goal, studied({ legal: ['/'] }))).toBe(true)
  })

  it('of victory is decided by the result alone', () => {
    const goal = { wins: 0 }
    expect(reached(goal, studied({ winners: [0], to_move: null }))).toBe(true)
    expect(missed(goal, studied({ winners: [1], to_move: null }))).toBe(true)
    expect(missed(goal, studied({ winners: [0, 1], to_move: null }))).toBe(true)
    expect(missed(goal, studied({ legal: ['/'] }))).toBe(false)
  })
})

describe('the lessons', () => {
  it('are those that the start page names', () => {
    expect(LESSONS.map(({ name }) => name)).toEqual([...NAMES])
    for (const words of [plainEn.lessons, plainDe.lessons]) expect(Object.keys(words!).sort()).toEqual(NAMES.map((name) => `${name}_title`).sort())
  })

  it('have words for every task in every language', () => {
    for (const words of [en.lessons, de.lessons]) {
      const keys = LESSONS.flatMap(({ name, steps }) => [
        `${name}_about`,
        ...steps.flatMap((step) => ['task', 'done', 'hint'].map((part) => `${name}_${step.name}_${part}`)),
      ])
      expect(Object.keys(words!).sort()).toEqual(keys.sort())
    }
  })

  it('are sent as records of the position and the moves so far', () => {
    const sent = record(LESSONS[1]!.steps[0]!, ['B3o9'], 'ffg')
    expect(sent).toMatchObject({ game: 'samurai', options: { edition: 'ffg' }, moves: ['B3o9'], start: { to_move: 0, tokens: { p8: [0, 'S1'] } } })
    expect(Object.keys((sent.start as { figures: object }).figures)).toContain('o14')
  })

  it('end the turn where captures are decided then', () => {
    const [lay, surround] = [LESSONS[0]!.steps[0]!, LESSONS[1]!.steps[0]!]
    expect(solution(surround, 'turn')).toEqual(['B3o9', '/'])
    expect(solution(surround, 'token')).toEqual(['B3o9'])
    expect(solution(lay, 'turn')).toEqual(['B3o9'])
  })

  it('show what they are about, and all spaces of their solution', () => {
    for (const step of LESSONS.flatMap(({ steps }) => steps)) {
      const shown = around(step)
      if (!shown) continue
      expect(shown).toEqual(expect.arrayContaining([...step.look!, ...(step.solution!.join(' ').match(/[a-z]\d+/g) ?? [])]))
      expect(new Set(shown).size).toBe(shown.length)
    }
    expect(around(LESSONS[0]!.steps[0]!)!.length).toBeLessThan(20)
  })

  describe('remember what was done', () => {
    beforeEach(() => localStorage.clear())

    it('in the order of the lessons, each once', () => {
      finish('tie')
      finish('influence')
      finish('tie')
      expect(finished()).toEqual(['influence', 'tie'])
    })

    it('and survive nonsense or a blocked storage', () => {
      localStorage.setItem('kabuto.lessons', '{"a":')
      expect(finished()).toEqual([])
      const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new Error('blocked')
      })
      expect(() => finish('tie')).not.toThrow()
      blocked.mockRestore()
    })
  })
})
