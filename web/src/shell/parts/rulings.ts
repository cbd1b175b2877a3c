// Rulings of ours in the sentences of the rules.

/** A sentence in pieces, each with the ruling that it names at its end; empty: none. */
export function pieces(text: string): { words: string; ruling: string }[] {
  const found = text.split(/†(\w+)/)
  return found.flatMap((words, i) => (i % 2 ? [] : [{ words, ruling: found[i + 1] ?? '' }])).filter(({ words, ruling }) => words || ruling)
}
