import { expect, test } from 'vitest'
import type { Recovery } from '../protocol'
import { daysOf, ends, firstDay, keysOf } from './recovery'

const made = (since: string) => ({ browser: 'Firefox', system: 'Linux', since, is_this: false })
const recovery: Recovery = {
  has_phrase: true,
  phrase: made('2026-11-10'),
  passkeys: [
    { id: 'new', ...made('2026-11-17') },
    { id: 'old', ...made('2026-01-02') },
  ],
  passkeys_missing: '',
}

test('S6: what signing out everywhere ends, by the day it was made', () => {
  const keys = keysOf(recovery)
  expect(keys.map(({ id }) => id)).toEqual(['new', '', 'old'])
  expect(daysOf(keys)).toEqual(['2026-01-02', '2026-11-10', '2026-11-17'])
  expect(firstDay(keys, '2026-06-01')).toBe('2026-11-10')
  expect(firstDay(keys, '2026-12-01')).toBe('')
  expect(firstDay(keys, '')).toBe('')
  expect(keys.map((key) => ends(key, '2026-11-10'))).toEqual([true, true, false])
  expect(keys.map((key) => ends(key, ''))).toEqual([false, false, false])
  expect(keysOf({ ...recovery, phrase: null, passkeys: [] })).toEqual([])
})
