// Which page is shown, by the path of the address; a page is loaded when it is first needed.
import type { Component } from 'svelte'
import { extrasOf, FIRST } from '../../games'
import { isPart, place, target, written } from './place'

// A page may take the id of the path as its property `id`, or no property at all.
type Page = Component<any>
/** The first name in the path may say whose page it is. */
type Loader = (name: string) => Promise<{ default: Page }>

const LOST: Loader = () => import('../pages/Lost.svelte')
const you: Loader = async () => {
  await (await import('../you/words')).ready()
  return import('../pages/You.svelte')
}
/** A page about studies, with its words. */
const study =
  (page: Loader): Loader =>
  async (name) => {
    await (await import('../study/words')).ready()
    return page(name)
  }
const PAGES: [RegExp, Loader][] = [
  [/^\/$/, () => import('../pages/Start.svelte')],
  [/^\/new$/, () => import('../pages/NewTable.svelte')],
  [/^\/table\/([\w-]+)$/, () => import('../pages/Table.svelte')],
  [/^\/replay\/([\w-]+)$/, () => import('../pages/Replay.svelte')],
  [/^\/replay$/, () => import('../pages/Replay.svelte')],
  [/^\/study\/([\w-]+)$/, study(() => import('../pages/Study.svelte'))],
  [/^\/studies$/, study(() => import('../pages/Studies.svelte'))],
  [/^\/games$/, () => import('../pages/Games.svelte')],
  [/^\/watch$/, () => import('../pages/Watch.svelte')],
  [/^\/you$/, you],
  [/^\/learn(?:\/([\w-]+))?$/, () => (extrasOf(FIRST).lessons ?? LOST)(FIRST)],
  [/^\/rules$/, () => (extrasOf(FIRST).rules ?? LOST)(FIRST)],
  [/^\/games\/([\w-]+)\/learn(?:\/([\w-]+))?$/, (game) => (extrasOf(game).lessons ?? LOST)(game)],
  [/^\/games\/([\w-]+)\/rules$/, (game) => (extrasOf(game).rules ?? LOST)(game)],
  [/^\/games\/([\w-]+)\/puzzles(?:\/([\w-]+))?$/, () => import('../pages/Puzzles.svelte')],
  [/^\/games\/([\w-]+)\/cards$/, (game) => (extrasOf(game).cards ?? LOST)(game)],
]

/** The page a path leads to, and the id in it ('' where there is none). */
export function find(path: string): { load: () => ReturnType<Loader>; id: string } {
  for (const [pattern, load] of PAGES) {
    const found = pattern.exec(path)
    if (found) return { load: () => load(found[1] ?? ''), id: found.slice(1).at(-1) ?? '' }
  }
  return { load: () => LOST(''), id: '' }
}

let path = $state(place().pathname)

/** The path shown now. */
export const here = (): string => path

let arrived = false

/** Whether this page was reached from another one of this site, without loading it anew. */
export const isArrived = (): boolean => arrived

/** Go to a path of this site without loading the page anew. */
export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, '', written(to))
  else history.pushState(null, '', written(to))
  const next = place().pathname
  if (next !== path) {
    arrived = true
    path = next
    scrollTo(0, 0)
  }
}

/** Show what the address names by now. */
export const follow = (): void => void (path = place().pathname)

addEventListener('popstate', follow)

// Plain links work like `go`; links elsewhere, downloads and new tabs stay with the browser.
addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest?.('a')
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return
  const to = target(link)
  if (to === null || link.target || link.hasAttribute('download') || isPart(to)) return
  event.preventDefault()
  go(to)
})
