// Written by `python -m kabuto.protocol.openapi` from the wire yedo: change it there.
import type { Sentence } from '../../shell/protocol'

/** An action card in hand. */
export interface ActionCard {
  /** Which one; the reference has its words. */
  code: string;
  /** Whether it can be played now. */
  playable: boolean;
  /** Why it can't, while this seat decides something. */
  why?: Sentence;
  /** Where the patrol would stand after it, for a card that moves it. */
  leads?: string;
}

/** The bidding of this round. While a lot is auctioned, ``lot`` and what follows it tell how it stands. */
export interface Bidding {
  /** Everything that can be won. */
  lots: Lot[];
  /** Who may still win an auction, foremost first. */
  track: number[];
  /** Who has left without winning. */
  egress: Egress[];
  /** Seat → Mon that a card takes off what it pays. */
  rebates: number[];
  /** What is being auctioned; empty: nothing yet. */
  lot?: string;
  /** Who named it. */
  beginner?: number | null;
  /** Who bids most. */
  best?: number | null;
  /** The highest bid. */
  bid?: number;
  /** Who is still to be asked, the seat to move first; the beginner comes last, if a person raises. */
  asked?: number[];
}

/** The numbers of the board for one number of players. */
export interface Board {
  /** How many players. */
  players: number;
  /** How many rounds. */
  rounds: number;
  /** In the order in which the blue patrol passes them; the red one goes the other way. */
  districts: District[];
  /** What is auctioned, with the printed minimum bids. */
  lots: Lot[];
  /** Market field → its printed price. */
  market: number[];
  /** Printed prices: ``recruit``, ``annex``, ``geisha``, ``geisha_prestige``, ``draw``, ``pawn``, ``school`` (what a Kobudo-Ryu takes off a weapon). */
  prices: Record<string, number>;
  /** Prestige sold at the gates → Mon. */
  sells: Record<string, number>;
  /** Prestige bought in the harbor → Mon. */
  honours: Record<string, number>;
  /** The most that a clan may have: ``missions``, ``actions``, ``bonuses``, ``weapons``, ``geishas``, ``reserve``; ``trade``: things on each side of a brief offer; ``offers``: free ones in one place; ``reserve_always``: 1 if the limit of the reserve holds for more than arrests. */
  limits: Record<string, number>;
  /** ``money``, ``prestige``, ``church``, ``step_out``, ``blessings``, ``geishas``, ``annexes`` (of each), ``disciples``, ``copies`` (of each weapon), ``missions`` (dealt to a clan), ``dear`` (market fields that are filled every round), ``drawn`` (cards that are drawn or looked at together), ``won`` (prestige that comes with an annex or a geisha from an auction), ``blackmail`` (its points at the end). */
  start: Record<string, number>;
  /** Where the patrol begins. */
  patrol_start: string;
  /** The round in which it first moves. */
  patrol_from: number;
}

/** A bonus card in hand. */
export interface BonusCard {
  /** Which one; the reference has its words. */
  code: string;
  /** Whether its condition is met now: by this clan alone, or by others too. */
  met: "alone" | "no" | "shared";
  /** What it would bring now. */
  points: number;
}

/** A card as it is printed. Fields that do not belong to its kind are left out. */
export interface Card {
  /** How moves name it. */
  code: string;
  /** What kind of card. */
  kind: "action" | "bonus" | "event" | "favour" | "mission";
  /** Its name. */
  name: string;
  /** A line in the mood of the period. */
  text: string;
  /** What it does, or its condition. */
  rules?: Sentence[];
  /** Event: those rules that hold until the next one. */
  lasting?: Sentence[];
  /** How many there are. */
  copies?: number;
  /** Action: when it is played: ``auction``, ``event``, ``place``, ``5b``, ``5c``, ``act``, ``reaction``. */
  time?: string;
  /** The same in words. */
  when?: string;
  /** Mission: its colour. */
  colour?: string;
  /** Mission: its standard part. */
  standard?: CardPart | null;
  /** Mission: its bonus part, if it has one. */
  bonus?: CardPart | null;
  /** Bonus: the points if the owner alone meets it. */
  alone?: number;
  /** Bonus: the points if others do too. */
  shared?: number;
  /** The districts that it names or acts on. */
  districts?: string[];
  /** The weapons that it needs, gives or takes; all of them where it does not say which. */
  weapons?: string[];
}

