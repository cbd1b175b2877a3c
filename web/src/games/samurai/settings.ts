// What a person chose for this game.
import { choose, settings } from '../../shell/lib/settings.svelte'

/** The printed rules whose words and differences are shown. */
export const chosenEdition = (): string => String(settings.options.samurai?.edition ?? 'rgg')

export function chooseEdition(edition: string): void {
  choose('options', { ...settings.options, samurai: { ...settings.options.samurai, edition } })
}

/** Whether to show at every settlement who would get each figure now. */
export const showsLeaders = (): boolean => settings.marks.leaders ?? false

export const showLeaders = (shown: boolean): void => choose('marks', { ...settings.marks, leaders: shown })
