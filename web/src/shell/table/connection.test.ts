import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection, delay } from './connection.svelte'

class Socket {
  static all: Socket[] = []
  sent: string[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  constructor(readonly address: URL) {
    Socket.all.push(this)
  }
  send = (text: string): void => void this.sent.push(text)
  close = (): void => {}
}

const last = (): Socket => Socket.all.at(-1)!
const RESTART = 1012 // what a server says that stops

beforeEach(() => {
  vi.useFakeTimers()
  Socket.all = []
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response()))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a line that the server closes', () => {
  it('is opened again within a second, as another server may have the table', () => {
    const connection = new Connection('t')
    last().onclose?.({ code: RESTART })
    expect(connection.line).toBe('lost')
    expect(Socket.all).toHaveLength(1)
    vi.advanceTimersByTime(1000)
    expect(Socket.all).toHaveLength(2)
    connection.close()
  })

  it('is tried less and less often, but at least every eight seconds', () => {
    expect([0, 1, 2, 10].map(delay)).toEqual([250, 500, 1000, 8000])
  })

  it('is not tried any more by a person who has left', () => {
    const connection = new Connection('t')
    last().onclose?.({ code: RESTART })
    connection.close()
    vi.advanceTimersByTime(10_000)
    expect(Socket.all).toHaveLength(1)
  })
})

describe('what was not answered', () => {
  it('is sent again with the same id when the table is open again', async () => {
    const connection = new Connection('t')
    const open = (): void =>
      last().onmessage?.({
        data: JSON.stringify({ type: 'state', number: 3, seats: [], log: [], log_from: 0, talk: [], offers: [] }),
      })
    open()
    expect(connection.line).toBe('open')
    const answer = connection.send({ type: 'say', text: 'Hello' })
    const [said] = last().sent
    last().onclose?.({ code: RESTART })
    vi.advanceTimersByTime(1000)
    expect(last().address.searchParams.get('after')).toBe('3')
    open()
    expect(last().sent).toEqual([said])
    last().onmessage?.({ data: JSON.stringify({ type: 'accepted', id: (JSON.parse(said!) as { id: string }).id }) })
    await expect(answer).resolves.toEqual({})
    connection.close()
  })

  it('is refused at once if it is a move that is chosen without a connection', async () => {
    const connection = new Connection('t')
    last().onclose?.({ code: RESTART })
    await expect(connection.send({ type: 'move', table: 't', seat: 0, ply: 0, notation: 'S3 g7', then: [] })).resolves.toMatchObject({ refused: 'offline' })
    vi.advanceTimersByTime(1000)
    last().onmessage?.({ data: JSON.stringify({ type: 'state', number: 1, seats: [], log: [], log_from: 0, talk: [], offers: [] }) })
    expect(last().sent).toEqual([])
    connection.close()
  })
})
