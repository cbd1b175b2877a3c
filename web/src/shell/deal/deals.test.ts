import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Deal, TableInfo } from '../protocol'
import { additions, answered, changed, receiptOf, remember, sawEarly, sha256, type Addition } from './deals'

const node = (text: string): string => createHash('sha256').update(text).digest('hex')
const OTHER = 'b2'.repeat(32)
type At = Pick<TableInfo, 'status' | 'mine'>
const ZERO: At = { status: 'waiting', mine: [0] }

/** What the server tells of a table with two seats. */
const deal = (more: Partial<Deal> = {}): Deal => ({
  commitment: 'c0'.repeat(32),
  seals: ['', ''],
  opened: [],
  is_due: false,
  version: 2,
  start: '57'.repeat(32),
  to_seal: [0, 1],
  is_sealed: false,
  goes_on: false,
  ...more,
})

/** What this browser answers to this. */
function hear(table: string, told: Deal, at: At = ZERO): Addition[] {
  remember(table, told, at)
  return additions(table, told, at)
}

/** The seal that this browser sends for a seat; accepted. */
function seal(table: string, told = deal(), at: At = ZERO): string {
  const [message] = hear(table, told, at)
  if (message?.type !== 'seal') throw new Error('no seal')
  answered(table, message, undefined)
  return message.seal
}

/** What the server tells when all seals are there. */
const all = (mine: string, more: Partial<Deal> = {}): Deal => deal({ seals: [mine, OTHER], to_seal: [], is_due: true, is_sealed: true, ...more })

let number = 0
let table = ''
beforeEach(() => {
  table = `sealed ${++number}`
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
  it('is sealed once for table, seat, start and commitment, and shown when all seals are told', () => {
    const [message, ...more] = hear(table, deal())
    expect(more).toEqual([])
    if (message?.type !== 'seal') throw new Error('no seal')
    expect(message).toMatchObject({ table, seat: 0, commitment: deal().commitment, start: deal().start })
    expect(hear(table, deal())).toEqual([])
    answered(table, message, undefined)
    const told = all(message.seal)
    expect(hear(table, { ...told, is_sealed: false })).toEqual([])
    const [opening, ...others] = hear(table, told)
    expect(others).toEqual([])
    if (opening?.type !== 'open') throw new Error('not opened')
    expect(node(`kabuto deal 2 person ${node(`kabuto deal 2 table ${table}`)} 0 ${told.start} ${told.commitment} ${opening.part}`)).toBe(message.seal)
    expect(hear(table, told)).toEqual([])
    answered(table, opening, undefined)
    expect(receiptOf(table)).toEqual({
      receipt: 2,
      table: node(`kabuto deal 2 table ${table}`),
      commitment: told.commitment,
      start: told.start,
      seals: told.seals,
      mine: [{ seat: 0, seal: message.seal, part: opening.part, sealed: 'accepted', opened: 'accepted' }],
    })
  })

  it('is the same after the page was loaded again between seal and opening', async () => {
    const mine = seal(table)
    vi.resetModules()
    const again = await import('./deals')
    again.remember(table, deal({ seals: [mine, ''], to_seal: [1] }), ZERO)
    expect(again.additions(table, deal({ seals: [mine, ''], to_seal: [1] }), ZERO)).toEqual([])
    again.remember(table, all(mine), ZERO)
    expect(again.additions(table, all(mine), ZERO)).toMatchObject([{ type: 'open', seat: 0 }])
  })

  it('is kept where the storage is blocked or holds nonsense', () => {
    for (const nonsense of ['{', '7', '[null, {"table": "x"}]']) {
      localStorage.setItem('kabuto.receipts', nonsense)
      expect(receiptOf(table)).toBeNull()
    }
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('blocked')
    })
    expect(hear(table, all(seal(table)))).toMatchObject([{ type: 'open' }])
  })

  it('is sent again if the server could not take it', () => {
    const [message] = hear(table, deal())
    answered(table, message!, 'not_stored')
    expect(hear(table, deal())).toEqual([message])
    answered(table, message!, 'not_now')
    expect(receiptOf(table)!.mine[0]!.sealed).toBe('refused')
    hear(table, deal({ seals: [receiptOf(table)!.mine[0]!.seal, ''], to_seal: [] }))
    expect(receiptOf(table)!.mine[0]!.sealed).toBe('accepted') // the other tab was faster, with the same seal
  })

  it('is for the seats that the server waits for and that are mine', () => {
    expect(hear(table, deal(), { status: 'waiting', mine: [] })).toEqual([])
    expect(hear(table, deal({ to_seal: [1] }), { status: 'waiting', mine: [0, 1] })).toMatchObject([{ seat: 1 }])
    expect(hear(table, deal({ to_seal: [], seals: ['', OTHER] }), { status: 'waiting', mine: [0, 1] })).toEqual([])
    expect(hear(table, deal({ to_seal: [] }), { status: 'waiting', mine: [0, 1] })).toMatchObject([{ seat: 0 }]) // from another page
    seal(`${table} left`)
    remember(`${table} left`, deal(), { status: 'waiting', mine: [] })
    expect(receiptOf(`${table} left`)!.mine).toEqual([])
  })
})

