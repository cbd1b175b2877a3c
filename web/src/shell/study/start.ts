// Begin a study of something: a finished game, a puzzle, a lesson, or somebody else's study.
import { ask } from '../lib/api'
import { go } from '../lib/router.svelte'
import type { Review, StudyContent, StudyInfo, StudyNode } from '../protocol'
import { add, change, fromMoves, packed, type Nodes } from './tree'

export interface Source {
  record: Record<string, unknown>
  title: string
  /** Whose view it is shown from; everything is open without it. */
  seat?: number | null
  /** After how many moves one begins to look. */
  at?: number
  /** What an analysis has found. */
  review?: Review | null
}

/** The moves of a record with what an analysis says of them; what it preferred becomes a variation. */
export function reviewed(moves: readonly string[], review: Review): StudyNode[] {
  let nodes: Nodes = change(fromMoves(moves), 0, { chances: review.start })
  for (const { ply, chances, is_costly, preferred } of review.moves) {
    if (ply >= moves.length) continue
    nodes = change(nodes, ply + 1, { chances })
    const [better] = preferred
    if (is_costly && better) ({ nodes } = add(nodes, ply, better))
  }
  return packed(nodes)
}

/** Keep a study, and go there. */
export async function keepStudy(study: StudyContent, at = 0): Promise<void> {
  const { id } = await ask<StudyInfo>('POST', '/api/studies', { study })
  go(`/study/${id}${at ? `#${at}` : ''}`)
}

/** Begin a study, and go there. */
export function startStudy({ record, title, seat = null, at = 0, review = null }: Source): Promise<void> {
  const moves = (record.moves ?? []) as string[]
  return keepStudy({ kabuto: 'study', record, title, seat, nodes: review ? reviewed(moves, review) : fromMoves(moves) }, at)
}

/** Begin a study from a file: one that was saved before, or a record. */
export function openStudy(found: Record<string, unknown>, name: string): Promise<void> {
  if (found.kabuto === 'study') return keepStudy(found as unknown as StudyContent)
  return startStudy({ record: found, title: name.slice(0, 120) })
}
