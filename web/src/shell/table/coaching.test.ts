import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { choose } from '../lib/settings.svelte'
import { coach, coached, meet, turnsBeside, TURNS } from './coaching.svelte'

const lobby = (...finished: { game: string; mine: number[] }[]): void =>
  void vi.stubGlobal('fetch', vi.fn(async () => new Response(JSON.stringify({ finished }))))

describe('the coach', () => {
  beforeEach(() => choose('coach', null))
  afterEach(() => vi.unstubAllGlobals())

  it('sits down beside those who have not finished a game of that kind', async () => {
    lobby({ game: 'samurai', mine: [] }, { game: 'yedo', mine: [1] })
    await meet('samurai')
    await meet('yedo')
    expect(turnsBeside('samurai')).toBe(0)
    expect(turnsBeside('yedo')).toBe(false)
  })

  it('asks nobody who has decided, and does not come without an answer', async () => {
    coach('samurai', false)
    lobby()
    await meet('samurai')
    expect(fetch).not.toHaveBeenCalled()
    vi.stubGlobal('fetch', vi.fn(async () => Promise.reject(new Error('offline'))))
    await meet('yedo')
    expect(turnsBeside('yedo')).toBeNull()
  })

  it('leaves after some turns of its game, and can be brought back', () => {
    coach('samurai', true)
    coach('yedo', true)
    for (let turn = 0; turn < TURNS; turn++) coached('samurai')
    expect(turnsBeside('samurai')).toBe(TURNS)
    coached('samurai')
    expect(turnsBeside('samurai')).toBe(false)
    expect(turnsBeside('yedo')).toBe(0)
    coach('samurai', true)
    for (let turn = 0; turn < TURNS + 1; turn++) coached('samurai', TURNS + 1)
    expect(turnsBeside('samurai')).toBe(TURNS + 1)
  })

  it('knows what an older page has kept: for all games or for none', () => {
    choose('coach', false)
    expect(turnsBeside('yedo')).toBe(false)
    coach('yedo', true)
    expect(turnsBeside('yedo')).toBe(0)
  })
})
