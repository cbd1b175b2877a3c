import { afterEach, describe, expect, it } from 'vitest'
import { actionOf, assign, keyOf } from './keys'
import { choose } from './settings.svelte'

const press = (key: string, more: KeyboardEventInit = {}): KeyboardEvent => new KeyboardEvent('keydown', { key, ...more })

afterEach(() => {
  choose('shortcuts', true)
  choose('keys', {})
})

describe('shortcuts', () => {
  it('are single letters without Ctrl and the like', () => {
    expect(['e', 'U', 'n', 'p', 'x'].map((key) => actionOf(press(key)))).toEqual(['end', 'undo', 'next', 'previous', null])
    expect(actionOf(press('e', { ctrlKey: true }))).toBeNull()
  })

  it('can be switched off', () => {
    choose('shortcuts', false)
    expect(actionOf(press('e'))).toBeNull()
  })

  it('can be given other letters, and never the same one twice', () => {
    assign('end', 'z')
    expect([actionOf(press('z')), actionOf(press('e'))]).toEqual(['end', null])
    assign('undo', 'z')
    expect([keyOf('undo'), keyOf('end')]).toEqual(['z', 'u'])
    assign('undo', '1')
    expect(keyOf('undo')).toBe('z')
  })
})
