import { describe, expect, it } from 'vitest'
import type { GameInfo } from '../protocol'
import { drawn, placed, seated, usual, wanted } from './plan'

const go = { name: 'go', players: [2, 3, 4], usual_program: 'greedy' } as GameInfo

describe('a table being planned', () => {
  it('can be set as it is: me against one program', () => {
    expect(wanted(usual(go))).toEqual({
      game: 'go',
      seats: [{ who: 'me' }, { who: 'program', program: 'greedy' }],
      options: {},
      clock: null,
      visibility: 'link',
      hints: true,
    })
  })

  it('sends the options that were chosen', () => {
    const plan = usual(go, { board: 'small' })
    expect(wanted(plan).options).toEqual({ board: 'small' })
  })

  it('sends the time of the clock that was chosen', () => {
    const plan = usual(go)
    expect(wanted({ ...plan, clock: 0 }).clock).toEqual({ per: 'game', seconds: 300, increment: 5 })
    expect(wanted({ ...plan, clock: 'custom' }).clock).toEqual({ per: 'game', seconds: 900, increment: 10 })
  })

  it('adds seats like the last one and takes them away again', () => {
    const two = usual(go).seats
    const four = seated(two, 4)
    expect(four.map((seat) => seat.who)).toEqual(['me', 'program', 'program', 'program'])
    expect(seated(four, 2)).toEqual(two)
    expect(seated([two[1]!, two[0]!], 3).map((seat) => seat.who)).toEqual(['program', 'me', 'program'])
  })

  it('has me on one seat at most: who takes my place gives me theirs', () => {
    const seats = placed(usual(go).seats, 1, { who: 'me' })
    expect(seats.map((seat) => seat.who)).toEqual(['program', 'me'])
  })

  it('seats several people of this screen with their names', () => {
    const plan = usual(go)
    plan.seats = placed(plan.seats, 1, { who: 'here', name: ' Friend ' })
    expect(wanted(plan).seats).toEqual([{ who: 'me' }, { who: 'me', name: 'Friend' }])
  })

  it('draws lots without losing anybody', () => {
    const seats = seated(usual(go).seats, 3)
    expect(drawn(seats, () => 0.99)).toEqual([...seats].reverse())
  })
})
