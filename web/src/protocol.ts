// Written by `python -m kabuto.server.schema` from kabuto/server/messages.py: change it there.

/** The message with this id was carried out and is on disk. */
export interface Accepted {
  type: "accepted";
  id: string;
}

/** Agree to an offer, or decline it for all. */
export interface AnswerOffer {
  type: "answer";
  id: string;
  offer: number;
  agree: boolean;
}

/** Ask what is good: in one's own turn, or at any moment of a finished game. */
export interface AskHint {
  seat: number;
  /** For a finished game: after how many moves. */
  ply?: number | null;
}

/** The answer to ``why``. */
export interface Because {
  type: "because";
  id: string;
  /** Null: the move is possible. */
  reason: string | null;
}

/** A figure that left the board, and the influence that decided it. */
export interface Captured {
  space: string;
  /** ``H``, ``B`` or ``R``. */
  figure: string;
  /** Seat → influence. */
  influence: number[];
  /** Seat → the tokens it came from, as space and token. */
  tokens: [string, string][][];
  /** Who got it; null: it was set aside. */
  winner: number | null;
}

/** What this server offers. */
export interface Catalogue {
  version: string;
  languages: string[];
  games: GameInfo[];
}

/** An expected result, 1 for a victory, with its 95 % interval. */
export interface Chance {
  mean: number;
  low: number;
  high: number;
}

/** The token of a personal link. */
export interface Claim {
  token: string;
}

/** Time to think; a seat whose time is over is played on by a program. */
export interface Clock {
  /** For every turn anew, or for all turns together. */
  per: "game" | "move";
  seconds: number;
}

/** What is left of everybody's time, in milliseconds, when the message was sent. */
export interface Clocks {
  /** Null: a program, or no time any more. */
  left: (number | null)[];
  /** The seats whose time runs. */
  running: number[];
}

/** A browser that is signed in as me. */
export interface Device {
  id: string;
  browser: string;
  /** Such as Firefox and Linux; empty: not known. */
  system: string;
  since: string;
  /** Days, such as 2026-11-17. */
  seen: string;
  /** Whether it is the one that asks. */
  is_this: boolean;
  /** Whether it stands for all devices that have not been here since devices are listed. */
  is_legacy: boolean;
}

/** My devices: this one, and the others by when they were last seen. */
export interface DeviceList {
  devices: Device[];
}

/** A game after some moves. */
export interface Frame {
  position: SamuraiPosition;
  /** Seat → its hand, as far as the chosen view shows it. */
  hands: (string[] | null)[];
}

/** Free for whoever has the invite link, or for anybody at a public table. */
export interface Friend {
  who: "open";
}

/** A game that can be played. */
export interface GameInfo {
  name: string;
  options: OptionInfo[];
  presets: Record<string, Record<string, boolean | number | string>>;
  /** Who can take a seat. */
  programs: string[];
}

/** The best moves of a position as the seat knows it. */
export interface Hint {
  ply: number;
  /** Seat → what it can expect. */
  chances: Chance[];
  /** The best first. */
  moves: HintMove[];
}

/** A move that was thought over. */
export interface HintMove {
  move: string;
  /** What this seat can expect after it. */
  chance: Chance | null;
  /** What it changes, in the language asked for. */
  why: string[];
  /** How the turn may go on, and a likely answer. */
  line: string[];
}

/** The secret of an open seat: send the link ``/table/ID#invite=TOKEN``. */
export interface Invite {
  seat: number;
  token: string;
}

/** Take a seat: by the token of an invite, or, at a public table, any open one. */
export interface Join {
  invite?: string | null;
  seat?: number | null;
}

/** What a personal link would do here. */
export interface LinkOwner {
  /** Who made it. */
  name: string;
  /** Who I am now. */
  me: string;
  /** Whether both are the same person. */
  is_mine: boolean;
  /** My open games. While there are any, this browser cannot become somebody else. */
  games: number;
}

/** The tables a person may want, the newest first. */
export interface Lobby {
  /** My games that wait or run. */
  mine: TableInfo[];
  /** Public tables with an open seat. */
  waiting: TableInfo[];
  /** Public games that run without me. */
  watch: TableInfo[];
  /** My finished games and records, and public ones. */
  finished: TableInfo[];
  /** My tables that cannot be read any more. */
  damaged: string[];
}

