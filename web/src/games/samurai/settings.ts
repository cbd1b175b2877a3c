// What a person chose for this game.
import { preferredOptions } from '../../shell/lib/preferred'
import { choose, settings } from '../../shell/lib/settings.svelte'

/** The printed rules to read about: those chosen on their page, or else those of the next table. */
export const chosenEdition = (): string => settings.reading.samurai ?? String(preferredOptions({ name: 'samurai' }).edition ?? 'rgg')

/** The name of an edition's words: those of 1998 or of 2015. */
export const vocabularyOf = (edition: string): string => (edition === 'ffg' ? '2015' : '1998')

/** Read about other rules; tables stay as they are. */
export const chooseEdition = (edition: string): void => choose('reading', { ...settings.reading, samurai: edition })

/** Whether to show at every settlement who would get each figure now. */
export const showsLeaders = (): boolean => settings.marks.leaders ?? false

export const showLeaders = (shown: boolean): void => choose('marks', { ...settings.marks, leaders: shown })
