// Where the page is. A server answers at every address; a folder has one file, and the address stands behind its #.
import { isAlone } from './transport'

/** An address inside the page, as a server would have it. */
export type Place = Pick<URL, 'pathname' | 'search' | 'hash'>

const inside = (address: string): URL => new URL(address || '/', 'http://page')

/** Where the page is now. */
export const place = (): Place => (isAlone() ? inside(location.hash.slice(1)) : location)

/** How the browser has to write an address inside the page. */
export const written = (to: string): string => {
  if (!isAlone()) return to
  const { pathname, search, hash } = new URL(to, inside(location.hash.slice(1)))
  return `#${pathname}${search}${hash}`
}

/** Write another address without going there: what stands behind its `#`, or the whole of it. */
export const write = (to: string): void => history.replaceState(null, '', written(to))

/** Where a link leads inside the page; null: elsewhere. */
export function target(link: HTMLAnchorElement): string | null {
  if (link.origin !== location.origin || link.rel === 'external') return null
  if (!isAlone()) return link.pathname.startsWith('/api/') ? null : link.href
  const address = link.getAttribute('href') ?? ''
  if (/^(#|\/(?!\/))/.test(address)) return address.replace(/^#(?=\/)/, '')
  return null
}

/** Whether a link leads to a part of what is shown already: the browser scrolls there. */
export function isPart(to: string): boolean {
  const { pathname, hash } = new URL(to, isAlone() ? inside(location.hash.slice(1)) : location.href)
  return hash !== '' && pathname === place().pathname
}
