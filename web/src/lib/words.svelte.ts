// The words of the interface. One file in `words/` is one language; it is loaded when it is chosen.
import { en } from '../words/en'
import { choose, settings } from './settings.svelte'

export interface Plural {
  one: string
  other: string
}
/** A language has the same sections and keys as English. */
export type Words = { [S in keyof typeof en]: { [K in keyof (typeof en)[S]]: string | Plural } }
/** `section.key` */
export type Key = { [S in keyof Words]: `${S & string}.${keyof Words[S] & string}` }[keyof Words]
export type Params = Record<string, string | number>

const FILES = import.meta.glob<Record<string, Words>>(['../words/*.ts', '!../words/*.test.ts'])
const loaders = new Map(Object.entries(FILES).map(([path, load]) => [/(\w+)\.ts$/.exec(path)![1]!, load]))

/** The languages there are, by their code. */
export const languages: string[] = [...loaders.keys()].sort()

function preferred(): string {
  const wanted = [settings.language, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())]
  return wanted.find((code) => loaders.has(code)) ?? 'en'
}

let current: { code: string; words: Words; plural: Intl.PluralRules } = $state.raw({
  code: 'en',
  words: en,
  plural: new Intl.PluralRules('en'),
})

/** Load the language that was chosen, or else the browser's. */
export async function loadWords(code = preferred()): Promise<void> {
  const file = await loaders.get(code)!()
  current = { code, words: file[code]!, plural: new Intl.PluralRules(code) }
  document.documentElement.lang = code
}

/** Change the language. */
export async function speak(code: string): Promise<void> {
  await loadWords(code)
  choose('language', code)
}

/** The code of the language spoken now. */
export const language = (): string => current.code

/** The words of a key with `{name}` filled in; `{n}` chooses between one and more. */
export function t(key: Key, params: Params = {}): string {
  const [section, name] = key.split('.') as [keyof Words, never]
  const found = current.words[section]?.[name] as string | Plural | undefined
  if (found === undefined) return key
  const text =
    typeof found === 'string' ? found : found[current.plural.select(Number(params.n)) === 'one' ? 'one' : 'other']
  return text.replace(/\{(\w+)\}/g, (whole, word: string) => String(params[word] ?? whole))
}

/** What a language calls itself. */
export function languageName(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
}
