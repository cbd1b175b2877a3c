// Values that the server changes instead of sending them anew.

type Json = Record<string, unknown>

/** A value with changes of the server (see `Reached`); what doesn't change is shared. */
export function changed<T>(first: T, changes: readonly unknown[][]): T {
  return changes.reduce((value: unknown, [path, ...change]) => set(value, path as string[], change), first) as T
}

function set(value: unknown, [key, ...rest]: string[], change: unknown[]): unknown {
  if (key === undefined) {
    const [now, added] = change
    return change.length > 1 ? [...kept(value as unknown[], now as number[]), ...(added as unknown[])] : now
  }
  const next = { ...(value as Json) }
  if (!rest.length && !change.length) delete next[key]
  else next[key] = set(next[key], rest, change)
  return next
}

/** The items of a list in some ranges: from, to, from, to, … */
const kept = (items: unknown[], ends: number[]): unknown[] => ends.flatMap((end, i) => (i % 2 ? items.slice(ends[i - 1], end) : []))
