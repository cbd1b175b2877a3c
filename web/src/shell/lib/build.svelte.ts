// Which build of the page this is, and whether the server has another one by now: then this page must not go on with it.
import { isAlone } from './transport'

const BUILD: string = import.meta.env.KABUTO_BUILD ?? ''

let newer = $state(false)
let load = (): void => location.reload()

/** There is a newer page, and another way to get it than to load this one again. */
export function renewBy(how: () => void): void {
  load = how
  newer = true
}

/** Get the newer page. */
export const renew = (): void => load()

/** Whether the server has a newer page than this one. */
export const isOutdated = (): boolean => newer

/** Compare with what an answer of the server says; a page of the development server has no build. */
export function compareBuild(answer: Response, own = BUILD): void {
  const found = answer.headers.get('kabuto-build')
  if (own && found && found !== own) newer = true
}

/** Ask the server, after a break or where a part of the page is missing. */
export async function checkBuild(): Promise<void> {
  if (isAlone()) return
  try {
    compareBuild(await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }))
  } catch {
    // no connection: next time
  }
}
