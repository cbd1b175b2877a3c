import { describe, expect, it } from 'vitest'
import { askable, left, moves } from './trade'

describe('an offer', () => {
  it('is sent in the order of the notation', () => {
    const colour = (): string => 'red'
    expect(moves({ gives: ['B10', 'doku'], asks: ['red', 'nawa'], mon: -2 }, colour)).toEqual(['give doku', 'give B10', 'ask nawa', 'ask red', 'mon -2', 'propose'])
    expect(moves({ gives: ['M3', 'A2'], asks: ['geisha', 'green'], mon: 0 }, colour)).toEqual(['give A2', 'give M3', 'ask geisha', 'ask green', 'propose'])
  })

  it('takes each thing as often as it is there', () => {
    expect(left(['katana', 'katana', 'geisha'], ['katana'])).toEqual(['katana', 'geisha'])
    expect(left(['geisha'], ['geisha'])).toEqual([])
  })

  it('is about weapons alone in the market', () => {
    const clan = { weapons: ['yumi'], geishas: 1, actions: 2, bonuses: 0, missions: ['red'] }
    expect(askable(clan, 'market')).toEqual(['yumi'])
    expect(askable(clan, 'tavern')).toEqual(['yumi', 'geisha', 'action', 'action', 'red'])
  })
})
