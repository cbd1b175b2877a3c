// English: every word of the interface. Sections and keys are alphabetical; `{name}` is filled in.
export const en = {
  common: {
    back: 'Back',
    close: 'Close',
    dark: 'Dark',
    home: 'Kabuto: to the start',
    language: 'Language',
    light: 'Light',
    loading: 'One moment …',
    lost: 'There is nothing here.',
    lost_text: 'The address leads nowhere. Perhaps a letter of the link is missing.',
    system: 'As the system',
    theme: 'Light or dark',
    to_start: 'To the start page',
  },
}
