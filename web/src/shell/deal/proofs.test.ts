import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Deal } from '../protocol'
import { additions, answered, hashed, receiptOf, remember } from './deals'
import { canonical, faultOf, ownPart, type Proof } from './proofs'

const node = (text: string): string => createHash('sha256').update(text).digest('hex')
const SECRET = '5e'.repeat(32)
const OTHER = 'b2'.repeat(32)
const OPTIONS = { players: 2, edition: 'rgg', 'ö': true }
const START = node('kabuto deal 2 dealt {"game":"fans","options":{"edition":"rgg","players":2,"\\u00f6":true},"start":null}')
const AT = { status: 'waiting', mine: [0] } as const

/** What the server tells honestly. */
const deal = (table: string, more: Partial<Deal> = {}): Deal => ({
  commitment: node(`kabuto deal 2 server ${hashed('table', table)} ${START} ${SECRET}`),
  seals: ['', ''],
  opened: [],
  is_due: false,
  version: 2,
  start: START,
  to_seal: [0],
  is_sealed: false,
  goes_on: false,
  ...more,
})

/** The honest proof of a table at which this browser added its part, as far as it came. */
function played(table: string, { opens = true, accepted = true } = {}): Proof {
  const at = { ...AT, mine: [...AT.mine] }
  const say = (told: Deal): void => {
    remember(table, told, at)
    for (const message of additions(table, told, at)) if (accepted) answered(table, message, undefined)
  }
  say(deal(table))
  const { seal, part } = receiptOf(table)!.mine[0]!
  if (opens) say(deal(table, { seals: [seal, ''], to_seal: [], is_due: true, is_sealed: true }))
  return {
    deal: 2,
    game: 'fans',
    table: hashed('table', table),
    options: OPTIONS,
    commitment: deal(table).commitment,
    secret: SECRET,
    seats: [{ seal, part: opens ? part : null }, null],
    start: null,
  }
}

/** The seal of a part for seat 1 of a table. */
const sealed = (table: string, part: string): string => hashed('person', hashed('table', table), 1, START, deal(table).commitment, part)

let number = 0
let table = ''
beforeEach(() => {
  table = `proven ${++number}`
  localStorage.clear()
})

describe('the text that is hashed', () => {
  it('is the same as in Python', () => {
    expect(canonical({ b: [1, null, true, 'ä☃\u007f"\n'], a: { z: '', y: {} } })).toBe('{"a":{"y":{},"z":""},"b":[1,null,true,"\\u00e4\\u2603\\u007f\\"\\n"]}')
    expect(canonical('\u{1f3ef}')).toBe('"\\ud83c\\udfef"')
  })
})

describe('a proof', () => {
  it('is right if it agrees with what this browser saw and sent', () => {
    const proof = played(table)
    expect([faultOf(proof, table), ownPart(proof, table)]).toEqual([null, 'used'])
    localStorage.clear()
    const stranger = { ...proof, table: hashed('table', 'unseen') }
    expect(faultOf(stranger, table)).toEqual({ what: 'other_table' })
  })

  it('is right if the part was never asked for, and that is told', () => {
    const proof = played(table, { opens: false })
    expect([faultOf(proof, table), ownPart(proof, table)]).toEqual([null, 'withheld'])
    expect(ownPart({ ...proof, seats: [null, null] }, table)).toBe('none')
  })

  it('by version 1 is judged for what it binds', () => {
    const seal = node(`kabuto deal 1 person ${OTHER}`)
    const old: Proof = { deal: 1, game: 'fans', commitment: node(`kabuto deal 1 server ${SECRET}`), secret: SECRET, seats: [{ seal, part: OTHER }, null], start: null }
    expect(faultOf(old, 'unseen')).toBeNull()
    expect(faultOf({ ...old, secret: OTHER }, 'unseen')).toEqual({ what: 'secret' })
    expect(faultOf({ ...old, seats: [null, { seal, part: SECRET }] }, 'unseen')).toEqual({ what: 'part', seat: 1 })
    remember(table, deal(table, { version: 1, start: '', commitment: old.commitment, seals: ['', ''], is_due: true, is_sealed: true }), { status: 'waiting', mine: [] })
    expect(faultOf(old, table)).toEqual({ what: 'seal', seat: 0 })
  })

  it('that goes on from a record is bound to it', () => {
    const proof = played(table)
    const start = { game: 'fans', moves: ['a'] }
    expect(faultOf({ ...proof, start }, table)).toEqual({ what: 'commitment' })
    const hash = hashed('start', hashed('salt', SECRET), canonical({ game: 'fans', options: OPTIONS, start }))
    const bound = { ...proof, start, seats: [null, null], commitment: hashed('server', hashed('table', 'unseen'), hash, SECRET), table: hashed('table', 'unseen') }
    expect(faultOf(bound, 'unseen')).toBeNull()
  })

  it('of another form is refused', () => {
    const proof = played(table)
    for (const wrong of [{ deal: 3 }, { seats: {} }, { options: null }, { start: {} }, { start: undefined }]) {
      expect(faultOf({ ...proof, ...wrong } as unknown as Proof, table)).toEqual({ what: 'form' })
    }
  })
})

