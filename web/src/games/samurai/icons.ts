// Signs drawn for Kabuto, each in a box of 100 by 100. They have to read at 16 pixels: few, heavy shapes.

/** A filled path, or a path drawn with a round pen of some width; a negative width cuts into what lies below. */
export type Part = string | [path: string, width: number]
export type Letter = 'H' | 'B' | 'R' | 'S' | 'N' | 'V' | 'X' | 'T'

const round = (n: number): string => n.toFixed(1)

/** The grains of an ear of rice: the middle of each, and how it is turned in degrees. */
function ear(grains: [x: number, y: number, turned: number][]): string {
  return grains
    .map(([x, y, turned]) => {
      const cos = Math.cos((turned * Math.PI) / 180) * 1.4
      const sin = Math.sin((turned * Math.PI) / 180) * 1.4
      const at = (u: number, v: number): string => `${round(x + u * cos - v * sin)} ${round(y + u * sin + v * cos)}`
      return `M${at(-8, 0)}Q${at(0, -6.4)} ${at(8, 0)}Q${at(0, 6.4)} ${at(-8, 0)}Z`
    })
    .join('')
}

function hexagonPath(x: number, y: number, radius: number): string {
  const corners = Array.from({ length: 6 }, (_, i) => (i * Math.PI) / 3)
  return `M${corners.map((angle) => `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`).join('L')}Z`
}

export const SIGNS: Record<Letter, Part[]> = {
  // helmet: two tall horns from the brow, ribbed bowl, turned-back wings, neck guard open at the face
  H: [
    'M50 12C68 12 79 26 80 50C70 56 62 58 50 58C38 58 30 56 20 50C21 26 32 12 50 12Z',
    ['M47 46C28 43 14 28 10 3C3 24 9 44 30 54ZM53 46C72 43 86 28 90 3C97 24 91 44 70 54Z', -7],
    'M48 46C28 43 14 27 9 1C0 24 8 46 40 56H60C92 46 100 24 91 1C86 27 72 43 52 46L50 36Z',
    'M13 58C24 63 36 65 50 65C64 65 76 63 87 58L90 68C92 78 95 86 99 92C91 97 80 98 71 96L69 72C60 74 40 74 31 72L29 96C20 98 9 97 1 92C5 86 8 78 10 68Z',
    ['M9 79L30 82M92 79L70 82M5 89L30 90M96 89L70 90', -3.2],
    'M37 78C45 80 55 80 63 78V88C60 95 55 98 50 98C45 98 40 95 37 88Z',
  ],
  // Buddha: knot, head, shoulders, hands in the lap, lotus throne
  B: [
    'M50 1C55 1 58 4 58 8C65 11 68 17 68 24C68 32 64 38 58 41C74 44 82 55 84 71C76 77 64 79 50 79C36 79 24 77 16 71C18 55 26 44 42 41C36 38 32 32 32 24C32 17 35 11 42 8C42 4 45 1 50 1Z',
    ['M33 55C33 62 40 66 50 66C60 66 67 62 67 55', -5],
    ['M21 71C34 66 42 74 50 74C58 74 66 66 79 71', -4],
    'M5 79C14 77 20 79 25 83C30 79 36 79 41 83C44 80 56 80 59 83C64 79 70 79 75 83C80 79 86 77 95 79C93 91 84 98 72 98H28C16 98 7 91 5 79Z',
  ],
  // rice: a tied sheaf, heavy ears hanging to both sides
  R: [
    ['M50 62V20M46 62C44 42 36 26 22 22M54 62C56 42 64 26 78 22', 5],
    ear([[50, 8, 90], [43.5, 19, 62], [56.5, 19, 118], [44, 32, 66], [56, 32, 114]]),
    ear([[30, 20, 30], [17, 20, 160], [10, 30, 120], [22, 34, 95], [6, 43, 105], [17, 48, 100]]),
    ear([[70, 20, 150], [83, 20, 20], [90, 30, 60], [78, 34, 85], [94, 43, 75], [83, 48, 80]]),
    'M32 60H68V72H32Z',
    'M37 76H63L76 98H60L55 88L50 98L45 88L40 98H24Z',
  ],
  // samurai: two crossed katana, guards and wrapped grips
  S: [
    ['M12 6C32 18 56 42 70 64', 9],
    ['M88 6C68 18 44 42 30 64', -17],
    ['M88 6C68 18 44 42 30 64', 9],
    ['M60 76L82 58M40 76L18 58', 7.5],
    ['M75 72L92 94M25 72L8 94', 11],
    ['M79 83L87 78M84 90L92 85M21 83L13 78M16 90L8 85', -2.6],
  ],
  // ronin: a bridled horse's head with a cropped mane
  N: [
    'M47 2L55 13C76 19 90 42 90 72C90 82 89 90 87 98H31C32 83 41 75 51 66C56 61 58 55 57 49C50 57 42 60 35 60L25 71C21 75 15 74 12 70L6 61C4 57 5 53 8 49L31 21L38 4L43 12Z',
    ['M62 18L74 24L68 32L80 38L73 45L85 52L77 58L88 66', -3.6],
    ['M27 47L38 61M31 30C40 33 49 40 56 50', -3.6],
    'M36 27L42 31L37 35Z',
  ],
  // ship: a one-masted coaster under a battened square sail
  V: [
    'M22 12H74C83 30 83 44 76 60H22C29 44 29 30 22 12Z',
    ['M36 13C42 30 42 44 36 59M50 13C56 30 56 44 50 59M63 13C69 30 69 44 63 59', -3.6],
    ['M48 2V72', 6],
    ['M18 12H79', 6],
    'M2 66L20 73H78L98 58C96 82 84 96 68 97H32C16 97 6 86 2 66Z',
    ['M22 84H78', -3.6],
  ],
  // figure exchange: two figures change places
  X: [
    'M24 24A10.500 10.500 0 1 1 23.900 24ZM24 47C36 47 41 56 42 74H6C7 56 12 47 24 47Z',
    'M76 24A10.500 10.500 0 1 1 75.900 24ZM76 47C88 47 93 56 94 74H58C59 56 64 47 76 47Z',
    ['M28 14C40 3 58 3 68 12', 7.5],
    'M61 20L79 22L76 3Z',
    ['M72 87C60 97 42 97 32 88', 7.5],
    'M39 80L21 79L24 98Z',
  ],
  // token exchange: a laid token jumps to another space
  T: [
    hexagonPath(24, 68, 23),
    [hexagonPath(77, 72, 18), 6],
    ['M24 36C30 10 58 6 71 30', 8],
    'M58 29L80 47L84 20Z',
  ],
}

