import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { parse, type TomlTable } from 'smol-toml'
import { runnerImport, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { parsed, withEnglish } from './sentences.ts'

const server = 'http://127.0.0.1:8321'

/** The sentences of a language; English where one is missing or not well formed. */
function complete(file: string, code: string): Record<string, TomlTable> {
  const english = file.endsWith('/en.toml') ? code : readFileSync(file.replace(/[^/]+$/, 'en.toml'), 'utf8')
  return withEnglish(parse(code), parse(english)) as Record<string, TomlTable>
}

/** A file of words as a module: the shell's whole, a game's as far as a page needs it; with `?NAME` its sections `page_NAME` alone; its sentences are parsed. The rulings of ours come with the rules. */
const words: Plugin = {
  name: 'words',
  transform(code, id) {
    const [file, part] = id.split('?')
    if (!file!.endsWith('.toml')) return null
    const { page, words: things = {}, places = {}, rulings = {}, ...others } = complete(file!, code)
    const names = Object.entries(things).map(([edition, found]) => [`v${edition}`, found])
    const parts = Object.keys(others).some((section) => section.startsWith('page_'))
    const found = part ? { ...(others[`page_${part}`] as TomlTable), rulings } : page ? { ...page, places, ...(parts ? {} : { rulings }), ...Object.fromEntries(names) } : others
    return { code: `export default ${JSON.stringify(found, (_, value: unknown) => (typeof value === 'string' ? parsed(value) : value))}`, map: null }
  },
}

/** What pages ask before anything is played, for those who make a folder. */
const questions: Plugin = {
  name: 'questions',
  apply: 'build',
  async generateBundle() {
    const { module } = await runnerImport<{ questions: unknown }>('./src/games/questions.ts', { root: import.meta.dirname, configFile: false })
    this.emitFile({ type: 'asset', fileName: '.questions.json', source: JSON.stringify(module.questions) })
  },
}

export default defineConfig({
  plugins: [svelte(), words, questions],
  define: { 'import.meta.env.KABUTO_BUILD': JSON.stringify(process.env.KABUTO_BUILD ?? '') },
  base: './', // a folder may lie anywhere; build.py writes the addresses in the page for a server
  worker: { format: 'es' },
  build: {
    outDir: '../src/kabuto/static',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: 'hidden', // build.py takes the maps aside
    assetsInlineLimit: 0, // the content security policy allows files, not data: addresses
    modulePreload: { polyfill: false }, // the polyfill is an inline script
    rolldownOptions: {
      output: {
        // Small parts that several pages share travel together: many small files pack badly.
        codeSplitting: {
          groups: [
            { name: 'svelte', test: /node_modules\/(?!@noble)/ },
            { name: 'shell', test: /src\/shell\/(?!words|head|parts\/(?:Page|records|Radios)|table|deal|replay|study|puzzles)/, minShareCount: 3 },
            { name: 'deal', test: /src\/shell\/deal|@noble/ }, // not on the start page
            { name: 'frame', test: /src\/shell\/table\/(?!Talk|Waiting|Invited)/, minShareCount: 2 },
            { name: 'board', test: /src\/games\/samurai\/(?!words\/|table\/(?!choice))/, minShareCount: 4 }, // also on the start page
            { name: 'turn', test: /src\/games\/samurai\/table\/(?!Count|Bars)/, minShareCount: 2 },
            { name: 'prints', test: /src\/games\/\w+\/(Poster|Thumbnail)\.svelte/ }, // the start page shows them all
            { name: 'replay', test: /src\/shell\/(replay|study)\//, minShareCount: 2 },
            { name: 'houses', test: /src\/games\/yedo\/art\/city/, priority: 1 }, // also on the start page
            { name: 'city', test: /src\/games\/yedo\/(?!words)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // `npm run dev` beside a running `kabuto serve`
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true } } },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['vitest.setup.ts'],
    isolate: false, // a page for each file takes six times as long as all tests
  },
  resolve: {
    // `@words/GAME/en.toml`: the words of a game lie with the game
    alias: [{ find: /^@words\/(\w+)/, replacement: fileURLToPath(new URL('../src/kabuto/$1/words', import.meta.url)) }],
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
})
