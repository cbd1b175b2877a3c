// The words of the interface: the shell's own, and those that each game brings. One file is one language; it is
// loaded when it is chosen.
import type { en } from '../words/en'
import { choose, settings } from './settings.svelte'

export interface Plural {
  one: string
  other: string
}
export type Sections = Record<string, Record<string, string | Plural>>
/** A language has the same sections and keys as English. */
export type Like<E extends Sections> = { [S in keyof E]: { [K in keyof E[S]]: string | Plural } }
/** `section.key` */
export type KeyOf<E extends Sections> = { [S in keyof E]: `${S & string}.${keyof E[S] & string}` }[keyof E]
export type Params = Record<string, string | number>
export type Key = KeyOf<typeof en>
export type Words = Like<typeof en>
type Files = Record<string, () => Promise<Record<string, Sections>>>

/** The words of the shell or of one game, in the language spoken now. */
class Vocabulary {
  private words: Sections = $state.raw({})
  private readonly loaders: Map<string, Files[string]>
  private spoken = ''

  constructor(files: Files) {
    this.loaders = new Map(Object.entries(files).map(([path, load]) => [/(\w+)\.ts$/.exec(path)![1]!, load]))
  }

  get languages(): string[] {
    return [...this.loaders.keys()].sort()
  }

  /** Load a language; English stands in where it is missing. */
  async load(code: string): Promise<void> {
    if (code === this.spoken) return
    const found = this.loaders.has(code) ? code : 'en'
    this.words = (await this.loaders.get(found)!())[found]!
    this.spoken = code
  }

  find(key: string): string | Plural | undefined {
    const [section, name] = key.split('.') as [string, string]
    return this.words[section]?.[name]
  }
}

const FILES = import.meta.glob<Record<string, Sections>>(['../words/*.ts', '!../words/*.test.ts'])
const shell = new Vocabulary(FILES)
/** Everything that speaks on this page. */
const loaded = [shell]

/** The languages there are, by their code. */
export const languages: string[] = shell.languages

function preferred(): string {
  const wanted = [settings.language, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())]
  return wanted.find((code) => languages.includes(code)) ?? 'en'
}

let current: { code: string; plural: Intl.PluralRules } = $state.raw({ code: 'en', plural: new Intl.PluralRules('en') })

/** Load the language that was chosen, or else the browser's. */
export async function loadWords(code = preferred()): Promise<void> {
  await Promise.all(loaded.map((vocabulary) => vocabulary.load(code)))
  current = { code, plural: new Intl.PluralRules(code) }
  document.documentElement.lang = code
}

/** Change the language. */
export async function speak(code: string): Promise<void> {
  await loadWords(code)
  choose('language', code)
}

/** The code of the language spoken now. */
export const language = (): string => current.code

function fill(found: string | Plural, params: Params): string {
  const text = typeof found === 'string' ? found : found[current.plural.select(Number(params.n)) === 'one' ? 'one' : 'other']
  return text.replace(/\{(\w+)\}/g, (whole, word: string) => String(params[word] ?? whole))
}

/** The words of a key with `{name}` filled in; `{n}` chooses between one and more. */
export function t(key: Key, params: Params = {}): string {
  const found = shell.find(key)
  return found === undefined ? key : fill(found, params)
}

/** The words of a game: `t` also knows those of the shell; `ready` has loaded them. */
export function wordsOf<E extends Sections>(
  files: Files,
): { t: (key: KeyOf<E> | Key, params?: Params) => string; ready: () => Promise<void> } {
  const game = new Vocabulary(files)
  loaded.push(game)
  return {
    t: (key, params = {}) => {
      const found = game.find(key)
      return found === undefined ? t(key as Key, params) : fill(found, params)
    },
    ready: () => game.load(current.code),
  }
}

/** What a language calls itself. */
export function languageName(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
}