/** One move of the log. */
export interface LogEntry {
  /** Which move it was, from 0. */
  ply: number;
  seat: number;
  /** In notation; ``+`` alone is a token chosen unseen. */
  move: string;
  captures: Captured[];
}

/** Offer a rematch after the game, or that a program takes an absent seat. */
export interface MakeOffer {
  type: "offer";
  id: string;
  what: "rematch" | "replace";
  /** The absent seat. */
  seat?: number | null;
}

/** The person behind a cookie. */
export interface Me {
  name: string;
  /** Who this browser was before it opened a personal link, if it can go back. */
  before: string | null;
  /** Whether this browser was just signed out by another device, and is a new guest now. */
  signed_out: boolean;
  /** What links for others begin with; empty: the address in the browser will do. */
  public_url: string;
}

/** A finished game or uploaded record after so many moves: where a "what if" begins. */
export interface Moment {
  table: string;
  ply: number;
}

/** Play a move. It counts for the others when the turn is ended with ``/``. */
export interface Move {
  type: "move";
  table: string;
  seat: number;
  /** The ply of ``own`` that this answers. */
  ply: number;
  id: string;
  notation: string;
}

/** As the host: stop somebody from talking at this table, or let them talk again. */
export interface Mute {
  type: "mute";
  id: string;
  /** The ``who`` of their lines. */
  who: string;
  muted: boolean;
}

/** I sit here; on several seats (hot seat) each may have a name of its own. */
export interface Myself {
  who: "me";
  name?: string;
}

/** A table to be set. */
export interface NewTable {
  seats: (Myself | Friend | Program)[];
  game?: string;
  /** Options of the game; what is left out is as usual. ``players`` follows from the seats. */
  options?: Record<string, boolean | number | string>;
  clock?: Clock | null;
  /** Public tables are listed: anybody may take an open seat or look on. */
  visibility?: "link" | "public";
  /** Whether a seat may ask for a hint. */
  hints?: boolean;
  /** Begin there instead; the options are then those of that game. */
  start?: Moment | null;
}

/** An offer that waits for the agreement of every person who plays. */
export interface Offer {
  offer: number;
  what: "rematch" | "replace";
  /** Which seat made it. */
  by: number;
  /** The absent seat. */
  seat: number | null;
  /** The seats that have agreed. */
  agreed: number[];
  /** The seats that have not answered. */
  missing: number[];
}

/** An option of a game. */
export interface OptionInfo {
  name: string;
  values: (boolean | number | string)[];
  /** Null: it depends on the options before it (the edition); leave it out to get what is usual. */
  default: boolean | number | string | null;
}

/** What only one seat sees and may do. */
export interface Own {
  /** Whose it is: with several seats (hot seat) the one that is to move. */
  seat: number;
  /** What the next move or undo has to name. */
  ply: number;
  hand: string[];
  /** My helmets, Buddhas, rice fields, also when they are behind my screen. */
  captured: number[] | null;
  /** Every move that I may play now; ``/`` ends the turn, or confirms the opening hand. */
  legal: string[];
  /** The moves of my turn so far, which the others do not see yet; the last one can be taken back. */
  turn: LogEntry[];
}

/** A secret that makes another device the same person: open ``/#me=TOKEN`` there. It works once. */
export interface PersonalLink {
  token: string;
  /** Seconds since 1970. */
  expires: number;
}

/** A turn was ended (or a figure put, or all hands chosen): this is how the table looks now. */
export interface Played {
  type: "played";
  number: number;
  /** The moves of the turn, with what they captured. */
  log: LogEntry[];
  position: SamuraiPosition;
  own: Own | null;
  ready: boolean[];
  clocks: Clocks | null;
  result: Result | null;
}

/** Something was refused. */
export interface Problem {
  /** What kind of problem, one word: bad_request, not_found, not_yours, too_fast, too_many, … */
  error: string;
  /** Why, in the language asked for. */
  reason: string;
  /** What was wrong: a field, an option, a move of a record. */
  place?: string;
}

