import { afterEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../lib/settings.svelte'
import { play } from './sounds'

describe('sounds', () => {
  const started = vi.fn()
  const node = { connect: (next: unknown) => next, frequency: ramp(), gain: ramp(), start: started, stop: vi.fn(), type: '' }
  function ramp() {
    return { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() }
  }
  class Context {
    currentTime = 0
    destination = {}
    createOscillator = () => node
    createGain = () => node
  }
  vi.stubGlobal('AudioContext', Context)
  afterEach(() => started.mockClear())

  it('are off on the first visit', () => {
    play('lay')
    expect(started).not.toHaveBeenCalled()
  })
  it('play when they were turned on', () => {
    settings.sound = true
    play('capture')
    expect(started).toHaveBeenCalledTimes(3)
  })
  it('sound several times one after the other', () => {
    play('steps')
    expect(started.mock.calls.map(([at]) => at)).toEqual([0, 0.15, 0.3, 0.45].map((at) => expect.closeTo(at)))
  })
})
