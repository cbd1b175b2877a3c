import { describe, expect, it } from 'vitest'
import { Choices } from './choice'
import { partsOf } from './things'

const lit = (choices: Choices, ...picked: string[]): string[] => [...choices.choose(picked).lit].sort()

describe('a move in things', () => {
  it('has a thing for each part of its notation', () => {
    expect(partsOf('place tavern', 2).needs).toEqual(['space:tavern'])
    expect(partsOf('play A18 gates 2 temple', 1).needs).toEqual(['card:A18', 'pawn:1:gates', 'pawn:2:temple'])
    expect(partsOf('play A9 3 katana', 1).needs).toEqual(['card:A9', 'goods:3:katana'])
    expect(partsOf('play A4 weapon', 1).needs).toEqual(['card:A4', 'lot:weapon'])
    expect(partsOf('play A4 market', 1).needs).toEqual(['card:A4', 'at:market'])
    expect(partsOf('fulfil M17 temple yashiki', 0).needs).toEqual(['card:M17', 'pawn:0:temple', 'stand:yashiki'])
    expect(partsOf('look temple red', 0).needs).toEqual(['line:look:temple', 'deck:red'])
    expect(partsOf('swap M3 red', 0).needs).toEqual(['pawn:0:yashiki', 'card:M3', 'deck:red'])
    expect(partsOf('pass', 0).needs).toEqual(['verb:pass'])
    expect(partsOf('recruit', 3)).toEqual({ move: 'recruit', needs: ['line:recruit'], says: ['pawn:3:gates'] })
    expect(partsOf('order 2 1', 3).needs).toEqual(['move:order 2 1'])
  })
})

describe('a choice', () => {
  const activate = new Choices(['fulfil M20 tavern', 'fulfil M20 temple', 'fulfil M20 temple yashiki', 'garden', 'idle garden', 'buy 4', 'buy 5', 'idle market', 'look temple red', 'look temple black', 'idle temple'], 2)

  it('lights every first part', () => {
    expect(lit(activate)).toContain('card:M20')
    expect(lit(activate)).toContain('pawn:2:market')
    expect(lit(activate)).toContain('stall:4')
    expect(activate.choose([]).move).toBeNull()
  })

  it('may be made in either order', () => {
    for (const picked of [['card:M20', 'pawn:2:tavern'], ['pawn:2:tavern', 'card:M20']]) expect(activate.choose(picked).move).toBe('fulfil M20 tavern')
  })

  it('goes on where more may be said', () => {
    const choice = activate.choose(['card:M20', 'pawn:2:temple'])
    expect(choice.move).toBe('fulfil M20 temple')
    expect([...choice.lit]).toEqual(['stand:yashiki'])
    expect(activate.choose([...choice.picked, 'stand:yashiki']).move).toBe('fulfil M20 temple yashiki')
  })

  it('is lit step by step from a disciple', () => {
    expect(lit(activate, 'pawn:2:market')).toEqual(['idle:market', 'line:buy', 'stall:4', 'stall:5'])
    expect(activate.choose(['pawn:2:market', 'stall:5']).move).toBe('buy 5')
    expect(activate.choose(['pawn:2:market', 'idle:market']).move).toBe('idle market')
  })

  it('completes itself when one move is left', () => {
    expect(activate.choose(['pawn:2:tavern']).move).toBe('fulfil M20 tavern')
  })

  it('of a partner is not yet an offer', () => {
    const trade = new Choices(['pass', 'offer 1'], 2)
    expect(trade.choose(['seat:1'])).toMatchObject({ picked: ['seat:1'], move: null })
  })

  it('puts back what does not go with what is picked then', () => {
    expect(activate.pick(['pawn:2:market', 'stall:5'], 'stall:4').move).toBe('buy 4')
    expect(activate.pick(['pawn:2:market'], 'card:M20').picked).toEqual(['card:M20'])
    expect(activate.pick(['pawn:2:market'], 'lot:weapon').picked).toEqual(['pawn:2:market'])
  })
})
