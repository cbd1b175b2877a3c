import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer } from './connection.svelte'
import { Previews, REST } from './previews.svelte'

let asked: string[]
let answer: (answer: Answer) => void
const previews = (): Previews<string> => new Previews((move) => (asked.push(move), new Promise((settle) => (answer = settle))))
const rest = (): Promise<unknown> => vi.advanceTimersByTimeAsync(REST)
const settled = async (given: Answer): Promise<void> => {
  answer(given)
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
})
afterEach(() => vi.useRealTimers())

describe('a preview', () => {
  it('is asked for when the pointer rests, and not again', async () => {
    const made = previews()
    made.point('1', 'a')
    expect(asked).toEqual([])
    await rest()
    await settled({ preview: 'A' })
    expect(made.found).toBe('A')
    for (let i = 0; i < 100; i++) {
      made.point('1', null)
      expect(made.found).toBeNull()
      made.point('1', 'a')
      expect(made.found).toBe('A')
      await rest()
    }
    expect(asked).toEqual(['a'])
  })
  it('is not asked for while the pointer wanders', async () => {
    const made = previews()
    for (let i = 0; i < 500; i++) {
      made.point('1', `a${i}`)
      await vi.advanceTimersByTimeAsync(REST - 1)
    }
    expect(asked).toEqual([])
  })
  it('is asked for one at a time: of those wanted meanwhile the newest comes next', async () => {
    const made = previews()
    for (const move of ['a', 'b', 'c', 'd']) {
      made.point('1', move)
      await rest()
    }
    expect(asked).toEqual(['a'])
    await settled({ preview: 'A' })
    expect(made.found).toBeNull()
    await rest()
    expect(asked).toEqual(['a', 'd'])
    await settled({ preview: 'D' })
    expect(made.found).toBe('D')
  })
  it('belongs to one position', async () => {
    const made = previews()
    made.point('1', 'a')
    await rest()
    made.point('2', 'a')
    await settled({ preview: 'old' })
    expect(made.found).toBeNull()
    await rest()
    expect(asked).toEqual(['a', 'a'])
  })
  it('that was refused is not asked for again, and of an older server none is', async () => {
    const made = previews()
    made.point('1', 'a')
    await rest()
    await settled({ refused: 'too_fast' })
    made.point('1', 'a')
    await rest()
    expect(asked).toEqual(['a'])
    made.point('1', 'b')
    await rest()
    await settled({ refused: 'bad_message' })
    made.point('2', 'c')
    await rest()
    expect(asked).toEqual(['a', 'b'])
    expect(made.found).toBeNull()
  })
})
