// Drawn for Kabuto, each in a box of 100 by 100.

/** A crest for each seat, so that colour is never alone: round, rhombus, three scales, well frame. */
export const CRESTS: [string, string, string, string] = [
  'M50 6A44 44 0 1 1 49.9 6ZM50 32A18 18 0 1 0 50.1 32Z',
  'M50 2L98 50L50 98L2 50ZM50 34L34 50L50 66L66 50Z',
  'M50 4L98 92H2ZM50 92L28 50H72Z',
  'M8 8H92V92H8ZM36 36V64H64V36Z',
]
