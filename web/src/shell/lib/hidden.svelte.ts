// The people whose talk this browser doesn't show. Kept in localStorage; a speaker's `who` is different at every table.
interface Speaker {
  who: string
  name: string
}

const KEY = 'kabuto.hidden'
/** How many are remembered, the latest of all tables. */
const MOST = 200

function read(): Speaker[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter((each) => typeof each?.who === 'string' && typeof each.name === 'string') : []
  } catch {
    return [] // storage may be blocked or hold nonsense
  }
}

let speakers: Speaker[] = $state.raw(read())

function keep(next: Speaker[]): void {
  speakers = next.slice(-MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(speakers))
  } catch {
    // the choice holds until the page is closed
  }
}

/** All hidden speakers. */
export const hidden = (): readonly Speaker[] => speakers

export const isHidden = (who: string): boolean => speakers.some((each) => each.who === who)

/** Hide a speaker's lines. */
export const hide = (who: string, name: string): void => keep([...speakers.filter((each) => each.who !== who), { who, name }])

/** Show a speaker's lines again. */
export const unhide = (who: string): void => keep(speakers.filter((each) => each.who !== who))
