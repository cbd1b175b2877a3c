import { describe, expect, it } from 'vitest'
import type { ServerMessage } from '../protocol'
import { apply, clockFace, isOutdated, timeLeft, type Model } from './model'

const entry = (ply: number, move = 'S3n13') => ({ ply, seat: 0, move, events: [] })
const state = (number: number, from: number, plies: number[]): ServerMessage =>
  ({ type: 'state', number, log_from: from, log: plies.map((ply) => entry(ply)), talk: [], offers: [], clocks: null, result: null, own: null, position: null, table: { id: 't', ply: 1 } }) as never
const played = (number: number, plies: number[]): ServerMessage =>
  ({ type: 'played', number, log: plies.map((ply) => entry(ply)), position: {}, to_move: [0], own: null, clocks: null, result: null }) as never
const said = (number: number): ServerMessage => ({ type: 'said', talk: { number, seat: 0, name: 'A', who: 'a1', text: 'x', at: 0 } })
const plies = (model: Model | null): number[] => model!.log.map(({ ply }) => ply)

describe('what a browser knows of a table', () => {
  it('begins with a state', () => {
    expect(apply(null, said(1), 0)).toBeNull()
    expect(plies(apply(null, state(3, 0, [0, 1]), 0))).toEqual([0, 1])
  })
  it('appends what is played, in its order', () => {
    const model = apply(apply(null, state(3, 0, [0]), 0), played(4, [1, 2]), 0)
    expect(plies(model)).toEqual([0, 1, 2])
    expect(model!.number).toBe(4)
  })
  it('knows after a turn who is to move, and when the game is over', () => {
    const message = (to_move: number[], result: object | null): ServerMessage => ({ ...played(4, [1, 2]), to_move, result }) as never
    const before = apply(null, state(3, 0, [0]), 0)
    expect(apply(before, message([1], null), 0)!.table).toMatchObject({ to_move: [1], ply: 3 })
    expect(apply(before, message([1, 2], null), 0)!.table.to_move).toEqual([1, 2])
    expect(apply(before, message([], { winners: [2] }), 0)!.table).toMatchObject({ status: 'over', to_move: [], winners: [2] })
  })
  it('ignores an event that it has already', () => {
    const model = apply(apply(null, state(3, 0, [0]), 0), played(4, [1]), 0)
    expect(apply(model, played(4, [1]), 0)).toBe(model)
  })
  it('leaves what was being chosen when the line is back with the same decision, not when anything was played', () => {
    const own = (seat: number, ply: number, turn: object[] = []): ServerMessage => ({ ...state(3, 0, [0]), own: { seat, ply, turn } }) as never
    const before = apply(null, own(0, 1), 0)
    expect(isOutdated(own(0, 1), before)).toBe(false)
    for (const other of [own(1, 1), own(0, 2), own(0, 1, [{}]), state(3, 0, [0]), played(4, [1])]) expect(isOutdated(other, before)).toBe(true)
    expect(isOutdated(own(0, 1), null)).toBe(true)
    expect(isOutdated(said(4), before)).toBe(false)
  })
  it('asks anew after a gap', () => {
    const model = apply(null, state(3, 0, [0]), 0)
    expect(apply(model, played(5, [2]), 0)).toBeNull()
    expect(apply(model, said(5), 0)).toBeNull()
  })
  it('joins a partial state to the log it has', () => {
    const model = apply(null, state(3, 0, [0, 1]), 0)
    expect(plies(apply(model, state(6, 2, [2, 3]), 0))).toEqual([0, 1, 2, 3])
    expect(plies(apply(model, state(6, 1, [1, 2]), 0))).toEqual([0, 1, 2])
  })
  it('refuses a partial state whose beginning it does not have', () => {
    expect(apply(apply(null, state(3, 0, [0]), 0), state(9, 4, [4]), 0)).toBeNull()
  })
  it('counts the running clock down and leaves the others', () => {
    const model = { ...apply(null, state(1, 0, []), 1000)!, clocks: { left: [60_000, 30_000, null], running: [0] } }
    expect(timeLeft(model, 0, 11_000)).toBe(50_000)
    expect(timeLeft(model, 0, 999_000)).toBe(0)
    expect(timeLeft(model, 1, 11_000)).toBe(30_000)
    expect(timeLeft(model, 2, 11_000)).toBeNull()
  })
  it('shows time as people read it', () => {
    expect([500, 61_000, 3_600_000, 90_000_000].map(clockFace)).toEqual(['0:01', '1:01', '1:00:00', '1 d 1 h'])
  })
})
