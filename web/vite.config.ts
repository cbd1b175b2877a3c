import { svelte } from '@sveltejs/vite-plugin-svelte'
import { parse, type TomlTable } from 'smol-toml'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const server = 'http://127.0.0.1:8321'

/** A file of words as a module: the shell's whole, a game's as far as a page needs it; with `?NAME` its sections `page_NAME` alone. */
const words: Plugin = {
  name: 'words',
  transform(code, id) {
    const [file, part] = id.split('?')
    if (!file!.endsWith('.toml')) return null
    const { page, words: things = {}, places = {}, ...others } = parse(code) as Record<string, TomlTable>
    const names = Object.entries(things).map(([edition, found]) => [`v${edition}`, found])
    const found = part ? (others[`page_${part}`] ?? {}) : page ? { ...page, places, ...Object.fromEntries(names) } : others
    return { code: `export default ${JSON.stringify(found)}`, map: null }
  },
}

export default defineConfig({
  plugins: [svelte(), words],
  define: { 'import.meta.env.KABUTO_BUILD': JSON.stringify(process.env.KABUTO_BUILD ?? '') },
  build: {
    outDir: '../src/kabuto/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy allows files, not data: addresses
    modulePreload: { polyfill: false }, // the polyfill is an inline script
    rolldownOptions: {
      output: {
        // Small parts that several pages share travel together: many small files pack badly.
        codeSplitting: {
          groups: [
            { name: 'svelte', test: /node_modules/ },
            { name: 'shell', test: /src\/shell\/(?!words|table|replay|study)/, minShareCount: 4 },
            { name: 'frame', test: /src\/shell\/table/, minShareCount: 3 },
            { name: 'board', test: /src\/games\/samurai\/(?!words\/|table\/(?!choice))/, minShareCount: 4 }, // also on the start page
            { name: 'turn', test: /src\/games\/samurai\/table/, minShareCount: 2 },
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
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
})
