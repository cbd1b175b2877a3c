// The characters that programs play as, and two people: busts of simple shapes, 100 by 100, drawn for Kabuto.

/** The markup of a shape: an outlined area, an area without outline, or a line. */
type Shape = string
interface Face {
  /** The colour behind it. */
  ground: string
  shapes: Shape[]
}

const SKIN = '#f3d9b6'
const INK = '#2a211b'
const CREAM = '#fbf5e4'
const shape = (d: string, fill: string, stroke: string, width: number): Shape => `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`
const fill = (d: string, colour: string): Shape => shape(d, colour, INK, 1.6)
const flat = (d: string, colour: string): Shape => shape(d, colour, 'none', 0)
const line = (d: string, width = 1.8, colour = INK): Shape => shape(d, 'none', colour, width)
const robe = (outside: string, inside = CREAM): Shape[] => [
  fill('M8 104C10 78 24 70 38 67L50 80L62 67C76 70 90 78 92 104Z', outside),
  fill('M38 67L50 82L62 67L66 69L50 92L34 69Z', inside),
]
const head = (colour = SKIN): Shape[] => [
  fill('M40 60H60V72L50 80L40 72Z', SKIN),
  fill('M30 40C30 24 40 18 50 18C60 18 70 24 70 40C70 56 60 66 50 66C40 66 30 56 30 40Z', colour),
]
const eyes = (y = 42, lift = 0): Shape[] => [
  line(`M37 ${y}Q41 ${y - 3 + lift} 45 ${y}M55 ${y}Q59 ${y - 3 + lift} 63 ${y}`, 2.2),
  line(`M49 ${y + 2}L47.5 ${y + 9}Q50 ${y + 11} 52 ${y + 9}`, 1.5),
]
const brows = (y = 36, tilt = 0): Shape =>
  line(`M35 ${y + tilt}Q40 ${y - 3} 45 ${y - tilt}M55 ${y - tilt}Q60 ${y - 3} 65 ${y + tilt}`, 2.4)
const mouth = (d = 'M45 58Q50 61 55 58'): Shape => line(d, 2, '#a8281a')

