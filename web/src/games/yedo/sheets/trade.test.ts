import { describe, expect, it } from 'vitest'
import { left, moves, piles, says } from './trade'

describe('an offer', () => {
  it('is sent in the order in which the game names its goods', () => {
    const goods = { gives: ['doku', 'geisha', 'geisha', 'A10', 'B4', 'M2'], asks: ['nawa', 'bonus', 'green', 'red'] }
    expect(moves({ gives: ['B4', 'geisha', 'doku', 'geisha'], asks: ['red', 'nawa'], mon: -2 }, goods)).toEqual(['give doku', 'give geisha', 'give geisha', 'give B4', 'ask nawa', 'ask red', 'mon -2', 'propose'])
    expect(moves({ gives: [], asks: ['green'], mon: 0 }, goods)).toEqual(['ask green', 'propose'])
  })

  it('takes each thing as often as it is there', () => {
    expect(left(['katana', 'katana', 'geisha'], ['katana'])).toEqual(['katana', 'geisha'])
    expect(left(['geisha'], ['geisha'])).toEqual([])
  })

  it('may be a gift where trading is free (R1)', () => {
    expect(says({ gives: ['doku'], asks: [], mon: 0 }, null)).toBe(true)
    expect(says({ gives: [], asks: [], mon: -3 }, null)).toBe(true)
    expect(says({ gives: [], asks: [], mon: 0 }, null)).toBe(false)
    expect(says({ gives: ['doku'], asks: [], mon: 4 }, 2)).toBe(false)
    expect(says({ gives: ['doku'], asks: [], mon: -4 }, 2)).toBe(true)
  })
})

it('puts things of a kind on one pile', () => {
  expect(piles(['geisha', 'katana', 'geisha'])).toEqual([
    { name: 'geisha', n: 2 },
    { name: 'katana', n: 1 },
  ])
})
