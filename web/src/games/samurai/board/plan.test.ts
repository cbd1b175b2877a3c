import { describe, expect, it } from 'vitest'
import { ownMoves, plan } from './plan'

const drawn = (...moves: string[]) => plan('hint', 1, moves, { tokens: { n13: [1, 'S3'] } })

describe('a turn on the map', () => {
  it('ends before what others may answer', () => {
    expect(ownMoves(['V1q8', 'B2m15', '/', 'S2k17'])).toEqual(['V1q8', 'B2m15', '/'])
    expect(ownMoves(['H*o10'])).toEqual(['H*o10'])
  })
  it('shows every token with the number of its move', () => {
    const { ghosts, arrows } = drawn('V1q8', 'B2m15', '/')
    expect(ghosts.map(({ space, code, move }) => [space, code, move])).toEqual([['q8', 'V1', 1], ['m15', 'B2', 2]])
    expect(arrows).toEqual([])
  })
  it('shows two figures that change places', () => {
    const { ghosts, arrows } = drawn('Xo8B-l16R')
    expect(arrows).toEqual([{ from: 'o8', to: 'l16' }, { from: 'l16', to: 'o8' }])
    expect(ghosts.map(({ space, code, kind }) => [space, code, kind])).toEqual([['l16', 'B', 'figure'], ['o8', 'R', 'figure']])
  })
  it('shows a token that moves on, and the exchange in its place', () => {
    const { ghosts, arrows } = drawn('Tn13-o13')
    expect(arrows).toEqual([{ from: 'n13', to: 'o13' }])
    expect(ghosts.map(({ space, code }) => [space, code])).toEqual([['o13', 'S3'], ['n13', 'T']])
  })
})
