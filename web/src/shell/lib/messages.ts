// Reads sentences with gaps in them: the part of ICU MessageFormat that Kabuto needs, as
// kabuto/table/message_format.py explains it. Both readers pass the examples in tests/words/vectors.json.

/** A value of a sentence that is marked, such as a seat: a screen may show it in its own way. */
export interface Marked {
  kind: string
  value: string | number
  text?: string
}
export type Plain = string | number | boolean | Marked
export type Values = Record<string, Plain | readonly Plain[]>
/** What the player of a seat reads, and what everybody else does. */
export type Addressed = [seat: number, you: (string | Marked)[], other: (string | Marked)[]]
export type Part = string | Marked | Addressed

interface Gap {
  name: string
  capital: boolean
}
interface Choice {
  name: string
  plural: boolean
  cases: Record<string, Message>
}
type Message = (string | Gap | Choice)[]

/** A sentence that is not well formed. */
export class BadMessage extends Error {}

const NAME = /\s*([A-Za-z][A-Za-z0-9_]*)\s*/y
const KIND = /\s*(plural|select)\s*,/y
const KEY = /\s*(=[0-9]+|[A-Za-z][A-Za-z0-9_]*)\s*\{/y
const END = /\s*\}/y

/** Read a sentence; `BadMessage` says where it is wrong. */
export function parse(text: string): Message {
  let at = 0
  const fail = (problem: string): never => {
    throw new BadMessage(`character ${at + 1}: ${problem}`)
  }
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }

  /** What follows an apostrophe: it quotes only in front of a brace, or of # in a plural. */
  function quoted(number: string): string {
    const after = text.charAt(at)
    if (after === "'") at++
    if (!after || !(number ? '{}#' : '{}').includes(after)) return "'"
    let found = ''
    while (at < text.length) {
      const character = text.charAt(at++)
      if (character === "'" && text.charAt(at++) !== "'") {
        at--
        break
      }
      found += character
    }
    return found
  }

  function gap(): Gap | Choice {
    const name = (match(NAME) ?? fail('a gap needs a name'))[1]!
    const closing = text.charAt(at++)
    if (closing === '}') {
      const small = name.charAt(0).toLowerCase() + name.slice(1)
      return { name: small, capital: small !== name }
    }
    if (closing !== ',') fail('a gap ends with } or goes on with a comma')
    const plural = (match(KIND) ?? fail('a choice is plural or select, and then a comma'))[1] === 'plural'
    const cases: Record<string, Message> = {}
    for (let found = match(KEY); found; found = match(KEY)) {
      const key = found[1]!
      if (key in cases || (key.startsWith('=') && !plural)) fail('a case is given twice, or is none of a select')
      cases[key] = message(plural ? name : '', true)
      at++
    }
    if (!match(END)) fail('a case is a word and its text in braces')
    if (!cases.other) fail('the case other is missing')
    return { name, plural, cases }
  }

  /** Everything up to a closing brace or the end; # stands for the value called `number`. */
  function message(number: string, nested: boolean): Message {
    const parts: Message = []
    let plain = ''
    const put = (part: Gap | Choice): void => {
      if (plain) parts.push(plain)
      plain = ''
      parts.push(part)
    }
    while (at < text.length && text.charAt(at) !== '}') {
      const character = text.charAt(at++)
      if (character === "'") plain += quoted(number)
      else if (character === '{') put(gap())
      else if (character === '#' && number) put({ name: number, capital: false })
      else plain += character
    }
    if (nested && at === text.length) fail('a closing brace is missing')
    if (plain) parts.push(plain)
    return parts
  }

  const whole = message('', false)
  if (at < text.length) fail('this brace closes nothing')
  return whole
}

const isMark = (value: Plain): value is Marked => typeof value === 'object'
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const read = ({ text, value }: Marked): string => text || String(value)

function* filled(message: Message, values: Values, rules: Intl.PluralRules): Generator<Part> {
  for (const part of message) {
    if (typeof part === 'string') {
      yield part
      continue
    }
    const found = values[part.name]
    if ('cases' in part) {
      const mark = found !== undefined && isMark(found as Plain) ? (found as Marked) : null
      if (mark?.kind === 'seat' && part.cases.you) {
        const of = (name: string): (string | Marked)[] => flat(joined(filled(part.cases[name]!, values, rules)))
        yield [Number(mark.value), of('you'), of('other')]
        continue
      }
      const value = mark ? mark.value : found
      const keys = part.plural ? [`=${value}`, rules.select(Number(value))] : [String(value)]
      const key = keys.find((each) => Object.hasOwn(part.cases, each)) ?? 'other'
      yield* filled(part.cases[key]!, values, rules)
      continue
    }
    if (found === undefined) {
      yield `{${part.name}}`
      continue
    }
    const all = Array.isArray(found) ? (found as Plain[]) : [found as Plain]
    for (const [i, value] of all.entries()) {
      if (i) yield ', '
      const text = isMark(value) ? read(value) : String(value)
      const shown = part.capital && !i ? capital(text) : text
      yield isMark(value) ? { ...value, text: shown } : shown
    }
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

/** The same as everybody else reads it. */
const flat = (parts: readonly Part[]): (string | Marked)[] => parts.flatMap((part) => (Array.isArray(part) ? part[2] : [part]))

/** A sentence with its values filled in, and what is marked in it. */
export const parts = (message: Message, values: Values, rules: Intl.PluralRules): Part[] => joined(filled(message, values, rules))

/** The same as plain text. */
export const format = (message: Message, values: Values, rules: Intl.PluralRules): string =>
  flat(parts(message, values, rules))
    .map((part) => (typeof part === 'string' ? part : read(part)))
    .join('')
