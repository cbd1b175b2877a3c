// What this browser adds to the deal of a game, and what it remembers to verify one: see docs/deals.md.
import type { Deal, NewTable, TableInfo } from '../protocol'
import { ask } from './api'
import { sha256 } from './sha256'

/** A proof as the server publishes it after the game. */
export interface Proof {
  deal: number
  commitment: string
  secret: string
  /** Null where nothing was added; a part that is null was withheld. */
  seats: ({ seal: string; part: string | null } | null)[]
}

/** What this browser knew of a deal. */
interface Seen {
  table: string
  commitment: string
  /** Null: some were still to come. */
  seals: string[] | null
  /** Whether it was before the deal. */
  early: boolean
}

interface Part {
  seal: string
  part: string
}

const PARTS = 'kabuto.parts'
const SEEN = 'kabuto.deals'
/** How many parts and how many deals are remembered. */
const MOST = 100

/** Lists that last as long as this browser's storage, or else as long as this page. */
const kept: Record<string, unknown[]> = {}

function read<T>(key: string): T[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    if (Array.isArray(found)) kept[key] = found.filter((each) => each && typeof each === 'object')
  } catch {
    // storage may be blocked or hold nonsense
  }
  return (kept[key] ??= []) as T[]
}

function write(key: string, list: unknown[]): void {
  kept[key] = list.slice(-MOST)
  try {
    localStorage.setItem(key, JSON.stringify(kept[key]))
  } catch {
    // it holds until the page is closed
  }
}

const sealOf = (part: string): string => sha256(`kabuto deal 1 person ${part}`)
const commitmentOf = (secret: string): string => sha256(`kabuto deal 1 server ${secret}`)

/** Choose a part of the next deal by chance, keep it, and return its seal. */
export function newSeal(): string {
  const part = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const seal = sealOf(part)
  write(PARTS, [...read<Part>(PARTS), { seal, part }])
  return seal
}

/** Set a table, and seal a part of its deal. */
export const setTable = (wanted: NewTable): Promise<TableInfo> => ask('POST', '/api/tables', { ...wanted, seal: newSeal() } satisfies NewTable)

const shown = new Set<string>()

/** The parts that are to be shown now: those of seals which were made here, each once. */
export function openings(deal: Deal): { seat: number; part: string }[] {
  if (!deal.is_due) return []
  const mine = read<Part>(PARTS)
  return deal.seals.flatMap((seal, seat) => {
    const found = mine.find((each) => each.seal === seal)
    if (!found || deal.opened.includes(seat) || shown.has(seal)) return []
    shown.add(seal)
    return [{ seat, part: found.part }]
  })
}

/** Remember what is known of a deal; what was seen first is never replaced. */
export function remember(table: string, deal: Deal, early: boolean): void {
  const before = read<Seen>(SEEN)
  const known = before.find((each) => each.table === table)
  if (known?.seals) return
  const seals = deal.is_due || !early ? deal.seals : null
  if (known && !seals) return
  const seen: Seen = known ? { ...known, seals } : { table, commitment: deal.commitment, seals, early }
  write(SEEN, [...before.filter((each) => each !== known), seen])
}

/** Whether this browser knew the commitment of a table before the deal. */
export const sawEarly = (table: string): boolean => read<Seen>(SEEN).some((each) => each.table === table && each.early)

export type Fault = { what: 'form' | 'secret' | 'seen' } | { what: 'part'; seat: number }

/** What is wrong with a proof, as far as a browser can tell: its hashes, and what was seen before. */
export function faultOf(proof: Proof, table: string): Fault | null {
  if (proof.deal !== 1 || !Array.isArray(proof.seats)) return { what: 'form' }
  if (commitmentOf(proof.secret) !== proof.commitment) return { what: 'secret' }
  const wrong = proof.seats.findIndex((each) => each?.part && sealOf(each.part) !== each.seal)
  if (wrong >= 0) return { what: 'part', seat: wrong }
  const seen = read<Seen>(SEEN).find((each) => each.table === table)
  const seals = proof.seats.map((each) => each?.seal ?? '')
  const differs = seen && (seen.commitment !== proof.commitment || (seen.seals && seen.seals.join() !== seals.join()))
  return differs ? { what: 'seen' } : null
}
