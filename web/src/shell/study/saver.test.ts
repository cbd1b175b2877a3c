import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StudyContent } from '../protocol'
import { readDraft, Saver } from './saver.svelte'

const study: StudyContent = { kabuto: 'study', record: {}, nodes: [{}] }
const answers = (...given: [status: number, body: object][]): ReturnType<typeof vi.fn> => {
  const answer = vi.fn()
  for (const [status, body] of given) answer.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
  vi.stubGlobal('fetch', answer)
  return answer
}

describe('a study is kept safe', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('is saved once a moment after several changes, and leaves no draft', async () => {
    const sent = answers([200, { version: 1 }])
    const saver = new Saver('one', () => study, 0)
    saver.touch()
    saver.touch()
    await vi.advanceTimersByTimeAsync(400)
    expect(readDraft('one')?.version).toBe(0)
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent).toHaveBeenCalledTimes(1)
    expect([saver.state, saver.version, readDraft('one')]).toEqual(['saved', 1, null])
  })

  it('stays in the browser while the server is away, and is tried again', async () => {
    const sent = answers([503, { error: 'not_stored', reason: 'full' }], [200, { version: 4 }])
    const saver = new Saver('two', () => study, 3)
    saver.touch()
    await vi.advanceTimersByTimeAsync(1300)
    expect([saver.state, saver.trouble, readDraft('two')?.version]).toEqual(['away', 'full', 3])
    await vi.advanceTimersByTimeAsync(4000)
    expect(sent).toHaveBeenCalledTimes(2)
    expect([saver.state, saver.trouble]).toEqual(['saved', ''])
  })

  it('is not sent again over a newer version, and not lost', async () => {
    const sent = answers([409, { error: 'late', reason: 'changed elsewhere' }])
    const saver = new Saver('three', () => study, 0)
    saver.touch()
    await vi.advanceTimersByTimeAsync(1300)
    saver.touch()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveBeenCalledTimes(1)
    expect([saver.state, readDraft('three')?.study.nodes]).toEqual(['late', [{}]])
  })

  it('says so if this browser has no room for a draft', async () => {
    answers([503, { error: 'not_stored', reason: 'full' }])
    vi.stubGlobal('localStorage', {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    const saver = new Saver('four', () => study, 0)
    saver.touch()
    await vi.advanceTimersByTimeAsync(1300)
    expect(saver.full).toBe(true)
  })

  it('reads no draft from nonsense', () => {
    localStorage.setItem('kabuto.study.five', '{"version": "x"}')
    expect(readDraft('five')).toBeNull()
    localStorage.setItem('kabuto.study.five', '{')
    expect(readDraft('five')).toBeNull()
  })
})
