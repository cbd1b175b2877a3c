// The words of the interface: the shell's own, and those that each game brings. One file is one language; it is
// loaded when it is chosen. Sentences are those of `messages.ts`.
import { format, parts, type Message, type Values } from './messages'
import { choose, settings } from './settings.svelte'
import { isAlone } from './transport'
import type { Sentence } from '../protocol'

/** Section → key → sentence. */
export type Sections = Record<string, Record<string, Message>>
/** `section.key` */
export type Key = string
export type Params = Values
type Files = Record<string, () => Promise<{ default: Sections }>>

/** The words of the shell or of one game, in the language spoken now. */
class Vocabulary {
  private words: Sections = $state.raw({})
  private readonly loaders: Map<string, Files[string]>
  private spoken = ''

  constructor(files: Files) {
    this.loaders = new Map(Object.entries(files).map(([path, load]) => [/([\w-]+)\.toml$/.exec(path)![1]!, load]))
  }

  get languages(): string[] {
    return [...this.loaders.keys()].sort()
  }

  /** Load a language; English stands in where it is missing. */
  async load(code: string): Promise<void> {
    if (code === this.spoken) return
    const found = this.loaders.get(code) ?? this.loaders.get('en')!
    this.words = (await found()).default
    this.spoken = code
  }

  find(key: Key): Message | undefined {
    const [section, name] = key.split('.') as [string, string]
    return this.words[section]?.[name]
  }
}

const shell = new Vocabulary(import.meta.glob<{ default: Sections }>('../words/*.toml'))
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
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `${isAlone() ? '' : '/'}${code}.webmanifest`)
}

/** Change the language. */
export async function speak(code: string): Promise<void> {
  await loadWords(code)
  choose('language', code)
}

/** The code of the language spoken now. */
export const language = (): string => current.code

/** The sentence of a key, with its gaps filled. */
export function t(key: Key, params: Params = {}): string {
  return format(shell.find(key) ?? key, params, current.plural)
}

/** The same with what is marked in it, for a screen that shows marks in its own way. */
export const tell = (key: Key, params: Params = {}): Sentence => parts(shell.find(key) ?? key, params, current.plural)

/** How a vocabulary is spoken. */
type Speech = { t: typeof t; tell: typeof tell }

/** The words of a game or of a part: `t` and `tell` also know those of what it belongs to; `ready` has loaded them. */
export function wordsOf(files: Files, whole: Speech = { t, tell }): Speech & { ready: () => Promise<void> } {
  const own = new Vocabulary(files)
  loaded.push(own)
  return {
    t: (key, params = {}) => {
      const found = own.find(key)
      return found === undefined ? whole.t(key, params) : format(found, params, current.plural)
    },
    tell: (key, params = {}) => {
      const found = own.find(key)
      return found === undefined ? whole.tell(key, params) : parts(found, params, current.plural)
    },
    ready: () => own.load(current.code),
  }
}

/** What a language calls itself. */
export function languageName(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
}
