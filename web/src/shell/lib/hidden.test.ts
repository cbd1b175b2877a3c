import { afterEach, describe, expect, it, vi } from 'vitest'
import { hidden, hide, isHidden, unhide } from './hidden.svelte'

const stored = (): unknown => JSON.parse(localStorage.getItem('kabuto.hidden') ?? 'null')
afterEach(() => {
  for (const { who } of [...hidden()]) unhide(who)
})

describe('people whose talk is hidden', () => {
  it('stay hidden in this browser until they are shown again', () => {
    hide('a1', 'Eve')
    hide('a1', 'Eva')
    expect(isHidden('a1')).toBe(true)
    expect(isHidden('b2')).toBe(false)
    expect(stored()).toEqual([{ who: 'a1', name: 'Eva' }])
    unhide('a1')
    expect(isHidden('a1')).toBe(false)
    expect(stored()).toEqual([])
  })

  it('are not remembered without end', () => {
    for (let n = 0; n < 300; n++) hide(`w${n}`, 'x')
    expect(hidden().length).toBe(200)
    expect(isHidden('w299')).toBe(true)
    expect(isHidden('w0')).toBe(false)
  })

  it('are nobody where the storage is blocked or holds nonsense', async () => {
    for (const nonsense of ['{', '7', '[null, 1, {"who": 3}]']) {
      vi.resetModules()
      localStorage.setItem('kabuto.hidden', nonsense)
      expect((await import('./hidden.svelte')).hidden()).toEqual([])
    }
    const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('blocked')
    })
    hide('c3', 'Eve')
    expect(isHidden('c3')).toBe(true)
    blocked.mockRestore()
  })
})
