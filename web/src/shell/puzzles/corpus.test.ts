// What browsers have stored of a solver is read as it was (tests/corpus).
import { afterEach, describe, expect, it, vi } from 'vitest'
import kept from '../../../../tests/corpus/data/solvers-423af39.json'
import { read, Solver } from './solver.svelte'

describe('what a browser has kept', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each(kept)('is read as it was: $text', ({ text, kept }) => {
    expect(read(text)).toEqual(kept)
    vi.stubGlobal('localStorage', { getItem: () => text, setItem: () => undefined })
    const solver = new Solver('go')
    const [tried] = Object.keys(kept.tried)
    if (tried) expect(solver.count(tried, 1000, true)).toBe(0)
    expect(solver.count('never tried', 1000, true)).toBeGreaterThan(0)
  })
})
