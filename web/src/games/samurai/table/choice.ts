// Choosing a move step by step. A move in notation is read as the parts a person picks one after another;
// what may be picked next follows from the legal moves alone.

const FORMS: [RegExp, (part: string[]) => string[][]][] = [
  [/^([HBRSNV]\d)([a-z]\d+)$/, ([token, space]) => [[token!, space!]]],
  [
    /^X([a-z]\d+)([HBR])-([a-z]\d+)([HBR])$/,
    ([a, f, b, g]) => [
      ['X', a!, f!, b!, g!],
      ['X', b!, g!, a!, f!],
    ],
  ],
  [/^T([a-z]\d+)-([a-z]\d+)$/, ([from, to]) => [['T', from!, to!]]],
  [/^([HBR])\*([a-z]\d+)$/, ([figure, space]) => [[`${figure}*`, space!]]],
  [/^\+([A-Z]\d?)$/, ([token]) => [[`+${token}`]]],
  [/^(\/)$/, ([end]) => [[end!]]],
]

/** The parts of a move in every order in which they can be picked. */
export function paths(move: string): string[][] {
  for (const [form, read] of FORMS) {
    const found = form.exec(move)
    if (found) return read(found.slice(1))
  }
  return []
}

/** Whether a move is the last of its turn: in the set-up every figure put is a turn by itself. */
export const endsTurn = ({ move }: { move: string }): boolean => move === '/' || move.includes('*')

/** The spaces that a move touches, in the order of its notation. */
export const spacesOf = (move: string): string[] => move.match(/[a-z]\d+/g) ?? []

export interface Choice {
  /** What has been picked. */
  picked: string[]
  /** What may be picked next. */
  next: string[]
  /** The move, when the choice is complete. */
  move: string | null
}

const FIGURE = /^[HBR]$/

/** What may come after the parts picked so far. Where only one figure fits, it is taken at once. */
export function choose(legal: readonly string[], picked: readonly string[] = []): Choice {
  const found: { parts: string[]; move: string }[] = []
  for (const move of legal) {
    for (const parts of paths(move)) {
      if (picked.every((part, i) => parts[i] === part)) found.push({ parts, move })
    }
  }
  const next = [...new Set(found.flatMap(({ parts }) => parts[picked.length] ?? []))]
  const done = found.find(({ parts }) => parts.length === picked.length)
  if (done && picked.length) return { picked: [...picked], next: [], move: done.move }
  if (next.length === 1 && FIGURE.test(next[0]!)) return choose(legal, [...picked, next[0]!])
  return { picked: [...picked], next, move: null }
}

/** Whether a picked part is a space. */
export const isSpace = (part: string): boolean => /^[a-z]\d+$/.test(part)

/** Whether a picked part is one of several figures in a settlement. */
export const isFigure = (part: string): boolean => FIGURE.test(part)
