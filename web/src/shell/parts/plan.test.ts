import { describe, expect, it } from 'vitest'
import { drawn, placed, seated, usual, wanted } from './plan'

describe('a table being planned', () => {
  it('can be set as it is: me against one program', () => {
    expect(wanted(usual('go', 'greedy'))).toEqual({
      game: 'go',
      seats: [{ who: 'me' }, { who: 'program', program: 'greedy' }],
      options: {},
      clock: null,
      visibility: 'link',
      hints: true,
    })
  })

  it('sends the options that were chosen', () => {
    const plan = { ...usual('go', 'greedy'), options: { board: 'small' } }
    expect(wanted(plan).options).toEqual({ board: 'small' })
  })

  it('sends the time of the clock that was chosen', () => {
    const plan = usual('go', 'greedy')
    expect(wanted({ ...plan, clock: 'game' }).clock).toEqual({ per: 'game', seconds: plan.seconds.game })
  })

  it('adds seats like the last one and takes them away again', () => {
    const two = usual('go', 'greedy').seats
    const four = seated(two, 4)
    expect(four.map((seat) => seat.who)).toEqual(['me', 'program', 'program', 'program'])
    expect(seated(four, 2)).toEqual(two)
    expect(seated([two[1]!, two[0]!], 3).map((seat) => seat.who)).toEqual(['program', 'me', 'program'])
  })

  it('has me on one seat at most: who takes my place gives me theirs', () => {
    const seats = placed(usual('go', 'greedy').seats, 1, { who: 'me' })
    expect(seats.map((seat) => seat.who)).toEqual(['program', 'me'])
  })

  it('seats several people of this screen with their names', () => {
    const plan = usual('go', 'greedy')
    plan.seats = placed(plan.seats, 1, { who: 'here', name: ' Friend ' })
    expect(wanted(plan).seats).toEqual([{ who: 'me' }, { who: 'me', name: 'Friend' }])
  })

  it('draws lots without losing anybody', () => {
    const seats = seated(usual('go', 'greedy').seats, 3)
    expect(drawn(seats, () => 0.99)).toEqual([...seats].reverse())
  })
})
