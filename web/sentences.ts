// Reads sentences with gaps in them when the page is built: the part of ICU MessageFormat that Kabuto needs, as
// kabuto/table/message_format.py explains it.
import { isArgumentElement, isLiteralElement, isPluralElement, isPoundElement, isSelectElement, parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { Message } from './src/shell/lib/messages.ts'

const QUOTED = /''|'[{}](?:''|[^'])*(?:'|$)/g

/** A sentence as the page fills it; `SyntaxError` if it is not well formed, or more than the page can fill. */
export function parsed(text: string): Message {
  const elements = parse(text, { ignoreTag: true, requiresOtherClause: true, captureLocation: true })
  for (const element of elements)
    if (isLiteralElement(element) && text.slice(element.location!.start.offset, element.location!.end.offset).replace(QUOTED, '').includes('}'))
      throw new SyntaxError(`a brace closes nothing: ${text}`) // not so by the standard
  return compact(elements)
}

/** A string without gaps, or text and gaps in turn. */
function compact(elements: MessageFormatElement[]): Message {
  const found: Exclude<Message, string> = ['']
  for (const element of elements) {
    if (isLiteralElement(element)) found[found.length - 1] += element.value
    else if (isPoundElement(element)) found.push(0, '')
    else if (!/^[A-Za-z]\w*$/.test(element.value)) throw new SyntaxError(`a gap needs a name, not ${element.value}`)
    else if (isArgumentElement(element)) found.push(element.value, '')
    else if (isSelectElement(element) || (isPluralElement(element) && element.pluralType === 'cardinal' && !element.offset)) {
      const cases = Object.entries(element.options).map(([key, { value }]) => [key, compact(value)] as const)
      if (isSelectElement(element) && cases.some(([key]) => key.startsWith('='))) throw new SyntaxError('a case of a select is a word')
      found.push(isPluralElement(element) ? [element.value, Object.fromEntries(cases), 1] : [element.value, Object.fromEntries(cases)], '')
    } else throw new SyntaxError(`a choice is plural or select: ${element.value}`)
  }
  if (found.length > 1 && !found.at(-1)) found.pop()
  return found.length === 1 ? String(found[0]) : found
}

/** The names of all gaps in a sentence, as it writes them. */
export const gaps = (message: Message): string[] =>
  typeof message === 'string'
    ? []
    : message.flatMap((part, n) => (Array.isArray(part) ? [part[0], ...Object.values(part[1]).flatMap(gaps)] : n % 2 && part ? [part] : []))

type Tree = { [key: string]: unknown }

/** The sentences of a language, with English in place of those that are missing or not well formed. */
export const withEnglish = (own: Tree, english: Tree): Tree => ({
  ...own,
  ...Object.fromEntries(
    Object.entries(english).map(([key, value]) => [
      key,
      typeof value === 'string' ? (isGood(own[key]) ? own[key] : value) : withEnglish((own[key] ?? {}) as Tree, value as Tree),
    ]),
  ),
})

function isGood(text: unknown): boolean {
  try {
    return typeof text === 'string' && parsed(text) !== undefined
  } catch {
    return false
  }
}
