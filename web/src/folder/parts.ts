// What only a folder shows on the pages, with its words.
import { ready } from './words'

export async function parts() {
  const [chip, here, away, keeping, forgets] = await Promise.all([import('./Chip.svelte'), import('./Here.svelte'), import('./Away.svelte'), import('./Keeping.svelte'), import('./Forgets.svelte'), ready()])
  return { Chip: chip.default, Here: here.default, Away: away.default, Keeping: keeping.default, Forgets: forgets.default }
}
