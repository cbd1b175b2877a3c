import { beforeEach, describe, expect, it } from 'vitest'
import type { Talk } from '../protocol'
import { keepRead, lastRead, unreadIn } from './unread'

const line = (number: number, who: string): Talk => ({ number, who, name: who, seat: null, text: 'Hello' }) as Talk

beforeEach(() => localStorage.removeItem('kabuto.read'))

describe('unread talk', () => {
  it('is what others said since', () => {
    const talk = [line(3, 'friend'), line(5, 'me'), line(8, 'friend')]
    expect([0, 3, 8].map((read) => unreadIn({ talk, speaker: 'me' }, read))).toEqual([2, 1, 0])
  })

  it('is remembered for each table, and survives nonsense', () => {
    keepRead('one', 7)
    keepRead('one', 4)
    keepRead('two', 1)
    expect(['one', 'two', 'three'].map(lastRead)).toEqual([7, 1, 0])
    localStorage.setItem('kabuto.read', '{"one":')
    expect(lastRead('one')).toBe(0)
  })
})
