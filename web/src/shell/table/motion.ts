// Pictures in motion over the page. Only pictures move: wherever a motion ends early, everything lies where it belongs.

/** Whether the person asked for little motion. */
export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Where in the window the first of these elements is that can be seen. */
export function boxOf(...selectors: string[]): DOMRect | undefined {
  for (const selector of selectors) {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    if (box?.width) return box
  }
  return undefined
}

interface Way {
  /** Milliseconds before it leaves, and on its way. */
  wait: number
  duration: number
  /** Its width in pixels. */
  size: number
  /** How large it arrives, compared with how it left. */
  shrink?: number
}

const flying = new Set<Animation>()

/** Let a picture leave one place of the window for another; nothing where motion is not wanted. */
export function fly(picture: SVGSVGElement, from: DOMRect, to: DOMRect, { wait, duration, size, shrink = 0.5 }: Way): void {
  if (calm()) return
  picture.classList.add('flight')
  picture.setAttribute('aria-hidden', 'true')
  picture.style.width = picture.style.height = `${size}px`
  document.body.append(picture)
  const at = (box: DOMRect, scale: number): string => `translate(${box.x + box.width / 2 - size / 2}px, ${box.y + box.height / 2 - size / 2}px) scale(${scale})`
  const flight = picture.animate(
    [
      { transform: at(from, 1), opacity: 1 },
      { transform: at(from, 1.3), opacity: 1, offset: 0.25 },
      { transform: at(to, shrink), opacity: 0.9 },
    ],
    { duration, delay: wait, easing: 'ease-in-out', fill: 'both' },
  )
  flying.add(flight)
  flight.onfinish = () => {
    flying.delete(flight)
    picture.remove()
  }
}

/** Everything arrives at once. */
export function arrive(): void {
  for (const flight of flying) flight.finish()
}

// where the window changes, the places have changed too
if (typeof addEventListener === 'function') addEventListener('resize', arrive)
