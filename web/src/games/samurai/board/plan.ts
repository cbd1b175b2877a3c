// A turn that has not been played, as the map draws it: ghosts of its tokens, and arrows where pieces change places.
import { paths } from '../table/choice'
import type { Lying } from './Board.svelte'

/** How a plan looks: a hint, or what was played and what would have been better. */
export type Look = 'hint' | 'played' | 'better'

/** A piece where it would lie. */
export interface Ghost {
  space: string
  /** A token's code, or a figure's letter. */
  code: string
  kind: 'token' | 'figure'
  /** Which move of the turn brings it there. */
  move: number
}

export interface Arrow {
  from: string
  to: string
}

export interface Plan {
  look: Look
  seat: number
  ghosts: Ghost[]
  arrows: Arrow[]
}

/** The moves of one's own in a line: up to the end of the turn, without what others may answer. */
export function ownMoves(line: readonly string[]): string[] {
  const end = line.indexOf('/')
  return end < 0 ? [...line] : line.slice(0, end + 1)
}

/** Where the pieces of a turn would lie. */
export function plan(look: Look, seat: number, moves: readonly string[], { tokens }: Pick<Lying, 'tokens'>): Plan {
  const ghosts: Ghost[] = []
  const arrows: Arrow[] = []
  moves.forEach((notation, i) => {
    const [first, a = '', f = '', b = '', g = ''] = paths(notation)[0] ?? []
    const ghost = (space: string, code: string, kind: Ghost['kind'] = 'token'): unknown => ghosts.push({ space, code, kind, move: i + 1 })
    if (first === 'X') {
      arrows.push({ from: a, to: b }, { from: b, to: a })
      ghost(b, f, 'figure')
      ghost(a, g, 'figure')
    } else if (first === 'T') {
      arrows.push({ from: a, to: f })
      ghost(f, tokens[a]?.[1] ?? ghosts.find(({ space }) => space === a)?.code ?? 'T')
      ghost(a, 'T')
    } else if (first?.endsWith('*')) ghost(a, first[0]!, 'figure')
    else if (a) ghost(a, first!)
  })
  return { look, seat, ghosts, arrows }
}
