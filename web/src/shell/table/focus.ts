// Keeps the keyboard at the table: a button that is pressed and vanishes must not leave it nowhere.

/** Attach to an element: when what had the focus in it disappears or is disabled, the part marked `data-home` gets it. */
export function keepFocus(element: HTMLElement): () => void {
  let held = false
  const inside = (): void => void (held = true)
  const pressed = (): void => void (held = false) // a press on something that can have the focus gives it the focus next
  function look(): void {
    const nowhere = !document.activeElement || document.activeElement === document.body
    if (held && nowhere && !document.querySelector('dialog[open]')) {
      element.querySelector<HTMLElement>('[data-home]')?.focus({ preventScroll: true })
    }
  }
  // Browsers give the focus up only after they have drawn the page.
  const observer = new MutationObserver(() => requestAnimationFrame(() => setTimeout(look)))
  observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  element.addEventListener('focusin', inside)
  document.addEventListener('pointerdown', pressed, true)
  return () => {
    observer.disconnect()
    element.removeEventListener('focusin', inside)
    document.removeEventListener('pointerdown', pressed, true)
  }
}
