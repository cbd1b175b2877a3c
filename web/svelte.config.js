import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

const SOURCES = join(import.meta.dirname, 'src')
const components = readdirSync(SOURCES, { recursive: true }).filter((name) => name.endsWith('.svelte')).sort()

/** The class that keeps a component's styles to itself: its number takes fewer bytes than a hash, which also packs badly. */
function cssHash({ filename }) {
  const name = relative(SOURCES, filename)
  const found = components.indexOf(name)
  return `s-${(found < 0 ? components.push(name) - 1 : found).toString(36)}`
}

export default { compilerOptions: { runes: true, discloseVersion: false, cssHash } }
