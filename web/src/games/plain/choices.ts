// The legal moves, to be found by typing.

/** A legal move as a button shows it. */
export interface Button {
  move: string
  text: string
  group: string
}

export interface Group {
  name: string
  moves: Button[]
}

/** The moves that contain every word typed, in words or in notation. */
export function found(moves: readonly Button[], typed: string): Button[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return moves.filter(({ move, text }) => {
    const whole = `${text} ${move}`.toLocaleLowerCase()
    return words.every((word) => whole.includes(word))
  })
}

/** Moves of one kind together, in the order in which the kinds first appear. */
export function grouped(moves: readonly Button[]): Group[] {
  const groups = new Map<string, Button[]>()
  for (const move of moves) groups.set(move.group, [...(groups.get(move.group) ?? []), move])
  return [...groups].map(([name, all]) => ({ name, moves: all }))
}
