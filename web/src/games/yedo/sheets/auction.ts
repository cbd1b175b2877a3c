// How an auction stands, for the bench: who opened it, who leads, who is still asked, and who has left.
import type { Bidding } from '../protocol'

/** What a seat on the bench does. */
export type Stand = 'leads' | 'asked' | 'later' | 'last' | 'outbid' | 'passed' | 'names' | 'waits'

export interface Bidder {
  seat: number
  stand: Stand
  /** Whether this seat named the auction. */
  opened: boolean
  /** What it has bid; null: nothing. */
  bid: number | null
}

interface Entry {
  seat: number
  move: string
}

/** What each seat has bid in the auction that runs, from the moves that are known. */
export function bidsIn(log: readonly Entry[]): Map<number, number> {
  const begun = log.slice(log.findLastIndex(({ move }) => move.startsWith('auction ')) + 1)
  return new Map(begun.flatMap(({ seat, move }) => (move.startsWith('bid ') ? [[seat, Number(move.slice(4))]] : [])))
}

/** Those who can still win, in the order in which they are asked. */
export function bench(bidding: Bidding, log: readonly Entry[], toMove: number | null): Bidder[] {
  const { track, lot = '', beginner = null, best = null, bid = 0, asked = [], lots } = bidding
  const bids = lot ? bidsIn(log) : new Map<number, number>()
  const minimum = lots.find((each) => each.lot === lot)?.minimum ?? null
  return track.map((seat) => {
    const opened = lot !== '' && seat === beginner
    const made = seat === best ? bid : (bids.get(seat) ?? (opened ? minimum : null))
    return { seat, opened, bid: made, stand: stands(seat, made) }
  })

  function stands(seat: number, made: number | null): Stand {
    if (!lot) return seat === toMove ? 'names' : 'waits'
    if (seat === best) return 'leads'
    if (seat === toMove) return 'asked'
    if (asked.includes(seat)) return seat === beginner ? 'last' : 'later'
    return made === null ? 'passed' : 'outbid'
  }
}

/** Who is asked after a seat: only they can still go higher. */
export const later = ({ asked = [] }: Bidding, seat: number | null): number[] => asked.filter((each) => each !== seat)