/** A part of a mission as it is printed. */
export interface CardPart {
  /** Everything it asks for, districts first. */
  needs: Need[];
  /** What it brings. */
  rewards: Sentence[];
  /** The same as words of the card files and numbers: ``prestige``, ``mon``, ``action``, … */
  gains: [string, number][];
}

/** A legal move. */
export interface Choice {
  /** Its notation: what a client plays. */
  move: string;
  /** The move in words, with what it costs or brings. */
  text: Sentence;
  /** What the move is about: moves of one group belong together. */
  group: string;
  /** What speaks against it: winning would be useless, or could not be paid. */
  warnings?: Sentence[];
}

/** What a clan has, as all seats see it. */
export interface Clan {
  /** Points on the track. */
  prestige: number;
  /** Money. */
  mon: number;
  /** Disciples in the clan house. */
  home: number;
  /** Disciples in the reserve. */
  reserve: number;
  /** Its weapons. */
  weapons: string[];
  /** How many geishas. */
  geishas: number;
  /** Whether it has a blessing. */
  blessing: boolean;
  /** Its annexes. */
  annexes: string[];
  /** The annexes with a disciple on them. */
  manned: string[];
  /** Whether its Blackmail is unused. */
  blackmail: boolean;
  /** How many action cards it holds. */
  actions: number;
  /** How many bonus cards it holds. */
  bonuses: number;
  /** The colours of its unfinished missions. */
  missions: string[];
  /** Its finished missions. */
  finished: string[];
  /** At the end of the game: its bonus cards. */
  shown: string[];
}

/** Disciples that will be arrested, as things stand. */
export interface Danger {
  /** Whose they are. */
  seat: number;
  /** Where they stand. */
  place: string;
  /** How many. */
  number: number;
}

/** How a game ended. */
export interface Details {
  /** Seat → prestige points after the final scoring. */
  scores: number[];
  /** How they came about, one step after the other; the first says why the game is over. */
  steps: Step[];
}

/** A district of the city. */
export interface District {
  /** Its name in the notation. */
  name: string;
  /** Its name in words. */
  label: string;
  /** Its places for disciples → how many find room. */
  places: Record<string, number>;
  /** Place → how many spaces more it has with other numbers of players. */
  fenced: Record<string, number>;
}

/** A seat that has left the bidding without winning. */
export interface Egress {
  /** Which one. */
  seat: number;
  /** What it got for stepping out before the first auction. */
  mon: number;
  /** Whether it had to, because it could not pay its bid. */
  is_default: boolean;
}

/** A step of a lesson: a position, and something to do there. */
export interface Exercise {
  /** What it is called in the data. */
  name: string;
  /** What to do, in words. */
  task: string;
  /** What to say when it is done. */
  done: string;
  /** Help. */
  hint: string;
  /** Whose turn it is: the learner's. */
  seat: number;
  /** The position as a record without moves. */
  record: Record<string, unknown>;
  /** When it is done. Otherwise it is missed as soon as it is another seat's turn. */
  goal: Goal;
  /** Moves that reach the goal. */
  solution: string[];
  /** Move of the learner → what the others play then, at once. */
  reply: Record<string, string[]>;
}

/** One thing that a move brought about. Fields that do not belong to its kind are left out. */
export interface Fact {
  /** What happened, such as ``CardsDrawn``, ``DiscipleArrested``, ``MonChanged``: the class of the event. */
  what: string;
  /** Who it happened to. */
  seat?: number | null;
  /** Another seat: to whom a card went, with whom a trade was made. */
  other?: number | null;
  /** Of which pile the cards are. */
  pile?: string;
  /** Cards, or weapons; ``?`` is one that the reader may not see. */
  cards?: string[];
  /** Where: a place or a district; empty: none. */
  place?: string;
  /** Which lot. */
  lot?: string;
  /** How many more; negative if fewer. Of a round or a market field its number. */
  number?: number;
  /** Weapons or annexes gained. */
  gained?: string[];
  /** Weapons or annexes lost. */
  lost?: string[];
  /** The market, field by field; weapons discarded; favours left. */
  things?: (string | null)[];
  /** The new player order. */
  order?: number[];
  /** The patrol that takes over. */
  colour?: string;
  /** Which sentence of ``story`` tells it; -1: none. */
  line?: number;
}

