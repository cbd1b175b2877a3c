// Pieces in motion: tokens come from their players, exchanged pieces change places, captured figures go to their owners.
// Only pictures move: wherever a motion is broken off, the piece lies where it belongs.
import { boxOf, calm, fly } from '../../../shell/table/motion'
import type { Captured, LogEntry } from '../types'
import { paths } from './choice'
import { SIGNS, type Letter } from '../icons'

const SVG = 'http://www.w3.org/2000/svg'

/** Beats of a captured figure on its way, and between two of them. */
const FLIGHT = 1.2
const NEXT = 0.3

/** How many beats a move and what it captures need on the board. */
export function beats({ move, events }: LogEntry): number {
  const laid = move === '/' || move.startsWith('+') ? 0 : 1
  return laid + (events.length ? FLIGHT + NEXT * (events.length - 1) : 0)
}

/** Show a move: its pieces come to their places, then what it captures flies. The board still is as it was before. */
export function perform(entry: LogEntry, beat: number): void {
  flyAll(entry.events, beat, beats({ ...entry, events: [] }) * beat)
  if (calm()) return
  const [first = '', a = '', f = '', b = '', g = ''] = paths(entry.move)[0] ?? []
  const player = boxOf(`[data-seat="${entry.seat}"]`)
  const comes: [string, DOMRect | undefined][] =
    first === 'X'
      ? [[figureAt(b, f), boxOf(spaceAt(a))], [figureAt(a, g), boxOf(spaceAt(b))]]
      : first === 'T'
        ? [[tokenAt(f), boxOf(spaceAt(a))], [tokenAt(a), player]]
        : [[first.endsWith('*') ? figureAt(a, first[0]!) : tokenAt(a), player]]
  requestAnimationFrame(() => {
    for (const [piece, from] of comes) glide(document.querySelector<SVGGElement>(piece), from, beat * 0.85)
  })
}

const spaceAt = (space: string): string => `[data-space="${space}"]`
const tokenAt = (space: string): string => `[data-laid="${space}"]`
const figureAt = (space: string, figure: string): string => `[data-figure="${space}${figure}"]`

/** Let a piece come from another place of the window to where it is. */
function glide(piece: SVGGElement | null, from: DOMRect | undefined, duration: number): void {
  const [to, scale] = [piece?.getBoundingClientRect(), piece?.getScreenCTM()?.a]
  if (!piece || !from?.width || !to || !scale) return
  const x = (from.x + from.width / 2 - to.x - to.width / 2) / scale
  const y = (from.y + from.height / 2 - to.y - to.height / 2) / scale
  piece.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(1.1)` },
      { transform: 'translate(0, 0) scale(1.35)', offset: 0.75 },
      { transform: 'none' },
    ],
    { duration, easing: 'ease-in-out' },
  )
}

/** Captured figures leave their settlements one after the other. */
export function flyAll(fallen: readonly Captured[], beat: number, wait = 0): void {
  for (const [i, { space, figure, winner }] of fallen.entries()) {
    const from = boxOf(figureAt(space, figure))
    const to = boxOf(winner === null ? '[data-aside]' : `[data-seat="${winner}"]`)
    if (from && to) fly(pictureOf(figure), from, to, { wait: wait + i * NEXT * beat, duration: FLIGHT * beat, size: from.width })
  }
}

function pictureOf(figure: string): SVGSVGElement {
  const picture = document.createElementNS(SVG, 'svg')
  picture.setAttribute('viewBox', '-8 -8 116 116')
  for (const part of SIGNS[figure as Letter]) {
    const [shape, width] = typeof part === 'string' ? [part, 0] : part
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('d', shape)
    if (width) {
      path.setAttribute('class', width < 0 ? 'cut' : 'pen')
      path.setAttribute('stroke-width', String(Math.abs(width)))
    }
    picture.append(path)
  }
  return picture
}
