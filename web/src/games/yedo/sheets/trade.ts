// An offer that is put together on the page, of what the game says it can name. It is sent as one message: what is given,
// what is asked for, Mon.

export interface Offer {
  gives: string[]
  asks: string[]
  /** Mon that one pays; negative: asks for. */
  mon: number
}

/** What can be put on a mat still: each thing as often as it is there. */
export const left = (all: readonly string[], taken: readonly string[]): string[] => {
  const rest = [...all]
  for (const thing of taken) {
    const at = rest.indexOf(thing)
    if (at >= 0) rest.splice(at, 1)
  }
  return rest
}

/** Things in piles: each kind once, with how many there are, in the order in which they came. */
export function piles(things: readonly string[]): { name: string; n: number }[] {
  const found = new Map<string, number>()
  for (const name of things) found.set(name, (found.get(name) ?? 0) + 1)
  return [...found].map(([name, n]) => ({ name, n }))
}

/** The moves that make an offer; the things that can be named are in the order in which the notation wants them. */
export function moves({ gives, asks, mon }: Offer, goods: Pick<Offer, 'gives' | 'asks'>): string[] {
  const named = (verb: string, all: readonly string[], taken: readonly string[]): string[] =>
    [...taken].sort((a, b) => all.indexOf(a) - all.indexOf(b)).map((thing) => `${verb} ${thing}`)
  return [...named('give', goods.gives, gives), ...named('ask', goods.asks, asks), ...(mon ? [`mon ${mon}`] : []), 'propose']
}

/** Whether it says anything: both sides give something where the game tells how many things a side are all, otherwise one is enough. */
export function says({ gives, asks, mon }: Offer, most: number | null): boolean {
  const [given, asked] = [gives.length > 0 || mon > 0, asks.length > 0 || mon < 0]
  return most === null ? given || asked : given && asked
}
