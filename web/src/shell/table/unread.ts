// How much of the talk at a table has not been read yet. Kept in localStorage, so that a reload brings nothing old back.
import { isHidden } from '../lib/hidden.svelte'
import type { Model } from './model'

const KEY = 'kabuto.read'
/** How many tables are remembered, the latest ones. */
const MOST = 50

function kept(): [table: string, number: number][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter((each) => typeof each?.[0] === 'string' && typeof each[1] === 'number') : []
  } catch {
    return [] // storage may be blocked or hold nonsense
  }
}

/** The number of the last line that was read at a table. */
export const lastRead = (table: string): number => kept().find(([id]) => id === table)?.[1] ?? 0

/** Everything up to this line has been read. */
export function keepRead(table: string, number: number): void {
  if (number <= lastRead(table)) return
  try {
    const others = kept().filter(([id]) => id !== table)
    localStorage.setItem(KEY, JSON.stringify([...others, [table, number]].slice(-MOST)))
  } catch {
    // then it holds until the page is closed
  }
}

/** How many lines of others came after the last one that was read. */
export const unreadIn = ({ talk, speaker }: Pick<Model, 'talk' | 'speaker'>, read: number): number =>
  talk.filter(({ number, who }) => number > read && who !== speaker && !isHidden(who)).length
