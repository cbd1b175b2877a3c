// Written by `python -m kabuto.protocol.openapi` from kabuto/server: change it there.

/** What the wire of a game makes: a message is generic in it. */
export interface Wire {
  position: unknown;
  private: unknown;
  events: unknown;
  details: unknown;
  frame: unknown;
  preview?: unknown;
}

/** What a seat's own player reads, and what the others read. */
export type Addressed = [seat: number, you: (string | Mark)[], other: (string | Mark)[]];

/** A sentence in parts: plain text, the things it speaks of, and what depends on the reader. */
export type Sentence = (string | Mark | Addressed)[];

/** A message was carried out and is on disk. */
export interface Accepted {
  type: "accepted";
  /** The id of the message. */
  id: string;
}

/** Agree to an offer, or decline it for all. */
export interface AnswerOffer {
  type: "answer";
  /** Chosen by the sender. */
  id: string;
  /** The number of the offer. */
  offer: number;
  /** False ends the offer for everyone. */
  agree: boolean;
  /** What I add to the deal of a rematch by version 1, sealed: see ``Open``. Newer pages say ``deal=2`` in the address of the socket instead. */
  seal?: string | null;
}

/** Ask what is good: in one's own turn, or at any moment of a finished game. */
export interface AskHint {
  /** Whose knowledge to think with. */
  seat: number;
  /** For a finished game: after how many moves. */
  ply?: number | null;
}

/** Ask what is good at the end of a line, for the seat that is to move. */
export interface AskLineHint {
  /** The record. */
  record: Record<string, unknown>;
  /** What is played from the start of the record instead of its own moves. */
  moves: string[];
}

/** Ask what a move would bring about; nothing is played. */
export interface AskPreview {
  type: "preview";
  /** Who would play it. */
  seat: number;
  /** Chosen by the sender. */
  id: string;
  /** The move, one of ``own.legal``. */
  notation: string;
}

/** Ask about some turns of a finished game. */
export interface AskTurns {
  /** Which ones, counted from 0; none: ask how the chances went and which turns are worth a look. */
  turns: number[];
}

/** Pass by myself from now on where no one learns why a person passes, or decide myself again. */
export interface AutoPass {
  type: "autopass";
  /** My seat. */
  seat: number;
  /** Chosen by the sender. */
  id: string;
  /** Whether to pass. */
  on: boolean;
}

/** In a game of days: announce that I will be away. Playing a move ends it. */
export interface Away {
  type: "away";
  /** Chosen by the sender. */
  id: string;
  /** For how many days from now; 0: I am back early. */
  days: number;
}

/** Take my seat back from the program that sits in. Opening the table, or playing a move, does it too. */
export interface Back {
  type: "back";
  /** Chosen by the sender. */
  id: string;
}

/** The answer to ``why``. */
export interface Because {
  type: "because";
  /** The id of the question. */
  id: string;
  /** Null: the move is possible. */
  reason: Sentence | null;
}

/** What this server offers. */
export interface Catalogue {
  /** The version of Kabuto. */
  version: string;
  /** The languages that can be asked for. */
  languages: string[];
  /** The game to offer first. */
  default: string;
  /** Every game that can be played here. */
  games: GameInfo[];
}

/** An expected result, 1 for a victory, with its 95 % interval. */
export interface Chance {
  /** The expected result. */
  mean: number;
  /** The lower end of the interval. */
  low: number;
  /** The upper end of the interval. */
  high: number;
}

/** A study to keep instead of an earlier version. */
export interface ChangedStudy {
  /** All of it. */
  study: StudyContent;
  /** The version that was changed: refused if there is a newer one. */
  version: number;
}

/** A character as which a program sits at a table. */
export interface CharacterInfo {
  /** Which face to show. */
  name: string;
  /** The character's name. */
  label: string;
  /** Who that is, in a line, in the language asked for. */
  about: string;
}

/** A game to be dealt again from the proof of its deal. */
export interface CheckDeal {
  /** The proof. */
  proof: Record<string, unknown>;
  /** The record. */
  record: Record<string, unknown>;
}

/** Whether a game was dealt as its proof says. */
export interface CheckedDeal {
  /** The first thing that is wrong, in the language asked for; null: every deal and draw is right. */
  fault: Sentence | null;
  /** Where that is. */
  place: string;
}

/** Become the person of a personal link. */
export interface Claim {
  /** The token of the link. */
  token: string;
}

/** Time to think; a turn whose time is over is played by a program. */
export interface Clock {
  /** For each turn, or for all turns together. */
  per: "game" | "move";
  /** How much. */
  seconds: number;
  /** For all turns together: how many seconds each turn that ends in time adds. */
  increment?: number;
}

/** What is left of everyone's time, in milliseconds, when the message was sent. */
export interface Clocks {
  /** Null: a program plays there. */
  left: (number | null)[];
  /** The seats whose time runs. */
  running: number[];
}

/** A deal that the server committed to. */
export interface Commitment {
  /** Which one it was. */
  number: number;
  /** As the people at that table saw it. */
  commitment: string;
  /** ``dropped``: the game never began, or was never finished. */
  state: "dropped" | "finished" | "open";
  /** The server's secret of a deal that was dropped; the people at a table have the proofs of the others. */
  secret: string | null;
  /** By which version of deals it is dealt: 1 or 2. */
  version: number;
  /** The hash of the table of a deal that was dropped, by version 2: the commitment is bound to it. */
  table?: string | null;
  /** The hash of how that game would have begun, which it is bound to as well. */
  start?: string | null;
}

/** Deals that the server committed to, the newest first. */
export interface Commitments {
  /** So many of them. */
  deals: Commitment[];
  /** What to ask for next; null: there are no more. */
  before: number | null;
}

