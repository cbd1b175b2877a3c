// Deutsch: every word of the interface in German.
import type { Words } from '../lib/words.svelte'

export const de: Words = {
  common: {
    back: 'Zurück',
    close: 'Schließen',
    dark: 'Dunkel',
    home: 'Kabuto: zum Anfang',
    language: 'Sprache',
    light: 'Hell',
    loading: 'Einen Augenblick …',
    lost: 'Hier ist nichts.',
    lost_text: 'Die Adresse führt nirgendwohin. Vielleicht fehlt ein Buchstabe des Links.',
    system: 'Wie das System',
    theme: 'Hell oder dunkel',
    to_start: 'Zur Startseite',
  },
}
