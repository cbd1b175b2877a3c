import { afterEach, describe, expect, it, vi } from 'vitest'
import { choose } from '../lib/settings.svelte'
import { allowed, ask, notify } from './notify'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  choose('notify', true)
})

function browser(make: () => object): ReturnType<typeof vi.fn> {
  const made = vi.fn(make)
  vi.stubGlobal('Notification', Object.assign(made, { permission: 'granted', requestPermission: async () => 'granted' }))
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  return made
}

describe('notifications', () => {
  it('are switched on, and off again', async () => {
    const made = browser(function () {
      return {}
    } as () => object)
    expect([await ask(true), allowed()]).toEqual([true, true])
    await notify('Your turn', 'x')
    expect(made).toHaveBeenCalledTimes(1)
    expect([await ask(false), allowed()]).toEqual([false, false])
    await notify('Your turn', 'x')
    expect(made).toHaveBeenCalledTimes(1)
  })

  it('do no harm where the browser wants a service worker for them', async () => {
    browser(function () {
      throw new TypeError('Illegal constructor')
    } as () => object)
    await ask(true)
    await expect(notify('Your turn', 'x')).resolves.toBeUndefined()
  })
})