/** What is known of a deal before it is made; after the game its proof can be had. */
export interface Deal {
  /** What the server has committed to, in hexadecimal digits: by version 2 the SHA-256 of ``kabuto deal 2 server TABLE START SECRET``, by version 1 that of ``kabuto deal 1 server SECRET``. */
  commitment: string;
  /** Seat → what its person adds, sealed; empty: nothing. */
  seals: string[];
  /** The seats whose seals have been opened. */
  opened: number[];
  /** Whether all seats are taken. If it ``is_sealed`` too, seals are to be opened now. The game begins when all are, or soon after without the others: then their seals count as they are. */
  is_due: boolean;
  /** By which version it is dealt: 2, or 1 if an older page set the table. */
  version: number;
  /** What the deal is bound to: the hash of game, options and what it goes on from; empty: nothing. */
  start: string;
  /** The seats whose seals are still to come; it ``is_sealed`` when all are there, or soon after the last seat is taken without the others. */
  to_seal: number[];
  /** Whether these are all seals: none is taken any more. */
  is_sealed: boolean;
  /** Whether the game does not begin with a deal, but goes on from a record. */
  goes_on: boolean;
}

/** Delete myself. */
export interface Delete {
  /** My name, so that no one does it by mistake. */
  name: string;
}

/** What an option is by default, given the options before it. */
export interface DependentDefault {
  /** Option → the value it must have. */
  when: Record<string, boolean | number | string>;
  /** The default then. */
  value: boolean | number | string;
}

/** A browser that is signed in as me. */
export interface Device {
  /** What to name it by when it is signed out. */
  id: string;
  /** Such as Firefox; empty: not known. */
  browser: string;
  /** Such as Linux; empty: not known. */
  system: string;
  /** The day it was first seen, such as 2026-11-17. */
  since: string;
  /** The day it was last seen. */
  seen: string;
  /** Whether it is the one that asks. */
  is_this: boolean;
  /** Whether it stands for all devices that have not been back since devices are listed. */
  is_legacy: boolean;
}

/** My devices. */
export interface DeviceList {
  /** This one, then the others by when they were last seen. */
  devices: Device[];
  /** The day since which others may have made phrases or passkeys of mine; empty: none. */
  since: string;
}

/** How a running game stands, as a spectator sees it. */
export interface Evaluation {
  /** After how many moves. */
  ply: number;
  /** Seat → what it can expect. */
  chances: Chance[];
  /** To be thought over by the page, which said that it can: then there is nothing else in here. */
  question?: string;
}

/** The puzzles of a finished game. */
export interface FoundPuzzles {
  /** How much of the game was looked through, from 0 to 1; null: no search. */
  progress: number | null;
  /** Null: not searched yet. */
  puzzles: PuzzleInfo[] | null;
}

/** Free for anyone who has the invite link, or for anyone at a public table. */
export interface Friend {
  who: "open";
}

/** A game that can be played here: everything that a page needs to offer it. */
export interface GameInfo {
  /** What a new table names. */
  name: string;
  /** What to call it, in the language asked for. */
  title: string;
  /** What it is like, in a sentence or two; empty: not given. */
  about: string;
  /** How long a game takes, in words; empty: not given. */
  duration: string;
  /** Who begins, and why, in a sentence; empty: not given. */
  begins: string;
  /** How many can play. */
  players: number[];
  /** What can be chosen, without the number of players. */
  options: OptionInfo[];
  /** Named sets of options. */
  presets: PresetInfo[];
  /** Who can take a seat, the weakest first. */
  programs: ProgramInfo[];
  /** A program for an experienced player. */
  usual_program: string;
  /** As whom programs sit at a table: each there is a different character. */
  characters: CharacterInfo[];
  /** How its tables can be sent: the game's own wire, if it has one, and ``plain``. */
  wires: string[];
  /** Whether the server can say what is good in a position. */
  hints: boolean;
  /** Whether the server can review a finished game. */
  reviews: boolean;
  /** Whether the game brings puzzles to solve. */
  puzzles: boolean;
}

/** How my games of one kind went. */
export interface GameStatistics {
  /** The name of the game. */
  game: string;
  /** All of them, without tables where I had several seats or the beginning was set. */
  all: Tally;
  /** Those with other people. */
  people: Tally;
  /** By each value of each option. */
  options: OptionTally[];
  /** By who else sat there. */
  programs: ProgramTally[];
  /** Null: there was no game against a level whose strength is known. */
  rating: Rating | null;
  /** Program → its Elo, as far as that is known. */
  levels: Record<string, number>;
}

/** A table as anyone sees it now, for a small picture of it. */
export interface Glance<W extends Wire = Wire> {
  /** Which wire made ``position``. */
  wire: string;
  /** What lies on the table: made by the wire. */
  position: W['position'];
}

/** The best moves of a position as the seat knows it. */
export interface Hint {
  /** After how many moves. */
  ply: number;
  /** Seat → what it can expect. */
  chances: Chance[];
  /** The best first. */
  moves: HintMove[];
  /** To be thought over by the page, which said that it can: then there is nothing else in here. */
  question?: string;
}

/** A move that was thought over. */
export interface HintMove {
  /** In notation. */
  move: string;
  /** What this seat can expect after it. */
  chance: Chance | null;
  /** What it changes, in the language asked for. */
  why: Sentence[];
  /** How the turn may go on, and a likely answer. */
  line: string[];
  /** The move in words, in the language asked for. */
  text: Sentence;
  /** Move of the turn that ``line`` begins with → what it is for, as far as the game says so. */
  parts?: Sentence[][];
}

/** The secret of an open seat: send the link ``/table/ID#invite=TOKEN``. */
export interface Invite {
  /** The seat. */
  seat: number;
  /** Its secret. */
  token: string;
}

