// The room that panels leave on a table: where they lie, measured whenever something changes its size.

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A panel; a heavier one is less willingly covered by what opens for a moment. */
export interface Panel extends Box {
  weight: number
}

/** A box with panels in it, in pixels from its corner: what lies below a panel cannot be seen. */
export interface Room {
  width: number
  height: number
  panels: Panel[]
}

/** Measures the elements marked `data-panel` within another one; the mark may give a weight. */
export class Measure {
  room: Room | null = $state.raw(null)
  /** Panels may grow while a turn is played, but never shrink: the map would jump with every sentence. */
  private tallest = new Map<Element, number>()

  /** Attach to an element; returns what ends it. */
  readonly watch = (element: HTMLElement): (() => void) => {
    const observer = new ResizeObserver(() => this.look(element))
    for (const each of [element, ...element.querySelectorAll('[data-panel]')]) observer.observe(each)
    return () => observer.disconnect()
  }

  private look(element: HTMLElement): void {
    const within = element.getBoundingClientRect()
    const { width, height } = within
    if (this.room?.width !== width || this.room.height !== height) this.tallest.clear()
    const panels = [...element.querySelectorAll<HTMLElement>('[data-panel]')].flatMap((panel) => {
      const box = panel.getBoundingClientRect()
      if (!box.width || !box.height) return []
      const tall = Math.max(box.height, this.tallest.get(panel) ?? 0)
      this.tallest.set(panel, tall)
      const top = box.y - within.y
      const y = top > height / 2 ? top + box.height - tall : top
      return [{ x: box.x - within.x, y, width: box.width, height: tall, weight: Number(panel.dataset.panel) || 1 }]
    })
    const found = { width, height, panels }
    if (JSON.stringify(found) !== JSON.stringify(this.room)) this.room = found
  }
}
