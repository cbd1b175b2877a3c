import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Deal } from '../protocol'
import { faultOf, newSeal, openings, remember, sawEarly, type Proof } from './deals'
import { sha256 } from './sha256'

const node = (text: string): string => createHash('sha256').update(text).digest('hex')
const SECRET = '5e'.repeat(32)
const PART = 'a1'.repeat(32)
const SEAL = node(`kabuto deal 1 person ${PART}`)
const deal = (seals: string[], more: Partial<Deal> = {}): Deal => ({
  commitment: node(`kabuto deal 1 server ${SECRET}`),
  seals,
  opened: [],
  is_due: true,
  ...more,
})
const proof = (more: Partial<Proof> = {}): Proof => ({
  deal: 1,
  commitment: node(`kabuto deal 1 server ${SECRET}`),
  secret: SECRET,
  seats: [{ seal: SEAL, part: PART }, null],
  ...more,
})

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('SHA-256', () => {
  it('is the one everybody has', () => {
    for (const text of ['', 'abc', 'ä', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'kabuto '.repeat(100)]) expect(sha256(text)).toBe(node(text))
  })
})

describe('a part of the deal', () => {
  it('is shown once, when it is due, and only if it was sealed here', () => {
    const seal = newSeal()
    expect(seal).toMatch(/^[0-9a-f]{64}$/)
    expect(openings(deal(['', seal], { is_due: false }))).toEqual([])
    expect(openings(deal(['', seal], { opened: [1] }))).toEqual([])
    expect(openings(deal([SEAL, '']))).toEqual([])
    const [opening, ...more] = openings(deal(['', seal]))
    expect(more).toEqual([])
    expect(opening!.seat).toBe(1)
    expect(node(`kabuto deal 1 person ${opening!.part}`)).toBe(seal)
    expect(openings(deal(['', seal]))).toEqual([])
  })

  it('is kept where the storage is blocked or holds nonsense', () => {
    localStorage.setItem('kabuto.parts', '{')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('blocked')
    })
    expect(openings(deal([newSeal()])).length).toBe(1)
  })
})

describe('a proof', () => {
  it('is right if its hashes are', () => {
    expect(faultOf(proof(), 'unseen')).toBeNull()
    expect(faultOf(proof({ seats: [{ seal: SEAL, part: null }, null] }), 'unseen')).toBeNull()
  })

  it('is refused if anything in it was changed', () => {
    expect(faultOf(proof({ deal: 2 }), 't')).toEqual({ what: 'form' })
    expect(faultOf(proof({ secret: 'x' }), 't')).toEqual({ what: 'secret' })
    expect(faultOf(proof({ seats: [null, { seal: SEAL, part: SECRET }] }), 't')).toEqual({ what: 'part', seat: 1 })
  })

  it('is compared with what was seen first', () => {
    remember('a', deal(['', ''], { is_due: false }), true)
    remember('a', deal([SEAL, '']), true)
    remember('a', deal(['', ''], { commitment: 'another' }), false)
    expect(faultOf(proof(), 'a')).toBeNull()
    expect(sawEarly('a')).toBe(true)
    expect(faultOf(proof({ seats: [null, null] }), 'a')).toEqual({ what: 'seen' })
    remember('b', deal([SEAL, ''], { commitment: 'another', is_due: false }), false)
    expect(faultOf(proof(), 'b')).toEqual({ what: 'seen' })
    expect(sawEarly('b')).toBe(false)
  })
})
