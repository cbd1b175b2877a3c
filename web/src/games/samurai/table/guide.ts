// What to do next, in one sentence.
import { figureName, tokenName } from '../board/describe'
import { TOKEN } from '../board/tokens'
import { things } from '../vocabulary'
import { t } from '../words'
import type { Own, Position } from '../types'
import { isFigure, paths, type Choice } from './choice'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The sentence for the one who is to move. */
export function guide(edition: string, position: Position, own: Own, choice: Choice): string {
  const words = things(edition)
  const [first, a = '', f = ''] = choice.picked
  if (position.phase === 'draft') return t(first ? 'table.guide_draft_space' : 'table.guide_draft')
  if (first) {
    const token = capital(tokenName(edition, first))
    if (choice.next.length && choice.next.every(isFigure)) return t('table.guide_x_figure', { space: choice.picked.at(-1)! })
    if (first === 'X')
      return f
        ? t('table.guide_x_second', { figure: capital(figureName(edition, f)), space: a })
        : t('table.guide_x_first', { token })
    if (first === 'T') return a ? t('table.guide_t_second', { ...words, space: a }) : t('table.guide_t_first', { ...words, token })
    return t('table.guide_space', { token })
  }
  const plays = own.legal.filter((move) => move !== '/')
  if (!own.legal.length) return ''
  if (!position.played.length) return plays.length ? t('table.guide_first', words) : t('table.guide_pass')
  if (!plays.length) return t('table.guide_end')
  return t(own.legal.includes('/') && plays.every((move) => TOKEN.get(paths(move)[0]![0]!)?.fast) ? 'table.guide_fast' : 'table.guide_more', words)
}
