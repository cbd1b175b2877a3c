// Keeps the keyboard where it is used: a button that is pressed and vanishes must not leave it nowhere.
import { isArrived } from './router.svelte'

const HOME = '[data-home]'
const isNowhere = (): boolean => !document.activeElement || document.activeElement === document.body

/** Calls `look` after every change inside an element that can have taken the focus away. */
function afterChanges(element: HTMLElement, look: () => void): () => void {
  // Browsers give the focus up only after they have drawn the page, and a busy one does so late.
  const soon = (): void => {
    requestAnimationFrame(() => setTimeout(look))
    setTimeout(look, 250)
  }
  const observer = new MutationObserver(soon)
  observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('close', soon, true) // of a dialog
  soon()
  return () => {
    observer.disconnect()
    document.removeEventListener('close', soon, true)
  }
}

/** Attach to an element: when what had the focus in it disappears or is disabled, the part marked `data-home` gets it. */
export function keepFocus(element: HTMLElement): () => void {
  let held = isArrived() // the link or button that led here is gone
  const inside = (): void => void (held = true)
  const pressed = (): void => void (held = false) // a press on something that can have the focus gives it the focus next
  const stop = afterChanges(element, () => {
    if (held && isNowhere() && !document.querySelector('dialog[open]')) {
      element.querySelector<HTMLElement>(HOME)?.focus({ preventScroll: true })
    }
  })
  element.addEventListener('focusin', inside)
  document.addEventListener('pointerdown', pressed, true)
  return () => {
    stop()
    element.removeEventListener('focusin', inside)
    document.removeEventListener('pointerdown', pressed, true)
  }
}

/** Attach to a dialog: when the button with the focus disappears, what one most likely wants next gets it. */
export const keepFocusInDialog = (dialog: HTMLDialogElement): (() => void) =>
  afterChanges(dialog, () => {
    if (dialog.open && isNowhere()) [...dialog.querySelectorAll<HTMLElement>('.primary, header button')].at(-1)?.focus()
  })
