// What people call the spaces: the phrases are those of the words, what fills them comes from the rules' map.
import map from '../map.json'
import type { Mark } from '../types'
import { t } from '../words'
import { SPACES } from './geometry'

type Place = [phrase: string, words: Record<string, string>]
const PLACES = new Map(SPACES.map((space, i) => [space.name, (map.places as unknown as Place[])[i]!]))

/** Names such as Edo are written large, and need no translation. */
const spoken = (word: string): string => (/^[a-z_]+$/.test(word) && word !== 'none' ? t(`vplaces.${word}`) : word)

function phrase(space: string, form: '' | '_at'): string {
  const [key, words] = PLACES.get(space)!
  return t(`places.${key}${form}`, Object.fromEntries(Object.entries(words).map(([gap, word]) => [gap, spoken(word)])))
}

/** A space by its name: the village north of Edo. */
export const placeMark = (space: string): Mark => ({ kind: 'space', value: space, text: phrase(space, '') })

/** Where something on a space is: in the village north of Edo. */
export const whereMark = (space: string): Mark => ({ kind: 'space', value: space, text: phrase(space, '_at') })

/** The name as a title: The village north of Edo. */
export function placeTitle(space: string): string {
  const name = phrase(space, '')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