/** Character → face; `person` is any player. */
export const FACES: Record<string, Face> = {
  person: {
    ground: '#eadfc5',
    shapes: [
      ...robe('var(--seat, #bd2a1a)'),
      ...head(),
      ...eyes(45),
      brows(38),
      mouth(),
      fill('M29 40C26 20 38 12 50 12C62 12 74 20 71 40C66 32 62 27 50 27C38 27 34 32 29 40Z', INK),
      fill('M44 14C42 5 46 2 50 2C54 2 58 5 56 14Z', INK),
    ],
  },
  ferryman: {
    ground: '#9fbcc4',
    shapes: [
      ...robe('#6f6a4a', '#d9cda6'),
      line('M14 84L30 104M24 76L40 104M86 84L70 104M76 76L60 104', 2, '#4b4630'),
      ...head(),
      ...eyes(46),
      brows(40),
      mouth('M44 58H56'),
      line('M40 62Q50 68 60 62', 1.4),
      fill('M6 38C20 30 40 8 50 6C60 8 80 30 94 38C80 44 66 40 50 40C34 40 20 44 6 38Z', '#d8b56a'),
      line('M50 7V38M50 7L28 36M50 7L72 36M50 7L14 37M50 7L86 37', 1.1),
    ],
  },
  abbess: {
    ground: '#d9c7a0',
    shapes: [
      ...robe('#4a4652'),
      fill('M20 96C18 60 20 14 50 12C80 14 82 60 80 96C74 90 68 80 66 66C60 76 40 76 34 66C32 80 26 90 20 96Z', CREAM),
      fill('M32 42C32 28 40 24 50 24C60 24 68 28 68 42C68 56 60 65 50 65C40 65 32 56 32 42Z', SKIN),
      line('M37 45Q41 48 45 45M55 45Q59 48 63 45', 2.2),
      line('M49 46L48 53Q50 55 52 53', 1.4),
      brows(37, -1),
      mouth(),
      line('M36 84Q50 100 64 84', 3, '#8a3f2a'),
    ],
  },
  diver: {
    ground: '#8fb0bb',
    shapes: [
      ...robe(CREAM, '#2f4f6b'),
      fill('M24 66C18 40 28 12 50 12C72 12 82 40 76 66C72 72 66 60 66 48H34C34 60 28 72 24 66Z', INK),
      ...head(),
      ...eyes(44),
      brows(37),
      mouth('M45 57Q50 62 55 57'),
      fill('M28 32C38 24 62 24 72 32L71 24C62 14 38 14 29 24Z', CREAM),
      line('M44 20V27M50 18V26M56 20V27', 2, '#153a75'),
      fill('M72 28L88 22L82 30L90 36L73 33Z', CREAM),
    ],
  },
  merchant: {
    ground: '#dcc07a',
    shapes: [
      ...robe('#7a5a2e', '#efe1b9'),
      fill('M36 60H64V72L50 80L36 72Z', SKIN),
      fill('M26 42C26 24 38 18 50 18C62 18 74 24 74 42C74 60 62 68 50 68C38 68 26 60 26 42Z', SKIN),
      fill('M27 38C26 26 32 20 38 18L36 30ZM73 38C74 26 68 20 62 18L64 30Z', INK),
      fill('M44 20C42 10 46 4 50 4C54 4 58 10 56 20Z', INK),
      ...eyes(43, -3),
      brows(36),
      mouth('M42 57Q50 65 58 57'),
      line('M31 50Q34 54 37 52M69 50Q66 54 63 52', 1.3),
    ],
  },
  wanderer: {
    ground: '#a9b08c',
    shapes: [
      ...robe('#3c4650', '#8a8f86'),
      ...head(),
      mouth('M45 60H55'),
      line('M44 65Q50 69 56 65', 1.2),
      fill('M18 56C18 26 32 6 50 6C68 6 82 26 82 56C70 50 30 50 18 56Z', '#cda85a'),
      line('M22 46C36 40 64 40 78 46M26 34C38 29 62 29 74 34M33 21C42 18 58 18 67 21', 1.3),
      line('M38 9L30 50M50 6V49M62 9L70 50', 1.1),
      line('M84 104L94 66', 5),
      line('M88 84L98 87', 4),
    ],
  },
  armourer: {
    ground: '#c98a6a',
    shapes: [
      ...robe('#5b3a2a', INK),
      ...head('#e6bf94'),
      fill('M30 48C32 66 40 76 50 76C60 76 68 66 70 48C66 54 62 54 58 55C54 53 46 53 42 55C38 54 34 54 30 48Z', '#4a423b'),
      ...eyes(43),
      brows(35, -3),
      mouth('M46 60H54'),
      fill('M29 34C38 28 62 28 71 34L72 26C62 18 38 18 28 26Z', '#153a75'),
      fill('M32 22C36 10 64 10 68 22C60 17 40 17 32 22Z', INK),
      fill('M28 30L14 26L18 34L10 40L29 34Z', '#153a75'),
    ],
  },
  lady: {
    ground: '#d9a79a',
    shapes: [
      fill('M18 104C12 60 16 8 50 8C84 8 88 60 82 104Z', INK),
      ...robe('#a8281a'),
      fill('M33 41C33 26 41 20 50 20C59 20 67 26 67 41C67 57 59 66 50 66C41 66 33 57 33 41Z', '#fbeeda'),
      fill('M33 40C32 24 42 16 50 16C58 16 68 24 67 40C62 34 56 28 50 18C44 28 38 34 33 40Z', INK),
      line('M38 45H45M55 45H62', 2.2),
      line('M49.5 47L48.5 53', 1.3),
      flat('M39 32A3 1.7 0 1 0 45 32A3 1.7 0 1 0 39 32Z', INK),
      flat('M55 32A3 1.7 0 1 0 61 32A3 1.7 0 1 0 55 32Z', INK),
      flat('M46.5 58Q50 56 53.5 58Q50 62 46.5 58Z', '#a8281a'),
      line('M66 14L84 6M68 18L86 14', 2.4, '#dcb75c'),
    ],
  },
  general: {
    ground: '#b9b1a0',
    shapes: [
      ...robe(INK, '#a8281a'),
      ...head(),
      fill('M32 54C36 64 44 62 50 58C56 62 64 64 68 54C64 57 56 55 50 54C44 55 36 57 32 54Z', '#f4f0e6'),
      fill('M44 64L50 84L56 64Z', '#f4f0e6'),
      ...eyes(45),
      brows(38, -2),
      fill('M24 44C22 20 36 12 50 12C64 12 78 20 76 44L86 62C78 64 72 58 70 46C60 38 40 38 30 46C28 58 22 64 14 62Z', '#3c4650'),
      line('M50 13V36M38 16L36 38M62 16L64 38', 1.1, '#aeb6bd'),
      fill('M47 33C34 30 24 20 22 2C14 20 20 38 42 41ZM53 33C66 30 76 20 78 2C86 20 80 38 58 41Z', '#dcb75c'),
    ],
  },
  priestess: {
    ground: '#c9d3c0',
    shapes: [
      fill('M22 100C16 62 18 14 50 12C82 14 84 62 78 100Z', INK),
      ...robe(CREAM, '#a8281a'),
      fill('M33 42C33 28 41 22 50 22C59 22 67 28 67 42C67 57 59 66 50 66C41 66 33 57 33 42Z', '#fbeeda'),
      fill('M33 42C32 26 40 18 50 18C60 18 68 26 67 42L64 32H36Z', INK),
      ...eyes(45),
      brows(38),
      mouth('M46 58Q50 60 54 58'),
      fill('M30 20L50 6L70 20L64 23L50 13L36 23Z', '#dcb75c'),
      flat('M46.5 16A3.5 3.5 0 1 0 53.5 16A3.5 3.5 0 1 0 46.5 16Z', '#a8281a'),
      line('M31 24V44M69 24V44', 1.6, '#dcb75c'),
      fill('M29 44L33 44L34 52L28 52ZM67 44L71 44L72 52L66 52Z', CREAM),
    ],
  },
  sage: {
    ground: '#a8bfcf',
    shapes: [
      ...robe('#dfe4e6', '#153a75'),
      ...head(),
      fill('M31 36C28 22 38 14 50 14C62 14 72 22 69 36C66 26 58 24 50 24C42 24 34 26 31 36Z', '#e9ecec'),
      fill('M42 16C42 6 46 2 50 2C54 2 58 6 58 16Z', '#e9ecec'),
      line('M38 9L62 11', 2.6, '#153a75'),
      fill('M32 52C34 66 40 86 50 102C60 86 66 66 68 52C62 58 56 57 50 54C44 57 38 58 32 52Z', '#f4f6f4'),
      line('M44 66Q46 80 50 92M56 66Q54 80 50 92', 1.2, '#9aa5ab'),
      line('M37 45Q41 47 45 45M55 45Q59 47 63 45', 2.2),
      line('M49 46L48 52Q50 54 52 52', 1.4),
      line('M32 40Q38 32 46 37M68 40Q62 32 54 37', 4, '#e9ecec'),
      mouth('M46 60H54'),
    ],
  },
  monk: {
    ground: '#9aa878',
    shapes: [
      ...robe('#c98f10'),
      ...head(),
      fill('M30 36C30 22 40 17 50 17C60 17 70 22 70 36C64 26 36 26 30 36Z', '#d9c3a2'),
      ...eyes(44),
      brows(37, -2),
      mouth(),
      fill('M43 20L50 10L57 20L54 24H46Z', INK),
      fill('M26 76a4 4 0 1 0 8 0a4 4 0 1 0 -8 0ZM30 84a4 4 0 1 0 8 0a4 4 0 1 0 -8 0ZM37 90a4 4 0 1 0 8 0a4 4 0 1 0 -8 0ZM46 92a4 4 0 1 0 8 0a4 4 0 1 0 -8 0ZM55 90a4 4 0 1 0 8 0a4 4 0 1 0 -8 0ZM62 84a4 4 0 1 0 8 0a4 4 0 1 0 -8 0ZM66 76a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z', '#6b3a22'),
    ],
  },
  fox: {
    ground: '#cf9a2e',
    shapes: [
      ...robe('#147a69'),
      fill('M26 6L44 24H56L74 6L76 38C76 54 62 64 50 76C38 64 24 54 24 38Z', '#fff6df'),
      fill('M29 14L39 25L30 32ZM71 14L61 25L70 32Z', '#a8281a'),
      line('M32 42Q39 38 45 46M68 42Q61 38 55 46', 3),
      fill('M46 66L50 72L54 66Z', INK),
      line('M30 52L40 55M29 58L39 59M70 52L60 55M71 58L61 59', 1.3, '#a8281a'),
      line('M50 24V36M45 28V34M55 28V34', 2.2, '#a8281a'),
    ],
  },
  // people: a robe in the colour of the seat
  you: {
    ground: '#eadfc5',
    shapes: [
      ...robe('var(--seat, #bd2a1a)'),
      ...head(),
      ...eyes(45),
      brows(38),
      mouth(),
      fill('M29 40C26 20 38 12 50 12C62 12 74 20 71 40C66 32 62 27 50 27C38 27 34 32 29 40Z', INK),
      fill('M44 14C42 5 46 2 50 2C54 2 58 5 56 14Z', INK),
    ],
  },
  friend: {
    ground: '#cfd6bf',
    shapes: [
      ...robe('var(--seat, #147a69)', '#efe1b9'),
      ...head(),
      ...eyes(45),
      brows(38),
      mouth('M44 57Q50 63 56 57'),
      fill('M27 44C24 18 38 10 50 10C62 10 76 18 73 44C70 36 66 30 60 26C52 30 40 30 34 30C30 34 29 38 27 44Z', INK),
    ],
  },
}
