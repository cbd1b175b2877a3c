// A captured figure is lifted from its settlement towards its owner, or beside the board.
import { SIGNS, type Letter } from '../icons'

const SVG = 'http://www.w3.org/2000/svg'

/** Whether the person asked for little motion. */
export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Move the picture of a figure from one place of the window to another; nothing where motion is not wanted. */
export function fly(figure: string, from: DOMRect, to: DOMRect, wait: number): void {
  if (calm()) return
  const picture = document.createElementNS(SVG, 'svg')
  picture.setAttribute('viewBox', '-8 -8 116 116')
  picture.setAttribute('class', 'flight')
  picture.setAttribute('aria-hidden', 'true')
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
  document.body.append(picture)
  const size = from.width
  const at = (box: DOMRect, scale: number): string =>
    `translate(${box.x + box.width / 2 - size / 2}px, ${box.y + box.height / 2 - size / 2}px) scale(${scale})`
  picture.style.width = `${size}px`
  const flight = picture.animate(
    [
      { transform: at(from, 0.6), opacity: 1 },
      { transform: at(from, 1.3), opacity: 1, offset: 0.25 },
      { transform: at(to, 0.5), opacity: 0.9 },
    ],
    { duration: 1100, delay: wait, easing: 'ease-in-out', fill: 'both' },
  )
  flight.onfinish = () => picture.remove()
}
