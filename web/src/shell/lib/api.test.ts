import { afterEach, describe, expect, it, vi } from 'vitest'
import { ask, reason, Refusal } from './api'

const answer = (body: string, status = 200): void => {
  vi.stubGlobal('fetch', vi.fn(async () => new Response(body, { status })))
}
afterEach(() => vi.unstubAllGlobals())

describe('a question to the server', () => {
  it('names the language and sends its body as JSON', async () => {
    answer('{"name": "Host"}')
    expect(await ask('POST', '/api/me', { name: 'Host' })).toEqual({ name: 'Host' })
    const [address, sent] = vi.mocked(fetch).mock.calls[0]!
    expect(String(address)).toMatch(/\/api\/me\?language=en$/)
    expect(sent).toMatchObject({ method: 'POST', body: '{"name":"Host"}' })
  })

  it('that is refused throws the reason of the server', async () => {
    answer('{"error": "not_now", "reason": "The game still runs.", "place": ""}', 409)
    const refusal = await ask('GET', '/api/tables/x/replay').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(reason(refusal)).toBe('The game still runs.')
  })

  it('that finds no server, or somebody else, says so', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
    await expect(ask('GET', '/api/me')).rejects.toThrow('The server isn’t answering')
    answer('<html>Bad gateway</html>', 502)
    await expect(ask('GET', '/api/me')).rejects.toThrow('The server isn’t answering')
  })
})
