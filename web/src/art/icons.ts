// Silhouettes drawn for Kabuto, each in a box of 100 by 100. They have to read at 20 pixels: few, heavy shapes.

/** The three kinds of figure. */
export const FIGURES: Record<'H' | 'B' | 'R', string> = {
  // a helmet: crescent horns, bowl, flaring neck guard
  H:
    'M9 3C2 26 20 44 50 44C80 44 98 26 91 3C84 18 70 26 56 27L50 18L44 27C30 26 16 18 9 3ZM26 47C33 50 41 51 50 51C59 51 67 50 74 47' +
    'C79 53 81 60 81 68H19C19 60 21 53 26 47ZM18 74H82L98 91C99 95 97 97 93 97H72L63 86H37L28 97H7C3 97 1 95 2 91Z',
  // a seated Buddha: knot of hair, head, robe, crossed legs
  B:
    'M50 2C55 2 58 5 58 9C64 12 67 18 67 24C67 32 63 38 58 41C72 44 79 53 81 68L66 64V52L61 66C57 70 43 70 39 66L34 52V64L19 68' +
    'C21 53 28 44 42 41C37 38 33 32 33 24C33 18 36 12 42 9C42 5 45 2 50 2ZM50 75C62 75 72 73 82 73C92 74 97 79 96 86C95 93 88 97 78 97' +
    'H22C12 97 5 93 4 86C3 79 8 74 18 73C28 73 38 75 50 75Z',
  // a sheaf of rice: drooping ears, a band, the stalks below
  R:
    'M50 4C56 11 58 20 57 29C61 17 69 9 79 8C82 17 78 27 70 36C79 29 89 29 97 36C93 47 79 51 64 55L59 60H41L36 55' +
    'C21 51 7 47 3 36C11 29 21 29 30 36C22 27 18 17 21 8C31 9 39 17 43 29C42 20 44 11 50 4ZM37 65H63V72H37ZM41 77H59' +
    'L74 97H56L50 88L44 97H26Z',
}

/** What tokens show besides the figures: those that influence all three, and the two exchanges. */
export const TOKENS: Record<'S' | 'N' | 'V' | 'X' | 'T', string> = {
  // a samurai: crossed swords
  S:
    'M8 6C36 22 58 44 72 66L80 60L86 66L77 75L94 92L88 97L71 81L62 89L56 83L64 74C40 60 20 38 8 6ZM92 6C84 27 74 42 60 57' +
    'L51 47C63 34 76 19 92 6ZM44 64L36 74L44 83L38 89L29 81L12 97L6 92L23 75L14 66L20 60L28 66L34 56Z',
  // a ronin, the rider: a horse's head
  N:
    'M40 4L50 14C70 18 86 38 88 66C89 78 88 88 86 97H34C35 84 42 76 52 67C57 62 58 57 57 51C50 58 43 59 37 59L27 69' +
    'C23 73 17 72 14 68L8 60C6 56 7 52 10 48L30 22Z',
  // a ship: a junk under sail
  V:
    'M48 4C66 10 78 24 80 44L73 50L81 57L75 66H52V72H94C91 87 80 96 66 96H32C18 96 9 86 5 68L20 72H46V66H20L14 56L20 50L13 42' +
    'C22 24 34 12 48 4Z',
  // figure exchange: two arrows in a ring
  X: 'M50 8C66 8 80 17 87 31L97 26L93 58L65 43L76 37C71 28 61 21 50 21C37 21 26 29 22 41L9 37C15 20 31 8 50 8ZM50 92C34 92 20 83 13 69L3 74L7 42L35 57L24 63C29 72 39 79 50 79C63 79 74 71 78 59L91 63C85 80 69 92 50 92Z',
  // token exchange: a hexagon that moves on
  T: 'M26 14H62L73 33H57L53 27H34L20 50L34 73H53L57 67H73L62 86H26L4 50ZM38 42H68V26L98 50L68 74V58H38Z',
}

/** A crest for each seat, so that colour is never alone: round, rhombus, three scales, well frame. */
export const CRESTS: [string, string, string, string] = [
  'M50 6A44 44 0 1 1 49.9 6ZM50 32A18 18 0 1 0 50.1 32Z',
  'M50 2L98 50L50 98L2 50ZM50 34L34 50L50 66L66 50Z',
  'M50 4L98 92H2ZM50 92L28 50H72Z',
  'M8 8H92V92H8ZM36 36V64H64V36Z',
]
