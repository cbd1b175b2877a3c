// Begin a study of something: a finished game, a puzzle, a lesson, or another person's study.
import { ask } from '../lib/api'
import { go } from '../lib/router.svelte'
import type { ReviewedTurn, StudyContent, StudyInfo, StudyNode, TurnPoint } from '../protocol'
import { add, change, fromMoves, packed, type Nodes } from './tree'

export interface Source {
  record: Record<string, unknown>
  title: string
  /** Whose view it is shown from; everything is open without it. */
  seat?: number | null
  /** After how many moves one begins to look. */
  at?: number
  /** What an analysis has found: turns, and how the chances went. */
  turns?: readonly ReviewedTurn[]
  points?: readonly TurnPoint[]
}

/** The moves of a record with what an analysis says of them; where a better turn leaves the one that was played begins a variation. */
export function reviewed(moves: readonly string[], turns: readonly ReviewedTurn[], points: readonly TurnPoint[]): StudyNode[] {
  let nodes: Nodes = fromMoves(moves)
  for (const { ply, chances } of points) if (ply <= moves.length) nodes = change(nodes, ply, { chances })
  for (const { since, better } of turns) {
    const leaves = better?.moves.findIndex((move, i) => move !== moves[since + i]) ?? -1
    if (leaves >= 0 && since + leaves < moves.length) ({ nodes } = add(nodes, since + leaves, better!.moves[leaves]!))
  }
  return packed(nodes)
}

/** Keep a study, and go there. */
export async function keepStudy(study: StudyContent, at = 0): Promise<void> {
  const { id } = await ask<StudyInfo>('POST', '/api/studies', { study })
  go(`/study/${id}${at ? `#${at}` : ''}`)
}

/** Begin a study, and go there. */
export function startStudy({ record, title, seat = null, at = 0, turns = [], points = [] }: Source): Promise<void> {
  const moves = (record.moves ?? []) as string[]
  return keepStudy({ kabuto: 'study', record, title, seat, nodes: points.length ? reviewed(moves, turns, points) : fromMoves(moves) }, at)
}

/** Begin a study from a file: one that was saved before, or a record. */
export function openStudy(found: Record<string, unknown>, name: string): Promise<void> {
  if (found.kabuto === 'study') return keepStudy(found as unknown as StudyContent)
  return startStudy({ record: found, title: name.slice(0, 120) })
}
