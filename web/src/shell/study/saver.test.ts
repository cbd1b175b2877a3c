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

const bodies = (sent: ReturnType<typeof vi.fn>): unknown[] =>
  sent.mock.calls.map(([, asked]) => JSON.parse((asked as RequestInit).body as string))

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

  it('does not take what it sent itself for somebody else’s change when the answer got lost', async () => {
    let now = study
    const sent = vi.fn().mockRejectedValueOnce(new TypeError('cut'))
    for (const version of [1, 2]) sent.mockResolvedValueOnce(new Response(JSON.stringify({ version })))
    vi.stubGlobal('fetch', sent)
    const saver = new Saver('six', () => now, 0)
    saver.touch()
    await vi.advanceTimersByTimeAsync(1300)
    now = { ...study, title: 'newer' }
    saver.touch()
    await vi.advanceTimersByTimeAsync(1300)
    expect([saver.state, saver.version]).toEqual(['saved', 2])
    expect(bodies(sent)).toEqual([
      { study, version: 0 },
      { study, version: 0 },
      { study: now, version: 1 },
    ])
  })

  it('sends a draft of before as it was, and what came after it next', async () => {
    let now = study
    answers()
    const before = new Saver('seven', () => now, 3)
    before.touch()
    before.leave()
    const draft = readDraft('seven')
    const sent = answers([200, { version: 4 }], [200, { version: 5 }])
    now = { ...study, title: 'newer' }
    const saver = new Saver('seven', () => now, 4, draft)
    saver.touch()
    await vi.advanceTimersByTimeAsync(1300)
    expect(saver.state).toBe('saved')
    expect(bodies(sent)).toEqual([
      { study, version: 3 },
      { study: now, version: 4 },
    ])
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
