// Which things on the screen a move is made of. The notation of a move is split at its blanks; a table says what
// each word means after which verb. No rule of the game is known here.

/** Something on the screen that can be pointed at: `space:tavern`, `pawn:2:market`, `card:A3`, `deck:red`, `verb:pass`. */
export type Thing = string

/** A legal move as things. */
export interface Parts {
  move: string
  /** What has to be picked for it, in the order of its words. */
  needs: Thing[]
  /** What may be picked too, because it says the same: the disciple of an action. */
  says: Thing[]
}

/** The place whose disciple does what a verb says. */
export const PLACE_OF: Record<string, string> = {
  blessing: 'temple',
  buy: 'market',
  church: 'harbor',
  draw: 'redlight',
  garden: 'garden',
  geisha: 'redlight',
  honour: 'harbor',
  mission: 'castle-mission',
  pawn: 'market',
  prestige: 'castle-prestige',
  recruit: 'gates',
  sell: 'gates',
}

const ANNEXES = ['yashiki', 'karesansui', 'dojo', 'kobudo']
export const WEAPONS = ['doku', 'fukiya', 'katana', 'metsubushi', 'nawa', 'shuko', 'shuriken', 'yumi']
export const COLOURS = ['green', 'yellow', 'red', 'black']
const LOTS = ['action', 'bonus', 'weapon', 'annex', 'geisha', 'disciple', 'mission', 'arts', 'house', 'orders']

/** A thing of one's own: a card of the hand, or a weapon, a geisha, Mon … of the clan. */
const own = (word: string): Thing => (/^[MAB]\d/.test(word) ? `card:${word}` : `own:${word}`)

type Read = (words: string[], me: number) => Omit<Parts, 'move'>
const needs = (...things: Thing[]): Omit<Parts, 'move'> => ({ needs: things, says: [] })

/** What an action card is aimed at. Words stand one after the other: a place of one's own, a seat, what that seat has. */
function aims(words: string[], me: number): Thing[] {
  const [first, second, third] = words as [string, string?, string?]
  if (third !== undefined) return [`pawn:${me}:${first}`, `pawn:${second}:${third}`]
  if (second !== undefined) return [WEAPONS.includes(second) ? `goods:${first}:${second}` : `pawn:${first}:${second}`]
  if (/^\d$/.test(first)) return [`seat:${first}`]
  if (WEAPONS.includes(first)) return [`discarded:${first}`]
  if (LOTS.includes(first) && first !== 'mission') return [`lot:${first}`]
  return [`at:${first}`]
}

/** An exchange on an annex: which annex it is follows from what is given. */
const exchanged = (word: string): string => (WEAPONS.includes(word) ? 'dojo' : word.startsWith('M') ? 'yashiki' : 'kobudo')

const READ: Record<string, Read> = {
  take: ([word]) => needs(COLOURS.includes(word!) ? `deck:${word}` : `stall:${word}`),
  keep: ([word]) => needs(`drawn:${word}`),
  favour: ([word]) => needs(`favour:${word}`),
  build: ([word], me) => ({ needs: [`annex:${word}`], says: [`pawn:${me}:tavern`] }),
  discard: ([word]) => needs(own(word!)),
  auction: ([word]) => needs(`lot:${word}`),
  choose: ([word]) => needs(`lot:${word}`),
  bid: ([word]) => needs(`bid:${word}`),
  lose: ([word]) => needs(ANNEXES.includes(word!) ? `annex:${word}` : own(word!)),
  play: ([card, ...words], me) => needs(`card:${card}`, ...(words.length ? aims(words, me) : [])),
  blackmail: ([word], me) => needs('card:blackmail', `pawn:${me}:${word}`),
  place: ([word]) => needs(`space:${word}`),
  offer: ([word]) => needs(`seat:${word}`),
  pick: ([word]) => needs(own(word!)),
  sell: ([word], me) => ({ needs: [`line:sell:${word}`], says: [`pawn:${me}:gates`] }),
  honour: ([word], me) => ({ needs: [`line:honour:${word}`], says: [`pawn:${me}:harbor`] }),
  geisha: ([word], me) => ({ needs: [`line:geisha:${word}`], says: [`pawn:${me}:redlight`] }),
  look: ([place, pile], me) => ({
    needs: place === 'karesansui' ? [`pawn:${me}:karesansui`, `deck:${pile}`] : [`line:look:${place}${place === 'temple' && pile === 'event' ? ':event' : ''}`, `deck:${pile}`],
    says: [`pawn:${me}:${place}`],
  }),
  buy: ([word], me) => ({ needs: [`stall:${word}`], says: [`pawn:${me}:market`, 'line:buy'] }),
  pawn: ([word], me) => ({ needs: ['line:pawn', own(word!)], says: [`pawn:${me}:market`] }),
  mission: ([word], me) => ({ needs: ['line:mission', `deck:${word}`], says: [`pawn:${me}:castle-mission`] }),
  swap: ([word, colour], me) => needs(`pawn:${me}:${exchanged(word!)}`, own(word!), ...(colour ? [`deck:${colour}`] : [])),
  idle: ([word], me) => needs(`pawn:${me}:${word}`, `idle:${word}`),
  fulfil: ([card, spot, ...annexes], me) => needs(`card:${card}`, `pawn:${me}:${spot}`, ...annexes.map((annex) => `stand:${annex}`)),
  bonus: (annexes) => needs('verb:bonus', ...annexes.map((annex) => `stand:${annex}`)),
  position: ([word]) => needs(`position:${word}`),
}

/** A move as the things it is made of. What the table above doesn't know is one thing: the move itself. */
export function partsOf(move: string, me: number): Parts {
  const [verb, ...words] = move.split(' ') as [string, ...string[]]
  const read = READ[verb]
  if (read && (words.length || verb === 'bonus')) return { move, ...read(words, me) }
  const place = PLACE_OF[verb]
  if (place && !words.length) return { move, needs: [`line:${verb}`], says: [`pawn:${me}:${place}`] }
  return { move, needs: [words.length ? `move:${move}` : `verb:${verb}`], says: [] }
}
