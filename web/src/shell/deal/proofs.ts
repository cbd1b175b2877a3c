// Whether the proof of a deal is right, as far as a browser can tell: its hashes, and what was seen and sent before.
import { hashed, receiptOf, sha256, type Own, type Receipt } from './deals'

/** A proof as the server publishes it after the game. */
export interface Proof {
  deal: number
  game: string
  /** The hash of the table; not in version 1, like the options. */
  table?: string
  options?: Record<string, unknown>
  commitment: string
  secret: string
  /** Null where nothing was added; a part that is null was withheld. */
  seats: ({ seal: string; part: string | null } | null)[]
  /** The record that the game went on from; null: it was dealt. */
  start: { moves?: unknown[] } | null
}

export type Fault =
  | { what: 'form' | 'secret' | 'commitment' | 'unplayed' | 'twice' | 'other_version' | 'other_table' | 'start' | 'seen' }
  | { what: 'part' | 'seal' | 'seal_left_out' | 'part_lost' | 'part_left_out'; seat: number }

/** A value as the one text that is hashed: JSON in ASCII, keys in order, no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, each]) => `${canonical(key)}:${canonical(each)}`).join(',')}}`
  }
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

interface Bond {
  table: string
  start: string
  commitment: string
}

function bondOf({ table = '', game, options, start, secret }: Proof): Bond {
  const begins = canonical({ game, options, start })
  const hash = start ? hashed('start', hashed('salt', secret), begins) : hashed('dealt', begins)
  return { table, start: hash, commitment: hashed('server', table, hash, secret) }
}

/** What is wrong with a proof; null: nothing that a browser could tell without dealing the game. */
export function faultOf(proof: Proof, table: string): Fault | null {
  if (!isProof(proof)) return { what: 'form' }
  const bond = proof.deal === 1 ? null : bondOf(proof)
  const receipt = receiptOf(table)
  if (bond && bond.table !== hashed('table', table)) return { what: 'other_table' }
  return faultInside(proof, bond) ?? (receipt && faultOutside(proof, bond, receipt))
}

function isProof(proof: Proof): boolean {
  const { deal, seats, start, options } = proof
  const known = deal === 1 || (deal === 2 && !!options && typeof options === 'object')
  return known && Array.isArray(seats) && (start === null || Array.isArray(start?.moves))
}

/** What is wrong with a proof by itself. */
function faultInside(proof: Proof, bond: Bond | null): Fault | null {
  if (proof.start && !proof.start.moves?.length) return { what: 'unplayed' }
  if (bond ? bond.commitment !== proof.commitment : sha256(`kabuto deal 1 server ${proof.secret}`) !== proof.commitment)
    return { what: bond ? 'commitment' : 'secret' }
  const sealOf = (seat: number, part: string): string =>
    bond ? hashed('person', bond.table, seat, bond.start, bond.commitment, part) : sha256(`kabuto deal 1 person ${part}`)
  const seat = proof.seats.findIndex((each, n) => each?.part && sealOf(n, each.part) !== each.seal)
  if (seat >= 0) return { what: 'part', seat }
  const seals = proof.seats.flatMap((each) => each?.seal ?? [])
  return bond && new Set(seals).size < seals.length ? { what: 'twice' } : null
}

/** What a proof has otherwise than this browser saw and sent it. */
function faultOutside(proof: Proof, bond: Bond | null, receipt: Receipt): Fault | null {
  if (receipt.receipt !== proof.deal) return { what: 'other_version' }
  if (bond && receipt.start !== bond.start) return { what: 'start' }
  if (receipt.commitment !== proof.commitment) return { what: 'seen' }
  const seals = proof.seats.map((each) => each?.seal ?? '')
  const seat = receipt.seals?.findIndex((seal, n) => seal !== seals[n]) ?? -1
  if (seat >= 0 || (receipt.seals && receipt.seals.length !== seals.length)) return { what: 'seal', seat: Math.max(0, seat) }
  for (const own of receipt.mine) {
    const what = faultOfOwn(proof, own)
    if (what) return { what, seat: own.seat }
  }
  return null
}

function faultOfOwn(proof: Proof, own: Own): 'seal' | 'seal_left_out' | 'part_lost' | 'part_left_out' | null {
  const share = proof.seats[own.seat]
  if (share?.seal !== own.seal) return own.sealed === 'accepted' ? 'seal' : 'seal_left_out'
  if (own.opened && !share.part) return own.opened === 'accepted' ? 'part_lost' : 'part_left_out'
  return null
}

/** What this browser's own part came to in a deal: it counts, it was never asked for, or there is none. */
export function ownPart(proof: Proof, table: string): 'used' | 'withheld' | 'none' {
  const own = receiptOf(table)?.mine.filter((each) => proof.seats[each.seat]?.seal === each.seal) ?? []
  if (!own.length) return 'none'
  return own.some((each) => proof.seats[each.seat]?.part === each.part) ? 'used' : 'withheld'
}