describe('a lying server', () => {
  it('S1: chooses the deal by a start without moves', () => {
    const chosen: Proof = { deal: 1, game: 'fans', commitment: node(`kabuto deal 1 server ${SECRET}`), secret: SECRET, seats: [null, null], start: { moves: [] } }
    expect(faultOf(chosen, 'unseen')).toEqual({ what: 'unplayed' })
  })

  it('S1: changes options, or the start, after the seals', () => {
    const proof = played(table)
    expect(faultOf({ ...proof, options: { ...OPTIONS, edition: 'other' } }, table)).toEqual({ what: 'commitment' })
    const start = { moves: ['a'] }
    const hash = hashed('start', hashed('salt', SECRET), canonical({ game: 'fans', options: OPTIONS, start }))
    const commitment = hashed('server', proof.table!, hash, SECRET)
    expect(faultOf({ ...proof, start, commitment, seats: [null, null] }, table)).toEqual({ what: 'start' })
  })

  it('S2: changes its commitment, or talks the table down to version 1', () => {
    const proof = played(table)
    const commitment = hashed('server', proof.table!, START, OTHER)
    expect(faultOf({ ...proof, secret: OTHER, commitment, seats: [null, null] }, table)).toEqual({ what: 'seen' })
    const old = { ...proof, deal: 1, commitment: node(`kabuto deal 1 server ${SECRET}`), seats: [null, null] }
    expect(faultOf(old, table)).toEqual({ what: 'other_version' })
  })

  it('S2: uses one seal on two seats, or one that was made for another', () => {
    const proof = played(table)
    expect(faultOf({ ...proof, seats: [proof.seats[0]!, { ...proof.seats[0]!, part: null }] }, table)).toEqual({ what: 'twice' })
    expect(faultOf({ ...proof, seats: [null, proof.seats[0]!] }, table)).toEqual({ what: 'part', seat: 1 })
  })

  it('S3: loses a part that this browser showed', () => {
    const proof = played(table)
    const lost = { ...proof, seats: [{ ...proof.seats[0]!, part: null }, null] }
    expect(faultOf(lost, table)).toEqual({ what: 'part_lost', seat: 0 })
    const late = played(`${table} late`, { accepted: false })
    expect(faultOf({ ...late, seats: [{ ...late.seats[0]!, part: null }, null] }, `${table} late`)).toEqual({ what: 'part_left_out', seat: 0 })
  })

  it('S3: leaves a seal out, or changes one', () => {
    const proof = played(table)
    expect(faultOf({ ...proof, seats: [null, null] }, table)).toEqual({ what: 'seal', seat: 0 })
    const more = { seal: sealed(table, OTHER), part: OTHER }
    expect(faultOf({ ...proof, seats: [proof.seats[0]!, more] }, table)).toEqual({ what: 'seal', seat: 1 })
    const late = played(`${table} late`, { opens: false, accepted: false })
    expect(faultOf({ ...late, seats: [null, null] }, `${table} late`)).toEqual({ what: 'seal_left_out', seat: 0 })
    const gone = played(`${table} gone`, { opens: false })
    expect(faultOf({ ...gone, seats: [null, null] }, `${table} gone`)).toEqual({ what: 'seal', seat: 0 })
  })
})
