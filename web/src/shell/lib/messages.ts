// Fills sentences with gaps in them, which `sentences.ts` has read when the page was built. They come out as in
// kabuto/table/text.py: both pass the examples in tests/words/vectors.json.

/** A value of a sentence that is marked, such as a seat: a screen may show it in its own way. */
export interface Marked {
  kind: string
  value: string | number
  text?: string
}
export type Plain = string | number | boolean | Marked
export type Values = Record<string, Plain | readonly Plain[]>
/** What the player of a seat reads, and what the others read. */
export type Addressed = [seat: number, you: (string | Marked)[], other: (string | Marked)[]]
export type Part = string | Marked | Addressed

/** A sentence as the build has read it: a string, or text and gaps in turn. A gap is a name or a choice; 0 is the number that a plural goes by. */
export type Message = string | (string | 0 | Choice)[]
type Choice = [name: string, cases: Record<string, Message>, plural?: 1]

const isMark = (value: Plain): value is Marked => typeof value === 'object'
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const read = ({ text, value }: Marked): string => text || String(value)

function* filled(message: Message, values: Values, rules: Intl.PluralRules, number = ''): Generator<Part> {
  if (typeof message === 'string') return yield message
  for (const [n, part] of message.entries()) {
    if (Array.isArray(part)) yield* chosen(part, values, rules)
    else if (n % 2) yield* gap(part === 0 ? number : part.charAt(0).toLowerCase() + part.slice(1), part, values)
    else yield String(part)
  }
}

function* chosen([name, cases, plural]: Choice, values: Values, rules: Intl.PluralRules): Generator<Part> {
  const found = values[name]
  const mark = found !== undefined && isMark(found as Plain) ? (found as Marked) : null
  if (mark?.kind === 'seat' && cases.you) {
    const of = (key: string): (string | Marked)[] => flat(joined(filled(cases[key]!, values, rules)))
    return yield [Number(mark.value), of('you'), of('other')]
  }
  const value = mark ? mark.value : found
  const keys = plural ? [`=${value}`, rules.select(Number(value))] : [String(value)]
  const key = keys.find((each) => Object.hasOwn(cases, each)) ?? 'other'
  yield* filled(cases[key]!, values, rules, plural && name)
}

function* gap(name: string, written: string | 0, values: Values): Generator<Part> {
  const found = values[name]
  if (found === undefined) return yield `{${name}}`
  const all = Array.isArray(found) ? (found as Plain[]) : [found as Plain]
  for (const [i, value] of all.entries()) {
    if (i) yield ', '
    const text = isMark(value) ? read(value) : String(value)
    const shown = written && written !== name && !i ? capital(text) : text
    yield isMark(value) ? { ...value, text: shown } : shown
  }
}

/** All text between two marks in one. */
function joined(parts: Iterable<Part>): Part[] {
  const found: Part[] = []
  for (const part of parts) {
    const last = found.at(-1)
    if (typeof part === 'string' && typeof last === 'string') found[found.length - 1] = last + part
    else if (part !== '') found.push(part)
  }
  return found
}

/** The same as the others read it. */
const flat = (parts: readonly Part[]): (string | Marked)[] => parts.flatMap((part) => (Array.isArray(part) ? part[2] : [part]))

/** A sentence with its values filled in, and what is marked in it. */
export const parts = (message: Message, values: Values, rules: Intl.PluralRules): Part[] => joined(filled(message, values, rules))

/** The same as plain text. */
export const format = (message: Message, values: Values, rules: Intl.PluralRules): string =>
  flat(parts(message, values, rules))
    .map((part) => (typeof part === 'string' ? part : read(part)))
    .join('')
