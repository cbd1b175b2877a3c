// The lessons by name and title, apart from their positions: the start page needs no more.
import type { LessonTitle } from '../../index'
import * as progress from '../../../shell/lib/progress'
import { chosenEdition } from '../settings'
import { things } from '../vocabulary'
import { t } from '../words'

export const NAMES = ['influence', 'capture', 'tie', 'fast', 'figures', 'tokens', 'scoring', 'reading'] as const

const KEY = 'kabuto.lessons'

/** What a lesson is called. */
export const title = (name: string): string => t(`lessons.${name}_title`, things(chosenEdition()))

/** The lessons this browser has been through. */
export function finished(): string[] {
  const done = progress.finished(KEY)
  return NAMES.filter((name) => done.includes(name))
}

/** Remember a lesson as done. */
export const finish = (name: string): void => progress.finish(KEY, name)

export const titles = (): LessonTitle[] => {
  const done = finished()
  return NAMES.map((name) => ({ name, title: title(name), isDone: done.includes(name) }))
}