/** One moment of a replay. */
export interface Frame {
  /** The table; its task with everything that the seats of this view know together. */
  position: Position;
  /** Seat → its cards, as far as the chosen view shows them. */
  hands: (Hand | null)[];
}

/** What is to be reached: something happens, or the game is won. */
export interface Goal {
  /** A fact with these fields, among those of the moves (``Told.facts``). */
  fact?: Record<string, number | string | string[]>;
  /** The seat that wins. */
  wins?: number | null;
}

/** What an offer of this seat can name, as often as it is there, in the order of the notation. */
export interface Goods {
  /** What it can give. */
  gives: string[];
  /** The seat that it can trade with → what it can ask for. */
  asks: Record<string, string[]>;
}

/** The cards of a seat in a replay. */
export interface Hand {
  /** Unfinished missions. */
  missions: string[];
  /** Action cards. */
  actions: string[];
  /** Bonus cards. */
  bonuses: string[];
}

/** What a seat knows of a pile. */
export interface Known {
  /** Its top cards, the uppermost first. */
  top?: string[];
  /** The cards below those, in an order that another person chose. */
  mixed?: string[];
}

/** A lesson: some steps about one thing. */
export interface Lesson {
  /** What it is called in the data. */
  name: string;
  /** Its title. */
  title: string;
  /** What it is about. */
  about: string;
  /** Its steps. */
  steps: Exercise[];
}

/** All lessons, in a good order. */
export interface Lessons {
  /** The lessons. */
  lessons: Lesson[];
}

/** Something that a disciple of this seat can do on a place, or could with more money. */
export interface Line {
  /** Its notation. */
  move: string;
  /** What it changes: Mon. */
  mon?: number;
  /** What it changes: prestige. */
  prestige?: number;
  /** Why it is impossible now, anyone who stands there; left out: it is possible. */
  why?: Sentence;
}

/** Something that is auctioned: a category, or with two or three players a group of them. */
export interface Lot {
  /** Its name in the notation. */
  lot: string;
  /** Its categories. */
  contents: string[];
  /** The lowest bid, with the present event. */
  minimum: number;
  /** Who has won it in this round. */
  winner: number | null;
  /** Whether a card keeps it out of this round. */
  is_barred: boolean;
}

/** A mission in hand. */
export interface Mission {
  /** Which one; the reference has its words and rewards. */
  code: string;
  /** Its colour. */
  colour: string;
  /** Its standard part. */
  standard: Part;
  /** Its bonus part, if it has one. */
  bonus: Part | null;
  /** How many more disciples have to be placed to fulfil it; null: something else is missing too. */
  missing: number | null;
  /** The legal moves that fulfil it now. */
  moves: string[];
}

/** Something that a part of a mission asks for. */
export interface Need {
  /** What kind of thing. */
  kind: "annex" | "blessing" | "district" | "geisha" | "mon" | "special" | "weapon";
  /** Which district, weapon or annex. */
  name?: string;
  /** How many are needed; in a bonus part together with what the standard part needs there. */
  number?: number;
  /** How many of them the clan has, stand-ins included. */
  have?: number;
  /** Whether that is enough. */
  met?: boolean;
  /** What stands in, if that takes it: ``yashiki``, ``karesansui`` or ``card``. */
  by?: string;
  /** A special condition in words. */
  text?: Sentence;
}

/** How a part of a mission stands. */
export interface Part {
  /** Everything it asks for, districts first. */
  needs: Need[];
  /** Whether all of it is there. */
  met: boolean;
}

/** The patrol on duty. */
export interface Patrol {
  /** ``red`` or ``blue``: they go opposite ways. */
  colour: string;
  /** Where it stands. */
  district: string;
  /** Whether it has moved in this round. */
  has_moved: boolean;
  /** The districts it enters with its next move, the last one being where it stops; none: it stays. */
  ahead: string[];
  /** Who will be arrested in this round, as things stand. */
  danger: Danger[];
  /** Seat and place of every disciple that a card or Blackmail keeps from arrest. */
  saved: [number, string][];
}

