// Links in a folder: every address of the page stands behind the # of one file.
import { isPart, place, target, write, written } from '../shell/lib/place'
import { follow } from '../shell/lib/router.svelte'

/** The link that something happens at. */
const linkAt = (event: Event): HTMLAnchorElement | null => (event.target as Element | null)?.closest?.('a') ?? null

/** Before a link is opened in a new tab, copied or dragged, write it as the browser needs it. */
function rewrite(event: Event): void {
  const link = linkAt(event)
  const to = link?.getAttribute('href')?.startsWith('/') ? target(link) : null
  if (to !== null) link!.setAttribute('href', written(to))
}

/** Go to a part of what is shown: for the browser that would be another page. */
function jump(event: MouseEvent): void {
  const link = linkAt(event)
  const to = link && target(link)
  if (!to || !isPart(to) || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  write(to)
  const part = document.getElementById(decodeURIComponent(place().hash.slice(1)))
  part?.scrollIntoView()
  part?.focus()
}

/** Have all links work. */
export function mendLinks(): void {
  for (const kind of ['pointerdown', 'focusin', 'contextmenu', 'dragstart']) addEventListener(kind, rewrite, true)
  addEventListener('click', jump, true)
  follow() // the address was read before anybody knew that this is a folder
}
