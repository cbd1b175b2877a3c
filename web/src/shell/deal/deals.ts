// What this browser adds to the deal of a game, and the receipt that it keeps of it: see docs/deals.md.
import { sha256 as digest } from '@noble/hashes/sha2.js'
import type { ClientMessage, Deal, TableInfo } from '../protocol'
import { VERSION } from '../lib/sealing'

/** What became of a message: never sent, never answered, or answered. */
export type Outcome = '' | 'sent' | 'accepted' | 'refused'

/** What this browser added on one seat. */
export interface Own {
  seat: number
  seal: string
  part: string
  sealed: Outcome
  opened: Outcome
}

/** What this browser saw and sent before a deal. */
export interface Receipt {
  /** The version of the deal. */
  receipt: number
  /** The hash of the table. */
  table: string
  commitment: string
  /** The hash of how the game begins; null in version 1. */
  start: string | null
  /** Null: some were still to come. */
  seals: string[] | null
  mine: Own[]
}

/** As it is kept here. */
interface Kept extends Receipt {
  /** Whether it was before the deal. */
  early: boolean
}

/** What was kept by a page that sealed by version 1. */
interface Seen {
  table: string
  commitment: string
  seals: string[] | null
  early: boolean
}

type Sealing = Extract<ClientMessage, { type: 'seal' }>
type Opening = Extract<ClientMessage, { type: 'open' }>
/** What a page says about a deal. */
export type Addition = Omit<Sealing, 'id'> | Omit<Opening, 'id'>

const DIGITS = /^[0-9a-f]{64}$/
const RECEIPTS = 'kabuto.receipts'
const SEEN = 'kabuto.deals'
/** How many receipts are kept. */
const MOST = 100

/** The list that lasts as long as this browser's storage, or else as long as this page. */
let kept: Kept[] = []
/** Whether the storage took it. */
let stored = true

function read<T>(key: string): T[] | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (Array.isArray(found)) return found.filter((each) => each && typeof each === 'object') as T[]
  } catch {
    // storage may be blocked or hold nonsense
  }
  return null
}

function receipts(): Kept[] {
  const found = stored ? read<Kept>(RECEIPTS) : null
  return (kept = found?.filter(({ mine }) => Array.isArray(mine)) ?? kept)
}