describe('a lying server', () => {
  it('S2: gets no seal by version 1, nor from a server that names none', () => {
    const { version: _, start: __, to_seal: ___, is_sealed: ____, ...old } = all('')
    for (const told of [deal({ version: 1 }), all('', { version: 1 }), old as Deal, deal({ version: 3 })]) expect(hear(`${table} ${told.version}`, told)).toEqual([])
    const mine = seal(table)
    expect(hear(table, all(mine, { version: 1 }))).toEqual([]) // nor after it was sealed by version 2
  })

  it('S2: learns no part by a part that an older page sealed', () => {
    const part = 'a1'.repeat(32)
    const old = node(`kabuto deal 1 person ${part}`)
    localStorage.setItem('kabuto.parts', JSON.stringify([{ seal: old, part }]))
    for (const version of [1, 2]) expect(hear(`${table} ${version}`, all(old, { version }))).toEqual([])
  })

  it('S2: learns no part by a rematch, or by another table', () => {
    const mine = seal(table)
    expect(hear(`${table} again`, all(mine))).toEqual([])
    expect(hear(`${table} later`, all(mine, { commitment: OTHER }))).toEqual([])
    expect(seal(`${table} third`)).not.toBe(mine)
  })

  it('S2: learns no part by a second tab with another commitment or start', () => {
    const mine = seal(table)
    for (const lie of [{ commitment: OTHER }, { start: OTHER }]) {
      expect(hear(table, all(mine, lie))).toEqual([])
      expect(hear(table, deal(lie))).toEqual([])
      expect(changed(table, deal(lie))).toBe(true)
    }
    expect(changed(table, deal())).toBe(false)
    expect(receiptOf(table)!.commitment).toBe(deal().commitment)
  })

  it('S2: learns no part for another seat, or before all seals are told', () => {
    const mine = seal(table)
    expect(hear(table, all('', { seals: [OTHER, mine] }), { status: 'waiting', mine: [0, 1] })).toEqual([])
    const early = `${table} early`
    const sealed = seal(early)
    expect(hear(early, deal({ seals: [sealed, OTHER], is_due: true }))).toEqual([])
    expect(hear(early, all(sealed), { status: 'playing', mine: [0] })).toEqual([])
    expect(hear(early, all(sealed), { status: 'waiting', mine: [] })).toEqual([])
  })

  it('S2: learns nothing that was not sealed, whatever lies in the storage', () => {
    const mine = seal(table)
    localStorage.setItem('kabuto.receipts', JSON.stringify([{ ...receiptOf(table)!, mine: [{ ...receiptOf(table)!.mine[0]!, part: OTHER }], early: true }]))
    expect(hear(table, all(mine))).toEqual([])
  })

  it('S2: can not tell other seals afterwards', () => {
    const mine = seal(table)
    remember(table, all(mine), ZERO)
    expect(hear(table, all(mine, { seals: [mine, 'ee'.repeat(32)] }))).toEqual([])
    expect(receiptOf(table)!.seals).toEqual([mine, OTHER])
    expect(hear(table, all(mine))).toHaveLength(1)
  })

  it('S2: that commits after a seal gets none', () => {
    for (const [n, lie] of [{ commitment: '' }, { start: '' }, { commitment: `${OTHER} ` }].entries()) expect(hear(`${table} ${n}`, deal(lie))).toEqual([])
    const mine = seal(table)
    expect(hear(table, all(mine, { commitment: node('chosen to fit that seal') }))).toEqual([])
  })
})

describe('what was seen', () => {
  it('is kept of deals by version 1, from older pages too', () => {
    const old = deal({ version: 1, start: '', to_seal: [] })
    remember(table, old, ZERO)
    remember(table, { ...old, seals: ['', OTHER], is_due: true, is_sealed: true }, ZERO)
    remember(table, { ...old, seals: [OTHER, ''], commitment: OTHER }, { status: 'over', mine: [0] })
    expect(receiptOf(table)).toMatchObject({ receipt: 1, commitment: old.commitment, start: null, seals: ['', OTHER], mine: [] })
    expect(sawEarly(table)).toBe(true)
    localStorage.setItem('kabuto.deals', JSON.stringify([{ table: 'older', commitment: OTHER, seals: null, early: true }]))
    expect(receiptOf('older')).toMatchObject({ receipt: 1, commitment: OTHER, seals: null, mine: [] })
    expect(receiptOf('unseen')).toBeNull()
    expect(sawEarly('unseen')).toBe(false)
  })

  it('by an older page at a table of version 2 is no reason to add nothing', () => {
    localStorage.setItem('kabuto.deals', JSON.stringify([{ table, commitment: deal().commitment, seals: ['', ''], early: true }]))
    seal(table)
    expect(receiptOf(table)).toMatchObject({ receipt: 2, start: deal().start, seals: null })
    localStorage.setItem('kabuto.deals', JSON.stringify([{ table: `${table} lie`, commitment: OTHER, seals: null, early: true }]))
    expect(hear(`${table} lie`, deal())).toEqual([])
  })

  it('is kept longer where this browser added something', () => {
    seal(table)
    for (let n = 0; n < 150; n++) remember(`${table} ${n}`, deal(), { status: 'over', mine: [] })
    expect(receiptOf(table)).not.toBeNull()
    expect(receiptOf(`${table} 0`)).toBeNull()
    expect(receiptOf(`${table} 149`)).not.toBeNull()
  })
})