/** The character of fast tokens, 侍, from Shippori Mincho (SIL Open Font License 1.1). */
export const FAST =
  'M16.9 42.4Q11.4 49.9 5.4 55.3L4 54.4Q12 42.1 18.3 24.4Q20.1 19.4 21.6 13.1Q23 6.8 23.1 2.8Q30.6 5.2 33.5 6.5Q36.4 7.8 36.4 8.4Q36.4 8.7 35.5 9.1L33.7 ' +
  '9.8Q29.7 21 24.3 30.8Q28.3 33.7 28.3 34.8Q28.3 35.1 28.1 35.3Q27.8 35.6 27.4 35.8L26 36.5V69.6Q26.2 82 26.8 93.1Q25.9 94.2 23.5 95.3Q21 96.5 18.5 96.5' +
  'Q17.3 96.5 16.6 95.9Q15.8 95.3 15.8 94.5Q16.2 88.6 16.5 83Q16.8 77.5 16.9 68.5ZM82.1 34.4Q82.6 33.7 83.2 32.8Q83.8 32 84.4 31.3Q85 30.7 85.4 30.7Q86 3' +
  '0.7 88.4 32.5Q90.8 34.4 93 36.5Q95.1 38.6 95.1 39.3Q94.8 40.9 92.5 40.9H46.5Q39.4 41 31.5 42.3L28.9 37.3Q34.4 37.9 42.2 38.1H55.3V22.5H48.3Q42.3 22.6 ' +
  '35.7 23.9L33.2 18.8Q38.7 19.4 46.5 19.6H55.3Q55.3 9.8 54.3 3.5Q61.4 5.1 64.1 6.1Q66.7 7.1 66.7 7.8Q66.7 8.2 66 8.7L64.4 9.7V19.6H75.1L77.5 16Q77.9 15.' +
  '4 78.7 14.3Q79.4 13.3 79.9 12.8Q80.3 12.3 80.7 12.3Q81.3 12.3 83.8 14.1Q86.2 16 88.3 18.1Q90.5 20.2 90.5 20.9Q90.1 22.5 87.8 22.5H64.4V38.1H79.6ZM82.9' +
  ' 50.9Q83.2 50.4 84 49.3Q84.7 48.3 85.2 47.8Q85.7 47.3 86.1 47.3Q86.7 47.3 89.1 49.1Q91.4 51 93.5 53Q95.5 55.1 95.5 55.8Q95.1 57.4 92.9 57.4H78.2V84.2Q' +
  '78.2 88.2 77.3 90.6Q76.4 93 73.5 94.5Q70.6 96 64.9 96.5Q64.6 94 64.1 92.3Q63.5 90.7 62.4 89.6Q59.8 87.2 52.9 86.1V84.7Q64.7 85.5 66.9 85.5Q68.1 85.5 6' +
  '8.6 85Q69.1 84.6 69.1 83.6V57.4H46.3Q39.2 57.5 31.3 58.8L28.8 53.7Q34.3 54.3 42.1 54.5H69.1Q69.1 46.5 68.3 41.8Q75.3 43.5 78 44.5Q80.7 45.5 80.7 46.2Q' +
  '80.7 46.5 79.9 47.1L78.2 48.1V54.5H80.5ZM40.5 60.3Q49.1 62.6 53.2 66.6Q57.2 70.6 57.2 74.5Q57.2 76.8 55.9 78.2Q54.6 79.7 52.7 79.7Q51 79.7 49.1 78.4Q4' +
  '8.2 74.4 45.5 69.7Q42.8 65 39.5 60.9Z'
