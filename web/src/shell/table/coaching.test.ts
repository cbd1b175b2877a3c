import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { choose, settings } from '../lib/settings.svelte'
import { coach, coached, meet, TURNS } from './coaching.svelte'

const lobby = (...mine: number[][]): void =>
  void vi.stubGlobal('fetch', vi.fn(async () => new Response(JSON.stringify({ finished: mine.map((seats) => ({ mine: seats })) }))))

describe('the coach', () => {
  beforeEach(() => {
    choose('coach', null)
    choose('coached', 0)
  })
  afterEach(() => vi.unstubAllGlobals())

  it('sits down beside those who have not finished a game of their own', async () => {
    lobby([])
    await meet()
    expect(settings.coach).toBe(true)
    choose('coach', null)
    lobby([], [1])
    await meet()
    expect(settings.coach).toBe(false)
  })

  it('asks nobody who has decided, and does not come without an answer', async () => {
    coach(false)
    lobby()
    await meet()
    expect(fetch).not.toHaveBeenCalled()
    choose('coach', null)
    vi.stubGlobal('fetch', vi.fn(async () => Promise.reject(new Error('offline'))))
    await meet()
    expect(settings.coach).toBeNull()
  })

  it('leaves after some turns, and can be brought back', () => {
    coach(true)
    for (let turn = 0; turn < TURNS; turn++) coached()
    expect(settings.coach).toBe(true)
    coached()
    expect(settings.coach).toBe(false)
    coach(true)
    for (let turn = 0; turn < TURNS + 1; turn++) coached(TURNS + 1)
    expect(settings.coach).toBe(true)
  })
})
