// Answers that are the same for everybody lie beside the page: then nothing has to be computed for them.

/** Answers by the address and, where something is sent there, the body. */
export type Beside = (address: string, body?: string) => Promise<string | null>

/** Finds such answers in a folder. */
export function answersIn(folder: string): Beside {
  const lists = new Map<string, Promise<string[]>>()
  const list = (language: string): Promise<string[]> => {
    const found = lists.get(language) ?? text(`${folder}${language}/list.json`).then((each) => JSON.parse(each ?? '[]') as string[])
    lists.set(language, found)
    return found
  }
  return async (address, body) => {
    const [path, query] = address.split('?') as [string, string | undefined]
    const asked = new URLSearchParams(query)
    const language = asked.get('language') ?? ''
    asked.delete('language')
    const plain = asked.size ? `${path}?${asked.toString()}` : path
    const known = await list(language)
    const at = body === undefined ? known.indexOf(plain) : known.some((each) => each.startsWith(`${plain} `)) ? known.indexOf(`${plain} ${inOrder(body)}`) : -1
    return at < 0 ? null : text(`${folder}${language}/${at}.json`)
  }
}

/** What a file holds; null: it can't be had. */
async function text(address: string): Promise<string | null> {
  try {
    const found = await fetch(address)
    return found.ok ? await found.text() : null
  } catch {
    return null
  }
}

/** JSON whose names are in order: however it was put together, the same reads the same. */
function inOrder(json: string): string {
  const sorted = (_: string, value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value
  return JSON.stringify(JSON.parse(json), sorted)
}
