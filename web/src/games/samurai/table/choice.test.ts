import { describe, expect, it } from 'vitest'
import { choose, paths, spacesOf } from './choice'

describe('choosing a move step by step', () => {
  const legal = ['S3n13', 'S3o13', 'V1n16', 'Xm13B-o10H', 'Xm13B-o10R', 'Xk18R-m13B', 'Tn14-o13', '/']

  it('begins with the tokens that have a legal move', () => {
    expect(choose(legal).next).toEqual(['S3', 'V1', 'X', 'T', '/'])
  })
  it('offers the legal spaces of the chosen token', () => {
    expect(choose(legal, ['S3']).next).toEqual(['n13', 'o13'])
  })
  it('is complete when token and space are picked', () => {
    expect(choose(legal, ['S3', 'o13']).move).toBe('S3o13')
  })
  it('lets a figure exchange begin at either settlement', () => {
    expect(new Set(choose(legal, ['X']).next)).toEqual(new Set(['m13', 'o10', 'k18']))
    expect(choose(legal, ['X', 'o10', 'R', 'm13']).move).toBe('Xm13B-o10R')
  })
  it('takes the only figure of a settlement by itself, and asks where there are two', () => {
    expect(choose(legal, ['X', 'm13']).picked).toEqual(['X', 'm13', 'B'])
    const second = choose(legal, ['X', 'm13', 'B', 'o10'])
    expect(second.move).toBeNull()
    expect(second.next).toEqual(['H', 'R'])
  })
  it('takes a token exchange from the own token to its goal', () => {
    expect(choose(legal, ['T', 'n14']).next).toEqual(['o13'])
    expect(choose(legal, ['T', 'n14', 'o13']).move).toBe('Tn14-o13')
  })
  it('never offers what is not legal', () => {
    expect(choose(legal, ['S3', 'a20'])).toEqual({ picked: ['S3', 'a20'], next: [], move: null })
    expect(choose([], []).next).toEqual([])
  })
  it('reads the moves of the set-up', () => {
    expect(paths('H*o10')).toEqual([['H*', 'o10']])
    expect(choose(['+S1', '+X'], ['+X']).move).toBe('+X')
  })
  it('takes the end of a turn for a move of one part', () => {
    expect(choose(legal, ['/']).move).toBe('/')
    expect(choose(['S3n13'], ['/']).move).toBeNull()
  })
  it('names the spaces of a move', () => {
    expect(spacesOf('Xm13B-o10H')).toEqual(['m13', 'o10'])
    expect(spacesOf('/')).toEqual([])
  })
})
