// The lessons this browser has been through, under a key for each game.

export function finished(key: string): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : []
  } catch {
    return [] // storage may be blocked or hold nonsense
  }
}

/** Remember a lesson as done. */
export function finish(key: string, name: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([...new Set([...finished(key), name])]))
  } catch {
    // without storage the list of lessons simply stays unmarked
  }
}
