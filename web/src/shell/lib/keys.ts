// Single keys that do something at the table. Each can be given another letter, and all of them can be switched off:
// people who dictate or hit keys by accident would otherwise play moves they didn't want.
import { choose, settings } from './settings.svelte'

/** Action → its key, unless another one was chosen. */
const KEYS = { end: 'e', undo: 'u', next: 'n', previous: 'p' } as const
export type Action = keyof typeof KEYS
export const ACTIONS = Object.keys(KEYS) as Action[]

export const keyOf = (action: Action): string => settings.keys[action] ?? KEYS[action]

/** All of them, for a sentence that explains them. */
export const allKeys = (): Record<Action, string> => Object.fromEntries(ACTIONS.map((action) => [action, keyOf(action)])) as Record<Action, string>

/** Whether a key press is a shortcut at all: switched on, without Ctrl and the like, and not typed into a field. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (!settings.shortcuts || event.ctrlKey || event.metaKey || event.altKey) return false
  return !(event.target as Element | null)?.closest?.('input, select, textarea, dialog')
}

/** Do what a key stands for on a page that is stepped through, unless it is typed into a field, presses a button or is meant for `others`. */
export function stepBy(event: KeyboardEvent, steps: Record<string, () => void>, others = ''): void {
  const from = event.target as HTMLElement
  const act = steps[event.key]
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return
  if (from.closest(`input, select, textarea, dialog, svg.board${others}`)) return
  if (event.key === ' ' && from.closest('button, a, summary')) return
  event.preventDefault()
  act()
}

/** What a key press asks for; null: nothing. */
export function actionOf(event: KeyboardEvent): Action | null {
  if (!isShortcut(event)) return null
  return ACTIONS.find((action) => keyOf(action) === event.key.toLowerCase()) ?? null
}

/** Give an action another key, a letter; who had that letter gets the old one. */
export function assign(action: Action, key: string): void {
  const letter = key.toLowerCase()
  if (!/^\p{L}$/u.test(letter)) return
  const other = ACTIONS.find((each) => keyOf(each) === letter)
  const keys = { ...settings.keys, [action]: letter }
  if (other && other !== action) keys[other] = keyOf(action)
  choose('keys', keys)
}
