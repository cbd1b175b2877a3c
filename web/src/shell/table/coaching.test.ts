import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { choose } from '../lib/settings.svelte'
import { coach, coached, meet, turnsBeside, TURNS } from './coaching.svelte'

const lobby = (...finished: { game: string; mine: number[] }[]): void =>
  void vi.stubGlobal('fetch', vi.fn(async () => new Response(JSON.stringify({ finished }))))

describe('the coach', () => {
  beforeEach(() => choose('coach', null))
  afterEach(() => vi.unstubAllGlobals())

  it('sits down beside those who have not finished a game of that kind', async () => {
    lobby({ game: 'one', mine: [] }, { game: 'other', mine: [1] })
    await meet('one')
    await meet('other')
    expect(turnsBeside('one')).toBe(0)
    expect(turnsBeside('other')).toBe(false)
  })

  it('asks nobody who has decided, and does not come without an answer', async () => {
    coach('one', false)
    lobby()
    await meet('one')
    expect(fetch).not.toHaveBeenCalled()
    vi.stubGlobal('fetch', vi.fn(async () => Promise.reject(new Error('offline'))))
    await meet('other')
    expect(turnsBeside('other')).toBeNull()
  })

  it('leaves after some turns of its game, and can be brought back', () => {
    coach('one', true)
    coach('other', true)
    for (let turn = 0; turn < TURNS; turn++) coached('one')
    expect(turnsBeside('one')).toBe(TURNS)
    coached('one')
    expect(turnsBeside('one')).toBe(false)
    expect(turnsBeside('other')).toBe(0)
    coach('one', true)
    for (let turn = 0; turn < TURNS + 1; turn++) coached('one', TURNS + 1)
    expect(turnsBeside('one')).toBe(TURNS + 1)
  })

  it('knows what an older page has kept: for all games or for none', () => {
    choose('coach', false)
    expect(turnsBeside('other')).toBe(false)
    coach('other', true)
    expect(turnsBeside('other')).toBe(0)
  })
})
