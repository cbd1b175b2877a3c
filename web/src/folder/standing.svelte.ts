// How it stands with the tables of this page, for its screens.
import type { Standing } from './messages'

let standing: Standing = $state('starting')
let detail = $state('')
let take: () => void = () => undefined

export const standingNow = (): Standing => standing
export const detailNow = (): string => detail

/** Told by the worker. */
export function stand(now: Standing, more: string): void {
  standing = now
  detail = more
}

/** How the tables are taken over from another tab. */
export const takeBy = (how: () => void): void => void (take = how)
export const takeOver = (): void => {
  standing = 'starting'
  take()
}