/** What lies on the table, as all seats see it. */
export interface Position {
  /** How many moves have been played. */
  ply: number;
  /** The round, from 1; 0 during set-up. */
  round: number;
  /** The phase. */
  phase: "action" | "assignment" | "bidding" | "event" | "over" | "patrol" | "setup" | "trading";
  /** The step within it, as the rules call it: ``stepping``, ``auction``, ``event-cards``, ``5b``, ``5c``, ``trade-market-1``, ``trade-tavern-2``, … */
  step: string;
  /** The seat to move; null when the game is over. */
  to_move: number | null;
  /** The player order. */
  order: number[];
  /** Whose turn is still to come in the present lap. */
  lap: number[];
  /** Whether the Shogun was killed: this round is the last. */
  shogun: boolean;
  /** The present event. */
  event: string | null;
  /** The events before it, the first one first. */
  past: string[];
  /** The closed district. */
  closed: string | null;
  /** The patrol. */
  patrol: Patrol;
  /** Place on the board → the seats of the disciples on it; the garden house has a place for each position, null where it is free. */
  disciples: Record<string, (number | null)[]>;
  /** The market from the left, the dear fields first. */
  market: Stall[];
  /** What things cost now: ``recruit``, ``annex``, ``geisha``, ``draw``. */
  prices: Record<string, number>;
  /** The discarded weapons. */
  discard: string[];
  /** Mon on the church. */
  church: number;
  /** Blessings left in the temple. */
  blessings: number;
  /** Geishas left. */
  geishas: number;
  /** Annex → how many are left. */
  annexes: Record<string, number>;
  /** Pile → how many cards are in it. */
  piles: Record<string, number>;
  /** The favours that can be taken, during set-up. */
  favours: string[];
  /** Null during set-up. */
  bidding: Bidding | null;
  /** Seat → its clan. */
  clans: Clan[];
  /** What has to be decided, as all seats see it; null when the game is over. */
  task: Task | null;
}

/** What one seat alone sees. */
export interface Private {
  /** What to do now; empty: it is another seat's turn. */
  prompt: Sentence;
  /** The decision as this seat sees it, with the cards that it drew. */
  task: Task | null;
  /** The legal moves, in the order of ``own.legal``. */
  moves: Choice[];
  /** Unfinished missions. */
  missions: Mission[];
  /** Action cards. */
  actions: ActionCard[];
  /** Bonus cards. */
  bonuses: BonusCard[];
  /** Place → what can be done there; of the annexes those that the clan has. */
  lines: Record<string, Line[]>;
  /** Market field → what a weapon there costs this clan. */
  prices: number[];
  /** The highest bid that this clan can pay. */
  purse: number;
  /** Pile → what this seat knows of its top; piles of which it knows nothing are left out. */
  known: Record<string, Known>;
  /** ``trade``, ``offer``: what an offer can be made of. */
  goods?: Goods | null;
  /** ``keep``: of missions that were drawn, how they would stand. */
  drawn?: Mission[];
}

/** What does not change in a game: asked for once, in the reader's language. */
export interface Reference {
  /** Every card of the card set. */
  cards: Card[];
  /** The board for this number of players. */
  board: Board;
  /** Everything that moves and messages name → what it is called: places, weapons, colours, lots, piles. */
  names: Record<string, string>;
}

/** A field of the market. */
export interface Stall {
  /** The weapon on it; null: none. */
  weapon: string | null;
  /** What it costs a clan without a Kobudo-Ryu. */
  price: number;
  /** What happens to the weapon in the next round: it moves to a cheap field, or to the discard. */
  next: "" | "goes" | "slides" | "stays";
}

/** One step of the final scoring. */
export interface Step {
  /** What is counted. */
  kind: "blackmail" | "bonus" | "end" | "total" | "track" | "winner";
  /** The step in words. */
  text: Sentence;
  /** Whose points. */
  seat?: number | null;
  /** ``bonus``: which card. */
  card?: string;
  /** How many. */
  points?: number;
  /** ``bonus``: whether its condition is met, by this clan alone or by others too. */
  met?: "" | "alone" | "no" | "shared";
}

