import { expect, it, vi } from 'vitest'
import { once } from './once'

it('makes each thing once', () => {
  const make = vi.fn((name: string) => ({ name }))
  const made = once(make)
  expect(made('a')).toBe(made('a'))
  expect(made('b')).toEqual({ name: 'b' })
  expect(make).toHaveBeenCalledTimes(2)
})
