// The options a table starts with if they are not changed.
import { extrasOf } from '../../games'
import type { GameInfo } from '../protocol'
import type { Options } from './catalogue.svelte'
import { settings } from './settings.svelte'
import { language } from './words.svelte'

/** What was chosen for the last table of a game, or else what people who speak this language expect. */
export const preferredOptions = ({ name }: Pick<GameInfo, 'name'>): Options => ({
  ...extrasOf(name).expected?.(language()),
  ...settings.options[name],
})