/** A program sits here. */
export interface Program {
  who: "program";
  program: string;
}

/** The message with this id was not carried out; nothing has changed. */
export interface Refused {
  type: "refused";
  /** Empty where the message was too broken to have one. */
  id: string;
  /** illegal, late, not_yours, not_now, too_fast, bad_message or not_stored. */
  error: string;
  /** Why, in the language asked for. */
  reason: string;
}

/** What others shall see me called; nothing to see makes me a guest again. */
export interface Rename {
  name: string;
}

/** A finished game, move by move, from one seat's view or open. */
export interface Replay {
  table: TableInfo;
  /** Whose view it is; null: all hands are shown. */
  seat: number | null;
  log: LogEntry[];
  /** One more than moves: the position after none, one, … all of them. */
  frames: Frame[];
  result: Result | null;
}

/** How a game ended. */
export interface Result {
  winners: number[];
  /** Groups of seats that share a rank, best first. */
  ranking: number[][];
  /** Seat → helmets, Buddhas, rice fields. */
  captured: number[][];
  aside: number[];
  /** Kind → the seat that alone has the most of it. */
  majorities: (number | null)[];
  /** How it was decided, one step after the other. */
  steps: Step[];
}

/** Ask for everything that happened after an event. */
export interface Resume {
  type: "resume";
  after: number;
}

/** How the chances of a finished game went, and which moves cost most. */
export interface Review {
  /** Seat → what it could expect before the first move. */
  start: Chance[];
  moves: ReviewedMove[];
  /** The plies that ended the turns in which the chances changed most. */
  turning_points: number[];
}

/** A move of a finished game, looked back on. */
export interface ReviewedMove {
  /** Which move it was, from 0. */
  ply: number;
  seat: number;
  /** Seat → what it could expect after the move, as a spectator saw it. */
  chances: Chance[];
  /** How much less the move promised its player than the preferred one. */
  cost: Chance;
  /** Whether it is one of the moves that cost most, beyond doubt. */
  is_costly: boolean;
  /** What it changed, in the language asked for. */
  why: string[];
  /** A better move, and how the turn may go on; empty: it was the one played. */
  preferred: string[];
  why_preferred: string[];
}

/** Somebody said something. */
export interface Said {
  type: "said";
  talk: Talk;
}

/** What lies on the table, as everybody sees it, or as the seat whose turn it is sees its own turn. */
export interface SamuraiPosition {
  /** How many moves have been played. */
  ply: number;
  /** ``choose`` (opening hands), ``draft`` (figures onto the map), ``turn`` or ``over``. */
  phase: string;
  to_move: number | null;
  /** Space → seat and token: ``{"n13": [0, "S3"]}``. */
  tokens: Record<string, [number, string]>;
  /** Space → every settlement with figures in it. */
  settlements: Record<string, Settlement>;
  /** Helmets, Buddhas, rice fields on the map. */
  left: number[];
  /** Helmets, Buddhas, rice fields still to be put on the map during set-up. */
  supply: number[];
  /** Helmets, Buddhas, rice fields that nobody won; four in all end the game. */
  aside: number[];
  /** Seat → helmets, Buddhas, rice fields; null behind a screen. */
  captured: (number[] | null)[];
  /** Seat → the tokens that it has not played yet, in hand or stack. */
  unplayed: string[][];
  hand_sizes: number[];
  stack_sizes: number[];
  /** The tokens played in this turn. */
  played: string[];
}

/** Table talk. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** Who sits on a seat. */
export interface SeatInfo {
  who: "open" | "person" | "program";
  /** Of the person, or of the program. */
  name: string;
  /** Whether that person has the table open; programs always do. */
  here: boolean;
  /** Whether that person has left the running game for good. */
  left: boolean;
}

/** How a settlement with figures stands. Lists have one entry per kind: helmet, Buddha, rice field. */
export interface Settlement {
  /** The figures in it, such as ``HB``. */
  figures: string;
  /** Kind → seat → influence. */
  influence: number[][];
  /** Kind → the seat that would get such a figure now; null in a tie or without influence. */
  winners: (number | null)[];
  /** The land spaces around it that are still empty; none: it is surrounded. */
  missing: string[];
}

