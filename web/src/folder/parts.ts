// What only a folder shows on the pages, with its words.
import { ready } from './words'

export async function parts() {
  const [here, away, keeping, forgets] = await Promise.all([import('./Here.svelte'), import('./Away.svelte'), import('./Keeping.svelte'), import('./Forgets.svelte'), ready()])
  return { Here: here.default, Away: away.default, Keeping: keeping.default, Forgets: forgets.default }
}
