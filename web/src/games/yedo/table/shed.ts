// Nothing is cut: what a box has no room for leaves it whole. Parts say with `data-shed` who leaves first, the highest.

/** Leave out parts of a box until the rest has room. */
export function shed(box: HTMLElement): () => void {
  let due = 0
  const cut = (): boolean => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1
  function fit(): void {
    due = 0
    const parts = [...box.querySelectorAll<HTMLElement>('[data-shed]')].sort((a, b) => Number(b.dataset.shed) - Number(a.dataset.shed))
    if (!parts.some((part) => part.style.display) && !cut()) return
    for (const part of parts) part.style.display = ''
    for (const part of parts) {
      if (!cut()) return
      part.style.display = 'none'
    }
  }
  const soon = (): void => {
    due ||= requestAnimationFrame(fit)
  }
  const sizes = new ResizeObserver(soon)
  const changes = new MutationObserver(() => {
    watch()
    fit() // at once: no one is to see it cut
  })
  /** The parts too: they grow when a font arrives. */
  const watch = (): void => {
    sizes.observe(box)
    for (const part of box.children) sizes.observe(part)
  }
  watch()
  changes.observe(box, { subtree: true, childList: true, characterData: true })
  fit()
  return () => {
    cancelAnimationFrame(due)
    sizes.disconnect()
    changes.disconnect()
  }
}