/** The decision that the game waits for. Fields that do not belong to its kind are left out. */
export interface Task {
  /** ``draft``, ``keep``, ``takefavour``, ``stepout``, ``begin``, ``raise``, ``category``, ``deck``, ``build``, ``discard``, ``lose``, ``window``, ``answer``, ``place``, ``protect``, ``trade``, ``offer``, ``respond``, ``handover``, ``activate``, ``order``, ``position``, ``marketweapon`` or ``bonuspart``. */
  kind: string;
  /** Who decides. */
  seat: number;
  /** ``keep``, ``discard``, ``order``: the pile of the cards; of any mission to discard ``green``. */
  pile?: string;
  /** ``keep``, ``order``: the cards drawn or looked at, ``?`` for everyone but their owner. */
  cards?: string[];
  /** ``deck``: how many are drawn to keep one; ``lose``: how many have to be given up. */
  number?: number;
  /** ``lose``: a weapon, geisha, annex, disciple, action, bonus, mission, mon or prestige. */
  what?: string;
  /** ``lose``: whether a blessing averts it. */
  averted?: boolean;
  /** ``window``: when its cards are played, ``event`` or ``5b``. */
  time?: string;
  /** ``raise``, ``category``: the lot. */
  lot?: string;
  /** ``answer``: who played the card that may be answered. */
  player?: number | null;
  /** ``answer``: that card; ``bonuspart``: the mission. */
  card?: string;
  /** ``answer``: what the card is aimed at, in the words of the notation. */
  target?: string[];
  /** ``answer``: seat and card of every answer so far, each to the one before. */
  answers?: [number, string][];
  /** ``answer``: whether the card takes effect if no one answers any more. */
  works?: boolean;
  /** ``answer``, ``raise``, ``position``: who is asked after this seat. */
  rest?: number[];
  /** ``trade``, ``offer``, ``respond``: the market or the tavern. */
  place?: string;
  /** ``offer``, ``respond``, ``handover``: who makes the offer. */
  maker?: number | null;
  /** ``trade``: how many offers this seat can still begin here; null where trading is brief. */
  left?: number | null;
  /** ``trade``, ``offer``: the most things on each side, both of which give something; null: any offer. */
  things?: number | null;
  /** ``offer``, ``respond``, ``handover``: to whom it is made. */
  partner?: number | null;
  /** What the maker gives: weapons, ``geisha``, cards; a card face down by its pile, such as ``action``. */
  gives?: string[];
  /** What the maker asks for: weapons, ``geisha``, or piles of which the partner picks a card. */
  asks?: string[];
  /** ``handover``: what the partner has picked so far. */
  picked?: string[];
  /** Mon that the maker pays; negative: that it asks for. */
  mon?: number;
  /** ``offer``, ``respond``: whether the offer answers another one. */
  is_counter?: boolean;
  /** ``bonuspart``: the ways to meet it. */
  ways?: Way[];
  /** ``position``: the new player order so far, null where it is open. */
  positions?: (number | null)[];
  /** ``position``: the player order as it will be, first if no one chooses any more, then with position 1, 2, … for this seat; empty where that is taken. */
  orders?: number[][];
}

/** A move of the log, and what it brought about. */
export interface Told {
  /** The move in words. */
  text: Sentence;
  /** What came of it: first what happened, then what changed on the open table. */
  facts: Fact[];
  /** The same in sentences. */
  story: Sentence[];
  /** Those of the sentences that tell of the city, not of the move: a new round, the event, the patrol. */
  city?: number[];
  /** The phase that began with it, if one did. */
  phase?: string;
}

/** A way to meet the bonus part of a mission: what it costs, and what it leads to. */
export interface Way {
  /** Its notation. */
  move: string;
  /** Mon to hand over. */
  mon: number;
  /** Whether the blessing is handed over. */
  blessing: boolean;
  /** Mon left after paying, before the reward. */
  left: number;
  /** Prestige points that it brings. */
  prestige: number;
}

/** What this wire makes: `State<YedoWire>` is a message of it. */
export interface YedoWire {
  position: Position;
  private: Private;
  events: Told;
  details: Details;
  frame: Frame;
  reference: Reference;
  lessons: Lessons;
}
