// What a sentence speaks of while the pointer is on it: a board lights it up.

class Pointing {
  /** The spaces pointed at. */
  spaces = $state.raw<readonly string[]>([])
  /** The token pointed at, by its code. */
  token = $state('')
  /** How often a place was asked for by a click: the board comes into sight. */
  asked = $state(0)
  /** How many boards would show it. */
  boards = $state(0)

  /** Point at some spaces, or at nothing. */
  at(...spaces: string[]): void {
    this.spaces = spaces
  }

  /** Show a space, wherever it is. */
  show(space: string): void {
    this.at(space)
    this.asked += 1
  }
}

export const pointing = new Pointing()

/** Arrow keys lead from place to place inside a list that has the focus, so that the tab key stays short. */
export function roam(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.space')]
  if (!all.length) return
  const at = all.indexOf(document.activeElement as HTMLElement)
  const forward = event.key === 'ArrowRight' ? 1 : -1
  const next = at < 0 ? all.at(-1)! : all[(at + forward + all.length) % all.length]!
  event.preventDefault()
  next.focus()
}