/** Take a seat: by the token of an invite, or, at a public table, any open one. */
export interface Join {
  /** The token of the invite; at a public table none is needed. */
  invite?: string | null;
  /** Which seat; null: the first that is open. */
  seat?: number | null;
  /** What I add to a deal by version 1, sealed: see ``Open``. Newer pages say ``deal=2`` in the query, and send ``Seal``. */
  seal?: string | null;
}

/** Positions of a line, in order; there are more to ask for if it is long. */
export interface Line<W extends Wire = Wire> {
  /** Which wire made ``events``, ``frame`` and ``details``. */
  wire: string;
  /** After how many moves the first one stands. */
  since: number;
  /** So many of them. */
  moments: LineMoment<W>[];
}

/** A position of a line. */
export interface LineMoment<W extends Wire = Wire> {
  /** What lies there: made by the wire. */
  frame: W['frame'];
  /** The seats that are to move. */
  to_move: number[];
  /** The move that led there; null at the start. */
  entry: LogEntry<W> | null;
  /** How the game ended; null while it runs. */
  result: Result<W> | null;
}

/** What a personal link would do here. */
export interface LinkOwner {
  /** Who made it. */
  name: string;
  /** Who I am now. */
  me: string;
  /** Whether both are the same person. */
  is_mine: boolean;
  /** My open games. While there are any, this browser cannot become another person. */
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
export interface LogEntry<W extends Wire = Wire> {
  /** Which move it was, from 0. */
  ply: number;
  /** Who played it. */
  seat: number;
  /** In notation; what I may not know of it is masked. */
  move: string;
  /** What it brought about, as I saw it: made by the wire. */
  events: W['events'];
  /** The program that played it for the person who sits there. */
  by?: string;
  /** How the position was after it, where a message brings several moves: the first such entry changes the ``position`` of its message, every other one what the one before it made. The last ones have none: they made that ``position``. Written as in ``Reached``. */
  changes?: unknown[][];
}

/** A line of moves to look at: some of its positions. */
export interface LookAtLine {
  /** The record. */
  record: Record<string, unknown>;
  /** What is played from the start of the record instead of its own moves. */
  moves: string[];
  /** Whose view it is; null: all hands are shown. */
  seat?: number | null;
  /** The first position: after how many moves. */
  since?: number;
}

/** Offer a rematch after the game, a pause, or that a program sits in for a person who is away. */
export interface MakeOffer {
  type: "offer";
  /** Chosen by the sender. */
  id: string;
  /** What to offer. */
  what: "pause" | "rematch" | "replace";
  /** The absent seat. */
  seat?: number | null;
  /** Which program is to sit in; empty: the usual one. */
  program?: string;
  /** What I add to the deal of a rematch by version 1, sealed: see ``Open``. Newer pages say ``deal=2`` in the address of the socket instead. */
  seal?: string | null;
}

/** A thing that a sentence names: a screen may light it up, or call a seat by its player's name. */
export interface Mark {
  /** What it is: ``seat``, ``space``, ``token``, ``card``, … */
  kind: string;
  /** Which one. */
  value: string | number;
  /** What it reads as, by default the value; a ``Word`` or ``Text`` is translated with the sentence. */
  text?: string;
}

/** The person behind a cookie. */
export interface Me {
  /** What others see me called. */
  name: string;
  /** Whether I have not chosen that name. */
  is_guest: boolean;
  /** Who this browser was before it opened a personal link, if it can go back. */
  before: string | null;
  /** Whether this browser was just signed out by another device, and is a new guest now. */
  signed_out: boolean;
  /** What links for others begin with; empty: use the address in the browser. */
  public_url: string;
  /** Phrases and passkeys that my other devices have made; ``/api/me/news/seen`` ends that. */
  news: NewKey[];
}

/** A finished game or uploaded record after so many moves: where a "what if" begins. */
export interface Moment {
  /** The table it is at. */
  table: string;
  /** After how many moves. */
  ply: number;
}

/** Play a move. Others see it when it can no longer be taken back. */
export interface Move {
  type: "move";
  /** The table it is meant for. */
  table: string;
  /** Who plays it. */
  seat: number;
  /** The ply of ``own`` that this answers. */
  ply: number;
  /** Chosen by the sender, different for each message: sending the same message again is harmless. */
  id: string;
  /** The move, one of ``own.legal``. */
  notation: string;
  /** Further moves of the same seat: all of them are played, or none. */
  then?: string[];
}

/** As the host: stop a person from talking at this table, or let them talk again. */
export interface Mute {
  type: "mute";
  /** Chosen by the sender. */
  id: string;
  /** The ``who`` of their lines; ``spectators`` for everyone who doesn't play. */
  who: string;
  /** Whether they are muted from now on. */
  muted: boolean;
}

/** I sit here; on several seats (hot seat) each may have a name of its own. */
export interface Myself {
  who: "me";
  /** Empty: my own. */
  name?: string;
}

/** A recovery phrase or passkey that another device of mine has made: anyone who has it can become me. */
export interface NewKey {
  /** A new phrase ends the one before. */
  what: "passkey" | "phrase";
  /** Where it was made, such as Firefox; empty: not known. */
  browser: string;
  /** Such as Linux; empty: not known. */
  system: string;
  /** The day on which it was made, such as 2026-11-17. */
  since: string;
}

/** A study to keep. */
export interface NewStudy {
  /** All of it. */
  study: StudyContent;
}

/** A table to be set. */
export interface NewTable {
  /** Who sits where: as many as there are players. */
  seats: (Myself | Friend | Program)[];
  /** The name of a game. */
  game?: string;
  /** Options of the game; the rest have their defaults. ``players`` follows from the seats. */
  options?: Record<string, boolean | number | string>;
  /** Time to think; null: as much as you like. */
  clock?: Clock | null;
  /** Public tables are listed: anyone may take an open seat or look on. */
  visibility?: "link" | "public";
  /** Whether a seat may ask for a hint. */
  hints?: boolean;
  /** Begin there instead; the options are then those of that game. */
  start?: Moment | null;
  /** What I add to a deal by version 1, sealed: see ``Open``. Newer pages say ``deal=2`` in the query, and send ``Seal``. */
  seal?: string | null;
}

/** Play the next person: a table where a person waits for the same, or a new one to wait at. */
export interface NextPerson {
  /** The name of a game. */
  game: string;
  /** How many are to play. */
  players: number;
  /** Time to think; null: as much as you like. */
  clock?: Clock | null;
  /** Options of the game, such as its edition; the rest have their defaults. Those I meet want the same. */
  options?: Record<string, boolean | number | string>;
  /** What I add to a deal by version 1, sealed: see ``Open``. Newer pages say ``deal=2`` in the query, and send ``Seal``. */
  seal?: string | null;
}

/** An offer that waits for the agreement of every person who plays. */
export interface Offer {
  /** Its number. */
  offer: number;
  /** What is offered. */
  what: "pause" | "rematch" | "replace";
  /** Which seat made it. */
  by: number;
  /** The absent seat. */
  seat: number | null;
  /** The program that would sit in; empty where none would. */
  program: string;
  /** The seats that have agreed. */
  agreed: number[];
  /** The seats that have not answered. */
  missing: number[];
}

/** Open the seal of my seat, once the deal ``is_due`` and ``is_sealed``: here is my part. By version 1 the seal is the SHA-256, in hexadecimal digits, of ``kabuto deal 1 person`` with a space and the part after it; ``Seal`` says what it is by version 2. */
export interface Open {
  type: "open";
  /** Chosen by the sender. */
  id: string;
  /** My seat. */
  seat: number;
  /** What I add. */
  part: string;
}

/** A study to read. */
export interface OpenStudy {
  /** What it is. */
  info: StudyInfo;
  /** All of it. */
  study: StudyContent;
  /** Whether I may change it. */
  is_mine: boolean;
  /** What its author is called. */
  author: string;
}

/** An option of a game. */
export interface OptionInfo {
  /** What a new table names. */
  name: string;
  /** A short heading, in the language asked for. */
  label: string;
  /** What it decides, in a line. */
  help: string;
  /** Everything it can be. */
  values: ValueInfo[];
  /** What it is if it is left out; null: that depends on other options, see ``defaults``. */
  default: boolean | number | string | null;
  /** The default for each combination of the options it depends on; empty where ``default`` says it. */
  defaults: DependentDefault[];
}

/** Games with one value of an option. */
export interface OptionTally {
  /** The name of the option, such as ``edition``. */
  option: string;
  /** Its value. */
  value: boolean | number | string;
  /** How they went. */
  tally: Tally;
}

/** What only one seat sees and may do. */
export interface Own<W extends Wire = Wire> {
  /** Whose it is: with several seats (hot seat) the one that is to move. */
  seat: number;
  /** What the next move or undo has to name. */
  ply: number;
  /** Every move that I may play now, in notation; none: it is not my turn. */
  legal: string[];
  /** My moves that the others do not see yet, because I can take them back. While all choose at once, what I chose before it was my turn is not among them: it is in no log yet. */
  turn: LogEntry<W>[];
  /** Whether I can take the last one back. */
  can_undo: boolean;
  /** What only my seat has, such as a hand: made by the wire. */
  private: W['private'];
  /** Whether I pass by myself where no one learns why: see ``AutoPass``. */
  auto_pass?: boolean;
}

/** A passkey of mine. */
export interface Passkey {
  /** What to name it by when it is removed. */
  id: string;
  /** Where it was made, such as Firefox; empty: not known. */
  browser: string;
  /** Such as Linux; empty: not known. */
  system: string;
  /** The day on which it was made, such as 2026-11-17. */
  since: string;
  /** Whether this device made it. */
  is_this: boolean;
}

/** What the browser said about a passkey. */
export interface PasskeyAnswer {
  /** The one that came with the options. */
  attempt: string;
  /** The credential, as its ``toJSON`` writes it. */
  answer: Record<string, unknown>;
}

/** What the browser needs to make or use a passkey. */
export interface PasskeyOptions {
  /** For ``PublicKeyCredential.parse…OptionsFromJSON``. */
  options: Record<string, unknown>;
  /** To be sent back with the answer, within five minutes. */
  attempt: string;
}

/** A secret that makes another device the same person: open ``/#me=TOKEN`` there. It works once. */
export interface PersonalLink {
  /** The secret. */
  token: string;
  /** Until when it works, in seconds since 1970. */
  expires: number;
}

/** A new recovery phrase. It is shown once. */
export interface Phrase {
  /** Five words. They end the phrase before. */
  phrase: string;
}

/** When and where my recovery phrase was made. */
export interface PhraseMade {
  /** Such as Firefox; empty: not known. */
  browser: string;
  /** Such as Linux; empty: not known. */
  system: string;
  /** The day, such as 2026-11-17. */
  since: string;
  /** Whether this device made it. */
  is_this: boolean;
}

/** Moves became visible to everyone, usually because a turn ended: this is how the table looks now. */
export interface Played<W extends Wire = Wire> {
  type: "played";
  /** The number of this event. */
  number: number;
  /** The moves, with what they brought about; none if a person finished choosing while others still do. */
  log: LogEntry<W>[];
  /** The seats that are to move now. */
  to_move: number[];
  /** What lies on the table: made by the wire. */
  position: W['position'];
  /** Null for spectators. */
  own: Own<W> | null;
  /** Null: there are no clocks. */
  clocks: Clocks | null;
  /** Null while the game runs. */
  result: Result<W> | null;
}

/** The compiled engine of a game, which strong programs, hints and reviews need. */
export interface Preparation {
  /** How much of it is compiled, from 0 to 1; null: there is nothing to wait for. */
  progress: number | null;
}

/** A named set of options, such as one for a first game. */
export interface PresetInfo {
  /** What the game calls it. */
  name: string;
  /** The same in words, in the language asked for. */
  label: string;
  /** What it is for, in a sentence; empty: not given. */
  about: string;
  /** Its options, but for those in ``depending``. */
  options: Record<string, boolean | number | string>;
  /** What it sets other options to, for each combination of the options that this depends on. */
  depending: Record<string, DependentDefault[]>;
}

/** The answer to ``preview``. */
export interface Previewed<W extends Wire = Wire> {
  type: "previewed";
  /** The id of the question. */
  id: string;
  /** What the move would bring about: made by the wire. Null: this game does not say. */
  preview: W['preview'] | null;
}

/** Something was refused. */
export interface Problem {
  /** What kind of problem, one word: bad_request, not_found, not_yours, too_fast, too_many, … */
  error: string;
  /** Why, in the language asked for. */
  reason: string;
  /** What was wrong: a field, an option, a move of a record. */
  place?: string;
  /** Seconds after which it is worth trying again; 0: unknown. */
  again?: number;
}

/** A program sits here. */
export interface Program {
  who: "program";
  /** Its name, as ``GameInfo`` lists it. */
  program: string;
}

/** A program that can take a seat. */
export interface ProgramInfo {
  /** What a new table names. */
  name: string;
  /** What to call it, in the language asked for. */
  label: string;
  /** How it plays, in a few words; empty: not given. */
  help: string;
  /** Its place among the programs of this game, from 0, the weakest first. */
  level: number;
  /** Whether it needs the compiled engine, which takes a while to start for the first time. */
  is_compiled: boolean;
  /** As whom it sits at a table, unless that one is taken; empty: as none. */
  character: string;
}

/** Games against one program. */
export interface ProgramTally {
  /** Its name, such as ``level3``. */
  program: string;
  /** How they went. */
  tally: Tally;
}

/** Whether I am notified when the page is closed. */
export interface PushState {
  /** For ``PushManager.subscribe``; empty: this server can't send notifications. */
  key: string;
  /** How many of my browsers are notified. */
  browsers: number;
}

/** A puzzle to solve, also without a connection. What its player can't know was dealt again. */
export interface Puzzle<W extends Wire = Wire> {
  /** Its name. */
  id: string;
  /** The game up to the turn, for ``/api/study``. */
  record: Record<string, unknown>;
  /** Whose turn is to be found. */
  seat: number;
  /** How hard it is. */
  rating: number;
  /** What its solution is about. */
  themes: string[];
  /** How the position stands, as ``/api/study`` says it. */
  studied: Studied<W>;
  /** Partial turns to try: the solution's, the second best one's, and the shortest of all others. */
  reached: Reached[];
  /** The best turn but for the solution. */
  second: string[];
  /** What is said of no turn at all: the solution and its explanation. */
  answer: Verdict;
}

/** A puzzle in a list. */
export interface PuzzleInfo {
  /** Its name. */
  id: string;
  /** How hard it is, on the scale of the solvers' ratings. */
  rating: number;
  /** What its solution is about. */
  themes: string[];
  /** How many play. */
  players: number;
}

/** The puzzles of a game, always in the same order. */
export interface PuzzleList {
  /** All of them. */
  puzzles: PuzzleInfo[];
  /** What they are about. */
  themes: PuzzleTheme[];
}

/** What puzzles can be about. */
export interface PuzzleTheme {
  /** As puzzles name it. */
  name: string;
  /** In the language asked for. */
  label: string;
  /** What to look for in such a puzzle, in a sentence; empty: not given. */
  task?: string;
}

/** A QR code to draw: dark squares of size 1. */
export interface QrCode {
  /** How many squares a side has. */
  size: number;
  /** What is dark, as the path of an SVG. */
  path: string;
}

/** A link to be shown as a QR code. */
export interface QrText {
  /** The link. */
  text: string;
}

/** How strong a person is, on the scale of the levels: 400 points more are odds of 10 to 1. */
export interface Rating {
  /** The most likely Elo. */
  value: number;
  /** With 95 % it is more than this. */
  low: number;
  /** With 95 % it is less than this. */
  high: number;
  /** How many results it comes from. */
  games: number;
}

/** What a partial turn changes in the position of a puzzle. */
export interface Reached {
  /** The partial turn. */
  moves: string[];
  /** What is different then in ``Puzzle.studied``. ``[path]``: nothing is there any more; ``[path, value]``: this is there now; ``[path, kept, added]``: of the list there these ranges are kept (from, to, from, to, …), and these items follow. */
  changes: unknown[][];
}

/** I am ready: clocks run once everyone is. */
export interface Ready {
  type: "ready";
  /** Chosen by the sender. */
  id: string;
}

/** Ask how moves of the log changed the table, to show them once more. */
export interface Recall {
  type: "recall";
  /** Chosen by the sender. */
  id: string;
  /** The first of these moves. */
  ply: number;
  /** The move after the last of them: at most 40 are recalled. */
  until: number;
}

/** The answer to ``recall``. */
export interface Recalled<W extends Wire = Wire> {
  type: "recalled";
  /** The id of the question. */
  id: string;
  /** What lay on the table before the first of these moves. Null: they were made by all at once. */
  position: W['position'] | null;
  /** The moves, with what each changed. */
  log: LogEntry<W>[];
}

/** Come back with a recovery phrase. */
export interface Recover {
  /** The phrase; case and signs between the words don't matter. */
  phrase: string;
}

/** How I can come back when my cookie is gone. */
export interface Recovery {
  /** Whether I have a recovery phrase. */
  has_phrase: boolean;
  /** When and where it was made; null: there is none. */
  phrase: PhraseMade | null;
  /** My passkeys, the newest first. */
  passkeys: Passkey[];
  /** What passkeys lack here: https, a library on the server, a name as address; empty: nothing. */
  passkeys_missing: "" | "https" | "library" | "name";
}

/** A message was not carried out; nothing has changed. */
export interface Refused {
  type: "refused";
  /** The id of the message; empty where it was too broken to have one, or where none was sent. */
  id: string;
  /** illegal, late, not_yours, not_now, too_fast, bad_message, not_stored or game_failed. */
  error: string;
  /** Why, in the language asked for. */
  reason: Sentence;
  /** Seconds after which it is worth trying again; 0: unknown. */
  again?: number;
}

/** Remove a passkey of mine. */
export interface RemovePasskey {
  /** Its ``id``. */
  passkey: string;
}

/** Change my display name. */
export interface Rename {
  /** The new name; leave it empty to go back to being a guest. */
  name: string;
}

/** A finished game, move by move, from one seat's view or open. */
export interface Replay<W extends Wire = Wire> {
  /** Which wire made ``events``, ``frames`` and ``details``. */
  wire: string;
  /** The table from outside. */
  table: TableInfo;
  /** Whose view it is; null: all hands are shown. */
  seat: number | null;
  /** Every move. */
  log: LogEntry<W>[];
  /** The game after none, one, … all of its moves: made by the wire. */
  frames: W['frame'][];
  /** Frame → the seats that are to move then. */
  to_move: number[][];
  /** How it ended; null: the record stops before its end. */
  result: Result<W> | null;
  /** Null: the deal can't be verified, for the table is older than that, or this is an uploaded record. */
  deal: Deal | null;
}

/** Give the game up. */
export interface Resign {
  type: "resign";
  /** Chosen by the sender. */
  id: string;
  /** Which of my seats loses. */
  seat: number;
}

/** How a game at a table ended: by its moves, or because a person lost by rule or resigned (``seats``). */
export interface Result<W extends Wire = Wire> {
  /** The seats that won; none: a person gave up against several programs. */
  winners: number[];
  /** Groups of seats that share a rank, best first; who lost by rule or resigned comes last. */
  ranking: number[][];
  /** How it was decided: made by the wire. Null: the game was not played to its end. */
  details: W['details'] | null;
}

/** Ask for everything that happened after an event. */
export interface Resume {
  type: "resume";
  /** The number of that event. */
  after: number;
}

/** How the chances of a finished game went, and which moves cost most. */
export interface Review {
  /** Seat → what it could expect before the first move. */
  start: Chance[];
  /** Every move. */
  moves: ReviewedMove[];
  /** The plies that ended the turns in which the chances changed most. */
  turning_points: number[];
}

/** How the chances of a finished game went, roughly. */
export interface ReviewOutline {
  /** Every turn. */
  spans: TurnSpan[];
  /** Moments from the beginning to the end. */
  points: TurnPoint[];
  /** The turns in the order in which they are worth a look. */
  order: number[];
}

/** A part of the review of a finished game. */
export interface ReviewPart {
  /** Null where turns were asked for. */
  outline: ReviewOutline | null;
  /** The turns that were asked for, or all that were found along the way. */
  turns: ReviewedTurn[];
  /** To be thought over by the page, which said that it can: then there is nothing else in here. */
  question?: string;
}

/** A move of a finished game, looked back on. */
export interface ReviewedMove {
  /** Which move it was, from 0. */
  ply: number;
  /** Who played it. */
  seat: number;
  /** Seat → what it could expect after the move, as a spectator saw it. */
  chances: Chance[];
  /** How much less the move promised its player than the preferred one. */
  cost: Chance;
  /** Whether it is one of the moves that cost most, beyond doubt. */
  is_costly: boolean;
  /** What it changed, in the language asked for. */
  why: Sentence[];
  /** A better move, and how the turn may go on; empty: it was the one played. */
  preferred: string[];
  /** What that one would have changed. */
  why_preferred: Sentence[];
}

/** A turn of a finished game, looked back on. */
export interface ReviewedTurn {
  /** Which one it was, counted from 0. */
  turn: number;
  /** Whose turn it was. */
  seat: number;
  /** After how many moves it began. */
  since: number;
  /** After how many it was over. */
  until: number;
  /** ``mistake``: something else was better; ``good``: its player's chances rose; ``turn``: others did. */
  mark: "" | "good" | "mistake" | "turn";
  /** Seat → what it could expect before the turn, as a spectator saw it. */
  before: Chance[];
  /** Seat → what it could expect after it. */
  after: Chance[];
  /** How much more the better turn promised its player; 0 without one. */
  cost: Chance;
  /** What was played. */
  played: Way;
  /** What would have been better; null: nothing that was found. */
  better: Way | null;
  /** What came of it before that seat was to move again, in the language asked for. */
  followed: Sentence[];
}

/** A person said something. */
export interface Said {
  type: "said";
  /** What was said. */
  talk: Talk;
}

/** Table talk. */
export interface Say {
  type: "say";
  /** Chosen by the sender. */
  id: string;
  /** What to say. */
  text: string;
}

/** Seal what I add to a deal by version 2, knowing what it is bound to. The seal is the SHA-256, in hexadecimal digits, of ``kabuto deal 2 person TABLE SEAT START COMMITMENT PART``, in which ``TABLE`` is that of ``kabuto deal 2 table ID``. */
export interface Seal {
  type: "seal";
  /** Chosen by the sender. */
  id: string;
  /** The table it is meant for. */
  table: string;
  /** My seat. */
  seat: number;
  /** What the server committed to, as it told me. */
  commitment: string;
  /** How the game will begin, hashed, as it told me. */
  start: string;
  /** What I add, sealed. */
  seal: string;
}

/** Who sits on a seat. */
export interface SeatInfo {
  /** A person, a program, or no one yet. */
  who: "open" | "person" | "program";
  /** Of the person, or of the program. */
  name: string;
  /** Whether that person has the table open; programs always do. */
  here: boolean;
  /** Whether that person has left the running game; anyone who opens the table again is back. */
  left: boolean;
  /** The program that sits in for that person now; empty: the person plays. */
  program?: string;
  /** Whether it plays this turn alone, because the time ran out. */
  once?: boolean;
  /** How many turns in a row ran out of time. */
  overdue?: number;
  /** Why that person has lost, whatever the game says. */
  lost?: "" | "resigned" | "time";
  /** Until when that person announced to be away, in seconds since 1970: the clock stands still. */
  away_until?: number;
  /** How many days of absence that person may still announce; 0 in games that do not take days. */
  days_off?: number;
}

/** A circle around a place of the board, or an arrow from it to another. */
export interface Shape {
  /** As the board calls it. */
  place: string;
  /** Where the arrow leads; empty: it is a circle. */
  to?: string;
  /** What it says: each kind has its own colour and line. */
  kind?: "bad" | "good" | "idea";
}

/** Sign one of my other devices out. */
export interface SignOut {
  /** Its ``id``. */
  device: string;
}

/** Sign all my other devices out, and end links, and phrases and passkeys that were made since a day. */
export interface SignOutEverywhere {
  /** That day, such as ``DeviceList.since``; empty: phrases and passkeys stay. */
  since: string;
}

/** A turn that might be the solution of a puzzle. */
export interface Solve {
  /** The name of a game. */
  game: string;
  /** Which puzzle. */
  id: string;
  /** The turn; empty: show the solution. */
  moves: string[];
  /** The table in whose game it was found; empty: it came with the game. */
  table?: string;
}

/** Everything: the first message of every connection, and the answer to ``resume``. */
export interface State<W extends Wire = Wire> {
  type: "state";
  /** The number of the last event. */
  number: number;
  /** Which wire made ``position``, ``private``, ``events`` and ``details`` in all messages from now on. */
  wire: string;
  /** The table from outside. */
  table: TableInfo;
  /** What lies on the table: made by the wire. In my own turn it includes the moves that only I see yet. Null while the table waits for players. */
  position: W['position'] | null;
  /** Null for spectators and while the table waits. */
  own: Own<W> | null;
  /** The log begins with this ply: 0, or what came after the event that was named. */
  log_from: number;
  /** The moves that everyone has seen. */
  log: LogEntry<W>[];
  /** What was said. */
  talk: Talk[];
  /** My own ``who`` in the talk. */
  speaker: string;
  /** Who may not talk here, by their ``who``; ``spectators`` if only players and the host may. */
  muted: string[];
  /** The offers that wait for answers. */
  offers: Offer[];
  /** Null: there are no clocks. */
  clocks: Clocks | null;
  /** Null while the game runs. */
  result: Result<W> | null;
  /** Null: this table is older than deals that can be verified, or an uploaded record. */
  deal: Deal | null;
}

/** How my games went. */
export interface Statistics {
  /** By game. */
  games: GameStatistics[];
}

/** How a record stands, and what its seat may play there. */
export interface Studied<W extends Wire = Wire> {
  /** Which wire made ``position``, ``private``, ``events`` and ``details``. */
  wire: string;
  /** What lies on the table: made by the wire. */
  position: W['position'];
  /** ``turn`` holds all moves of the record. */
  own: Own<W>;
  /** Null while the game runs. */
  result: Result<W> | null;
  /** Why the move that was asked about is not possible, in the language asked for; null: it is. */
  why: Sentence | null;
}

/** A record to look at without keeping it: a lesson, a puzzle, a line of moves to try. */
export interface Study {
  /** The record. */
  record: Record<string, unknown>;
  /** Who looks at it. */
  seat?: number;
  /** A move: say why this seat can't play it. */
  why?: string;
  /** What is played from the start of the record instead of its own moves. */
  moves?: string[] | null;
}

/** A study as it is saved and exported. */
export interface StudyContent {
  /** The game that it is about: a record like any other, which stays as it is. */
  record: Record<string, unknown>;
  /** The tree of moves from the start of the record: the start, then each move after its parent. */
  nodes: StudyNode[];
  /** What it is called. */
  title?: string;
  /** Whose view it is shown from; null: every hand is open. */
  seat?: number | null;
  kabuto: "study";
  /** The version of this form. */
  format?: number;
}

/** A study in a list. */
export interface StudyInfo {
  /** Its address: anyone who knows it can read it. */
  id: string;
  /** What it is called. */
  title: string;
  /** The name of its game. */
  game: string;
  /** How many moves it has, in all variations. */
  moves: number;
  /** How often it was saved before. */
  version: number;
  /** When it was last saved, in seconds since 1970. */
  updated: number;
}

/** My studies, the last saved first. */
export interface StudyList {
  /** All of them. */
  studies: StudyInfo[];
}

/** A move of a study, and what is said about the position after it. */
export interface StudyNode {
  /** The move before, by its place in the list; the first node is the start. */
  parent?: number;
  /** In notation; empty for the start. */
  move?: string;
  /** What the author says, as plain text. */
  comment?: string;
  /** What is drawn on the board. */
  shapes?: Shape[];
  /** Seat → what it can expect, if that was asked for. */
  chances?: Chance[];
  /** The turn that was found best then. */
  best?: string[];
}

/** Notify this browser. */
export interface Subscribe {
  /** Its address at its push service. */
  endpoint: string;
  /** Its public key (``p256dh``). */
  key: string;
  /** Its secret. */
  auth: string;
}

/** A person came or went, a seat was taken, the game began, a rematch was set, the host muted a person. */
export interface TableChanged {
  type: "table";
  /** The table from outside. */
  table: TableInfo;
  /** Who may not talk here, by their ``who``. */
  muted: string[];
  /** The offers that wait for answers. */
  offers: Offer[];
  /** Null: there are no clocks. */
  clocks: Clocks | null;
  /** As in ``state``. */
  deal: Deal | null;
}

/** A table from outside. */
export interface TableInfo {
  /** Its address is ``/table/ID``. */
  id: string;
  /** The name of the game. */
  game: string;
  /** The options of the game. */
  options: Record<string, boolean | number | string>;
  /** ``record``: no table, but an uploaded game to replay; ``closed``: everyone left before it began. */
  status: "closed" | "over" | "playing" | "record" | "waiting";
  /** Who sits where. */
  seats: SeatInfo[];
  /** Time to think; null: there are no clocks. */
  clock: Clock | null;
  /** Whether it is listed for everyone, or open to those who know its address. */
  visibility: "link" | "public";
  /** Whether a seat may ask for a hint. */
  hints: boolean;
  /** My seats; none: I look on. */
  mine: number[];
  /** My seats that I have lost while the others play on. */
  given_up: number[];
  /** Whether I set the table. */
  host: boolean;
  /** For the host: the links of the seats that are still open. */
  invites: Invite[];
  /** Moves played, without those of a turn that is not ended. */
  ply: number;
  /** The seats that are to move: one, or several where all choose at once. */
  to_move: number[];
  /** The seats that the clocks wait for: they run once everyone has said ``ready``, or played. */
  unready: number[];
  /** Whether they wait because everyone agreed to a pause; or else the game has just begun. */
  is_paused: boolean;
  /** The seats that won, when it is over. */
  winners: number[];
  /** When it was set, in seconds since 1970. */
  created: number;
  /** When something last happened that everyone saw, in seconds since 1970. */
  updated: number;
  /** Where a "what if" began, for those who know that table. */
  start: Moment | null;
  /** The table of the rematch. */
  next: string | null;
  /** Whether it was set for the next person. */
  is_matched?: boolean;
  /** How strong its host was when the table was set; null: not known, or the table isn't public. */
  strength?: Rating | null;
  /** How many puzzles were found in the finished game; null: not searched. */
  puzzles?: number | null;
}

/** Something said at the table. */
export interface Talk {
  /** The number of the event. */
  number: number;
  /** Null: a spectator said it. */
  seat: number | null;
  /** What the speaker is called. */
  name: string;
  /** The speaker, whatever the name: the same for all of their lines at this table, and different elsewhere. Empty for lines that are older than this field. */
  who: string;
  /** What was said. */
  text: string;
  /** When, in seconds since 1970. */
  at: number;
}

/** How many games there were and how they ended. */
export interface Tally {
  /** Finished games. */
  played: number;
  /** Those won alone. */
  won: number;
  /** Those won together with others. */
  shared: number;
}

/** My own turn in progress changed: I, or I on another device, played a move or took one back. */
export interface Turn<W extends Wire = Wire> {
  type: "turn";
  /** What lies on the table: made by the wire. */
  position: W['position'];
  /** What I may do now. */
  own: Own<W>;
}

/** What each seat could expect at a moment. */
export interface TurnPoint {
  /** After how many moves. */
  ply: number;
  /** Seat → what it could expect, as a spectator saw it. */
  chances: Chance[];
}

/** A turn of a finished game: the moves of one seat. */
export interface TurnSpan {
  /** Whose turn it was. */
  seat: number;
  /** After how many moves it began. */
  since: number;
  /** After how many it was over. */
  until: number;
}

/** Take my last move back. */
export interface Undo {
  type: "undo";
  /** The table it is meant for. */
  table: string;
  /** Whose move it was. */
  seat: number;
  /** The ply of ``own`` that this answers. */
  ply: number;
  /** Chosen by the sender. */
  id: string;
}

/** Don't notify this browser any more. */
export interface Unsubscribe {
  /** Its address at its push service. */
  endpoint: string;
}

/** A record to keep and replay. */
export interface Upload {
  /** The record. */
  record: Record<string, unknown>;
}

/** A value of an option. */
export interface ValueInfo {
  /** What a new table names. */
  value: boolean | number | string;
  /** The value in words, in the language asked for. */
  label: string;
}

/** What a turn is worth, and which one is the solution. */
export interface Verdict {
  /** Whether the turn is the solution. */
  is_solved: boolean;
  /** What the turn changes, in the language asked for. */
  why: Sentence[];
  /** The best turn. */
  solution: string[];
  /** What that one changes. */
  why_solution: Sentence[];
  /** What its player can expect of it: 1 is a win. */
  worth: number;
  /** What its player can expect of the best of all other turns. */
  second_worth: number;
  /** Whether the turn tried is that one. */
  is_second: boolean;
}

/** A turn as it was played, or as it might have been. */
export interface Way {
  /** In notation. */
  moves: string[];
  /** Its moves in words, in the language asked for, without what goes without saying. */
  texts: Sentence[];
  /** What it brings, in the language asked for. */
  why: Sentence[];
}

/** Ask why a move is not possible; nothing is played. */
export interface Why {
  type: "why";
  /** Who would play it. */
  seat: number;
  /** Chosen by the sender. */
  id: string;
  /** The move. */
  notation: string;
}

export type ClientMessage = AnswerOffer | AskPreview | AutoPass | Away | Back | MakeOffer | Move | Mute | Open | Ready | Recall | Resign | Resume | Say | Seal | Undo | Why;

export type SeatPlan = Friend | Myself | Program;

export type ServerMessage<W extends Wire = Wire> = Accepted | Because | Played<W> | Previewed<W> | Recalled<W> | Refused | Said | State<W> | TableChanged | Turn<W>;
