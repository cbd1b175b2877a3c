// A move in the making: things are picked, in any order, until they say which of the legal moves is meant.
import { partsOf, type Parts, type Thing } from './things'

export interface Choice {
  /** What has been picked, in the order in which it was. */
  picked: Thing[]
  /** What may be picked now. */
  lit: ReadonlySet<Thing>
  /** The moves that are still possible. */
  moves: string[]
  /** The move that is complete: it can be sent as it is. */
  move: string | null
}

const has = (parts: Parts, thing: Thing): boolean => parts.needs.includes(thing) || parts.says.includes(thing)

/** Moves that are never sent alone: an offer goes on with what is given and asked for. */
const GOES_ON = /^offer /

export class Choices {
  private readonly all: Parts[]

  constructor(legal: readonly string[], me: number) {
    this.all = legal.map((move) => partsOf(move, me))
  }

  /** What picking these things leaves. What no longer fits is dropped, the oldest first. */
  choose(picked: readonly Thing[]): Choice {
    let kept = [...picked]
    let left = this.fitting(kept)
    while (!left.length && kept.length) {
      kept = kept.slice(1)
      left = this.fitting(kept)
    }
    if (!kept.length) return { picked: [], lit: new Set(left.flatMap((parts) => [...parts.needs, ...parts.says])), moves: left.map(({ move }) => move), move: null }
    // when one move alone is left, the rest of it goes without saying
    const done = left.length === 1 ? left[0]! : left.find(({ needs }) => needs.every((thing) => kept.includes(thing)))
    const lit = new Set(left.flatMap((parts) => [...parts.needs, ...parts.says]).filter((thing) => !kept.includes(thing)))
    const move = done && !GOES_ON.test(done.move) ? done.move : null
    return { picked: kept, lit: left.length === 1 ? new Set() : lit, moves: left.map((parts) => parts.move), move }
  }

  /** What picking one more thing leaves: what doesn't go with it is put back. */
  pick(picked: readonly Thing[], thing: Thing): Choice {
    const together = this.fitting([...picked, thing])
    if (together.length) return this.choose([...picked, thing])
    for (let n = picked.length - 1; n > 0; n--) if (this.fitting([...picked.slice(0, n), thing]).length) return this.choose([...picked.slice(0, n), thing])
    return this.choose(this.fitting([thing]).length ? [thing] : picked)
  }

  /** Everything that could be picked first or in place of what was picked. */
  get things(): ReadonlySet<Thing> {
    return new Set(this.all.flatMap((parts) => [...parts.needs, ...parts.says]))
  }

  /** The things of a move. */
  of(move: string): Thing[] {
    return this.all.find((parts) => parts.move === move)?.needs ?? []
  }

  private fitting(picked: readonly Thing[]): Parts[] {
    return this.all.filter((parts) => picked.every((thing) => has(parts, thing)))
  }
}
