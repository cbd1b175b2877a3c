// What a page asks before anything is played: the position that each lesson begins with. A folder has the answers beside it.
import { asked, LESSONS, STUDY } from './samurai/lessons/lessons'

const EDITIONS = ['rgg', 'hig', 'ffg']

/** Addresses, and what is sent there; lessons that a server sends are not among them. */
export const questions: [address: string, body: unknown][] = EDITIONS.flatMap((edition) =>
  LESSONS.flatMap(({ steps: [first] }) => (first?.start ? [[STUDY, asked(first, [], edition)] as [string, unknown]] : [])),
)
