// How far the map is zoomed in, and where it was pushed. Pure: easy to test.
import type { Placement } from './fit'

/** How much larger than the whole map, and how far it was pushed, in pixels. */
export interface Zoom {
  times: number
  x: number
  y: number
}
interface Size {
  width: number
  height: number
}

export const WHOLE: Zoom = { times: 1, x: 0, y: 0 }

/** Keep the map over the whole box. */
export function clamped({ times, x, y }: Zoom, { width, height }: Size): Zoom {
  const within = (push: number, size: number): number => Math.min(0, Math.max(size - size * times, push))
  return { times, x: within(x, width), y: within(y, height) }
}

/** Bring a point of the whole map into the middle of the box. */
export const centred = (zoom: Zoom, x: number, y: number, box: Size): Zoom =>
  clamped({ times: zoom.times, x: box.width / 2 - x * zoom.times, y: box.height / 2 - y * zoom.times }, box)

/** The same part of the map at the same size, after the whole map was placed anew. */
export function kept(zoom: Zoom, before: Placement, now: Placement, old: Size, box: Size): Zoom {
  if (zoom.times === 1) return WHOLE
  const scale = before.scale * zoom.times
  const middle = (size: number, offset: number, push: number): number => (size / 2 - offset * zoom.times - push) / scale
  const times = scale / now.scale
  if (times <= 1) return WHOLE
  const x = middle(old.width, before.left, zoom.x) * now.scale + now.left
  const y = middle(old.height, before.top, zoom.y) * now.scale + now.top
  return centred({ times, x: 0, y: 0 }, x, y, box)
}
