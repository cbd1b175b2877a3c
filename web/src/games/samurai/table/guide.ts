// What to do next, in one sentence.
import { figureName, tokenName } from '../board/describe'
import { TOKEN } from '../board/tokens'
import { whereMark } from '../board/places'
import { things } from '../vocabulary'
import { tell } from '../words'
import type { Own, Position, Sentence } from '../types'
import { isFigure, paths, type Choice } from './choice'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The sentence for the one who is to move. */
export function guide(edition: string, position: Position, own: Own, choice: Choice): Sentence {
  const words = things(edition)
  const [first, a = '', f = ''] = choice.picked
  if (position.phase === 'draft') return tell(first ? 'table.guide_draft_space' : 'table.guide_draft', words)
  if (first) {
    const token = capital(tokenName(edition, first))
    if (choice.next.length && choice.next.every(isFigure)) return tell('table.guide_x_figure', { ...words, at: whereMark(choice.picked.at(-1)!) })
    if (first === 'X')
      return f
        ? tell('table.guide_x_second', { figure: figureName(edition, f), at: whereMark(a) })
        : tell('table.guide_x_first', { token })
    if (first === 'T') return a ? tell('table.guide_t_second', { ...words, at: whereMark(a) }) : tell('table.guide_t_first', { ...words, token })
    return tell('table.guide_space', { token })
  }
  const plays = own.legal.filter((move) => move !== '/')
  if (!own.legal.length) return []
  if (!position.played.length) return plays.length ? tell('table.guide_first', words) : tell('table.guide_pass')
  if (!plays.length) return tell('table.guide_end')
  return tell(own.legal.includes('/') && plays.every((move) => TOKEN.get(paths(move)[0]![0]!)?.fast) ? 'table.guide_fast' : 'table.guide_more', words)
}
