// What a person chose for this browser: light or dark, language, sound. Kept in localStorage.
type Options = Record<string, boolean | number | string>
export type Theme = 'auto' | 'light' | 'dark'
export type Speed = 'slow' | 'normal' | 'fast' | 'instant'

interface Settings {
  theme: Theme
  /** The game that was played or looked at last. */
  game: string
  language: string
  sound: boolean
  /** Whether tables are shown as text, whatever the game. */
  plain: boolean
  /** How fast the turns of others are shown. */
  pace: Speed
  /** Game → options of its next table, as far as they were chosen before. */
  options: Record<string, Options>
  /** Game → how many turns were played beside its coach, or false: there is none. False for all games, by an older page; null: none is known yet. */
  coach: Record<string, number | false> | false | null
  /** Game → the edition whose rules were read last. */
  reading: Record<string, string>
  /** Whether to notify when it's one's turn, as far as the browser allows it. */
  notify: boolean
  /** Whether single keys do something at the table, and which: action → key. */
  shortcuts: boolean
  keys: Record<string, string>
  /** Game → whom the last quick game was against. */
  quick: Record<string, { program: string; opponents: number; programs?: string[] }>
  /** The settings of the last quick match. */
  next: { game?: string; players?: number; clock?: number; options?: Record<string, boolean | number | string> }
  /** What else a game remembers here. */
  marks: Record<string, boolean>
}

const KEY = 'kabuto.settings'

function read(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>
  } catch {
    return {} // storage may be blocked or hold nonsense: then the defaults serve
  }
}

export const settings: Settings = $state({
  theme: 'auto',
  game: '',
  language: '',
  sound: false,
  plain: false,
  pace: 'normal',
  options: {},
  coach: null,
  reading: {},
  notify: true,
  shortcuts: true,
  keys: {},
  quick: {},
  next: {},
  marks: {},
  ...read(),
})

/** Change one setting and keep it. */
export function choose<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // the choice holds until the page is closed
  }
  if (key === 'theme') showTheme()
}

/** Whether to show moves in notation beside the words, and coordinates on a map that has them. */
export const showsNotation = (): boolean => settings.marks.coordinates ?? false

export const showNotation = (shown: boolean): void => choose('marks', { ...settings.marks, coordinates: shown })

/** Tell the style sheet which print to use, and the browser what colour that is. */
function showTheme(): void {
  const { theme } = settings
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const dark = theme === 'auto' ? meta.media.includes('dark') : theme === 'dark'
    meta.content = dark ? '#17242e' : '#f4ecd9'
  }
}

showTheme()