/** Sign one of my other devices out. */
export interface SignOut {
  device: string;
}

/** Everything: the first message of every connection, and the answer to ``resume``. */
export interface State {
  type: "state";
  /** The number of the last event. */
  number: number;
  table: TableInfo;
  /** Null as long as the table waits for players. In my own turn: with the tokens I have laid. */
  position: SamuraiPosition | null;
  /** Null for spectators and while the table waits. */
  own: Own | null;
  /** Seat → whether it has chosen its opening hand. */
  ready: boolean[];
  /** The log begins with this ply: 0, or what came after the event that was named. */
  log_from: number;
  log: LogEntry[];
  talk: Talk[];
  /** My own ``who`` in the talk. */
  speaker: string;
  /** Who may not talk here, by their ``who``. */
  muted: string[];
  offers: Offer[];
  clocks: Clocks | null;
  result: Result | null;
}

/** One step of the final scoring. */
export interface Step {
  /** Which sentence it is: led, led_by_nobody, leads_more, only_leader, eligible, others, totals_among, no_leader, totals, wins or shared. */
  key: string;
  /** The sentence in the language asked for. */
  text: string;
  /** The seats it speaks of: who leads, who can win, who wins. */
  seats?: number[];
  /** ``H``, ``B`` or ``R`` where it is about one kind. */
  figure?: string;
  /** The numbers it compares, as seat and number. */
  counts?: [number, number][];
}

/** How a record stands, and what its seat may play there. */
export interface Studied {
  position: SamuraiPosition;
  /** ``turn`` holds all moves of the record. */
  own: Own;
  result: Result | null;
}

/** A record to look at without keeping it: a lesson, a puzzle, a line of moves to try. */
export interface Study {
  record: Record<string, unknown>;
  /** Who looks at it. */
  seat?: number;
}

/** Somebody came or went, a seat was taken, the game began, a rematch was set, the host muted somebody. */
export interface TableChanged {
  type: "table";
  table: TableInfo;
  muted: string[];
  offers: Offer[];
  ready: boolean[];
  clocks: Clocks | null;
}

/** A table from outside. */
export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, boolean | number | string>;
  /** ``record``: no table, but an uploaded game to replay; ``closed``: everybody left before it began. */
  status: "closed" | "over" | "playing" | "record" | "waiting";
  seats: SeatInfo[];
  clock: Clock | null;
  visibility: "link" | "public";
  hints: boolean;
  /** My seats; none: I look on. */
  mine: number[];
  /** Whether I set the table. */
  host: boolean;
  /** For the host: the links of the seats that are still open. */
  invites: Invite[];
  /** Moves played, without those of a turn that is not ended. */
  ply: number;
  /** The seats that are to move: one, or all who still choose their opening hand. */
  to_move: number[];
  winners: number[];
  created: number;
  /** Seconds since 1970. */
  updated: number;
  /** Where a "what if" began, for those who know that table. */
  start: Moment | null;
  /** The table of the rematch. */
  next: string | null;
}

/** Something said at the table. */
export interface Talk {
  number: number;
  /** Null: a spectator said it. */
  seat: number | null;
  name: string;
  /** The speaker, whatever the name: the same for all of their lines at this table, and different elsewhere. Empty for lines that are older than this field. */
  who: string;
  text: string;
  /** Seconds since 1970. */
  at: number;
}

/** My own turn in progress changed: I, or I on another device, laid or took back a token. */
export interface Turn {
  type: "turn";
  position: SamuraiPosition;
  own: Own;
}

/** Take the last move of the turn in progress back. */
export interface Undo {
  type: "undo";
  table: string;
  seat: number;
  ply: number;
  id: string;
}

/** A record to keep and replay. */
export interface Upload {
  record: Record<string, unknown>;
}

/** Ask why a move is not possible; nothing is played. */
export interface Why {
  type: "why";
  seat: number;
  id: string;
  notation: string;
}

export type ClientMessage = AnswerOffer | MakeOffer | Move | Mute | Resume | Say | Undo | Why;

export type SeatPlan = Friend | Myself | Program;

export type ServerMessage = Accepted | Because | Played | Refused | Said | State | TableChanged | Turn;