/** Keep the newest: those with a part of this browser longer than what it only saw. */
function write(list: Kept[]): void {
  let spare = list.length - MOST
  kept = list.filter(({ mine }) => mine.length || spare-- <= 0).slice(-MOST)
  try {
    localStorage.setItem(RECEIPTS, JSON.stringify(kept))
    stored = true
  } catch {
    stored = false // it holds until the page is closed
  }
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
/** The hash of a text. The browser's own is there on https pages alone, and tables are also played at home over http. */
export const sha256 = (text: string): string => hex(digest(new TextEncoder().encode(text)))
/** The hash of some values, which is that of nothing else. */
export const hashed = (kind: string, ...values: (string | number)[]): string => sha256(['kabuto deal 2', kind, ...values].join(' '))
const sealOf = (deal: { table: string; start: string; commitment: string }, seat: number, part: string): string =>
  hashed('person', deal.table, seat, deal.start, deal.commitment, part)
const newPart = (): string => hex(crypto.getRandomValues(new Uint8Array(32)))

function find(table: string): Kept | undefined {
  const hash = hashed('table', table)
  const found = receipts().find((each) => each.table === hash)
  const old = found ? undefined : read<Seen>(SEEN)?.find((each) => each.table === table)
  return old ? { receipt: 1, table: hash, commitment: old.commitment, start: null, seals: old.seals, mine: [], early: old.early } : found
}

function keep(receipt: Kept): void {
  write([...receipts().filter((each) => each.table !== receipt.table), receipt])
}

/** Remember what is known of a deal, and of what was added here; what was seen first is never replaced. */
export function remember(table: string, deal: Deal, { status, mine }: Pick<TableInfo, 'status' | 'mine'>): void {
  const early = status === 'waiting'
  const before = find(table)
  const fresh: Kept = { receipt: versionOf(deal), table: hashed('table', table), commitment: deal.commitment, start: deal.start || null, seals: null, mine: [], early }
  const known = before && isOlder(before, deal) ? { ...fresh, early: before.early } : (before ?? fresh)
  const complete = deal.version === VERSION ? deal.is_sealed : deal.is_due || !early
  const seals = known.seals ?? (complete ? deal.seals : null)
  const agrees = isOf(known, deal)
  // A seat that is given up loses its seal; after that the seat says nothing about this browser.
  const own = known.mine.filter(({ seat, opened }) => !early || deal.is_sealed || opened || mine.includes(seat))
  const told = own.map((each) => (agrees && deal.seals[each.seat] === each.seal ? acknowledged(each, deal) : each))
  const after = { ...known, seals, mine: told }
  if (!before || JSON.stringify(after) !== JSON.stringify(before)) keep(after)
}

/** Whether a page of the last version saw this deal by version 2, and didn't know what that is. */
const isOlder = (known: Receipt, deal: Deal): boolean => known.receipt === 1 && versionOf(deal) === VERSION && known.commitment === deal.commitment

const versionOf = (deal: Deal): number => deal.version ?? 1 // a server of the last version doesn't say

/** What was added, once the server says that it has it. */
const acknowledged = (own: Own, deal: Deal): Own => ({
  ...own,
  sealed: 'accepted',
  opened: deal.opened.includes(own.seat) && own.opened ? 'accepted' : own.opened,
})

/** Whether a deal is the one that was seen first at its table. */
const isOf = (known: Receipt, deal: Deal): boolean =>
  known.receipt === versionOf(deal) && known.commitment === deal.commitment && known.start === (deal.start || null)

/** Whether the server told something else of a deal first. */
export function changed(table: string, deal: Deal): boolean {
  const known = find(table)
  return !!known && (!isOf(known, deal) || (known.seals !== null && (deal.is_sealed ?? true) && known.seals.join() !== deal.seals.join()))
}

/** What was sent from this page already: a connection repeats it by itself. */
const sent = new Set<string>()

/**
 * What this page is to say about a deal now: a part is sealed for this table, seat, start and commitment alone, and shown
 * only if that very seal stands among all seals, which are those it saw first.
 */
export function additions(table: string, deal: Deal, { status, mine }: Pick<TableInfo, 'status' | 'mine'>): Addition[] {
  const known = find(table)
  const isBound = deal.version === VERSION && DIGITS.test(deal.commitment) && DIGITS.test(deal.start)
  if (!isBound || status !== 'waiting' || !known || changed(table, deal)) return []
  const found = deal.is_sealed ? (deal.is_due ? opened(known, deal, mine) : []) : sealed(table, known, deal, mine)
  return found.filter((message) => {
    const name = JSON.stringify(message)
    return !sent.has(name) && sent.add(name)
  })
}

function sealed(table: string, known: Kept, deal: Deal, mine: number[]): Addition[] {
  const { commitment, start } = deal
  const awaited = deal.to_seal.filter((seat) => mine.includes(seat))
  // A player may have sat down with another page, which didn't say that it will seal.
  const seats = awaited.length || mine.some((seat) => deal.seals[seat]) ? awaited : mine.slice(0, 1)
  const more = seats.filter((seat) => !known.mine.some((each) => each.seat === seat)).map((seat): Own => {
    const part = newPart()
    return { seat, part, seal: sealOf({ ...deal, table: known.table }, seat, part), sealed: 'sent', opened: '' }
  })
  if (more.length) keep({ ...known, mine: [...known.mine, ...more] })
  const own = [...known.mine, ...more].filter(({ seat, opened }) => seats.includes(seat) && !opened)
  return own.map(({ seat, seal }) => ({ type: 'seal', table, seat, commitment, start, seal }))
}

function opened(known: Kept, deal: Deal, mine: number[]): Addition[] {
  const bound = { ...deal, table: known.table }
  const own = known.mine.filter(
    ({ seat, seal, part }) =>
      mine.includes(seat) && deal.seals[seat] === seal && !deal.opened.includes(seat) && sealOf(bound, seat, part) === seal,
  )
  const shown = known.mine.map((each): Own => (own.includes(each) && !each.opened ? { ...each, opened: 'sent' } : each))
  if (own.length) keep({ ...known, mine: shown })
  return own.map(({ seat, part }) => ({ type: 'open', seat, part }))
}

/** Keep what became of something that was said. */
export function answered(table: string, message: Addition, refused: string | undefined): void {
  if (refused === 'not_stored' || refused === 'too_fast') {
    sent.delete(JSON.stringify(message))
    return
  }
  const known = find(table)
  const what = message.type === 'seal' ? 'sealed' : 'opened'
  const own = known?.mine.find((each) => each.seat === message.seat && (message.type === 'seal' ? each.seal === message.seal : each.part === message.part))
  if (!known || !own || own[what] === 'accepted') return
  keep({ ...known, mine: known.mine.map((each) => (each === own ? { ...own, [what]: refused ? 'refused' : 'accepted' } : each)) })
}

/** What this browser saw and sent before a deal, if it was there. */
export function receiptOf(table: string): Receipt | null {
  const found = find(table)
  if (!found) return null
  const { early: _, ...receipt } = found
  return receipt
}

/** Whether this browser knew the commitment of a table before the deal. */
export const sawEarly = (table: string): boolean => find(table)?.early ?? false
