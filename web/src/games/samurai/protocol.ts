// Written by `python -m kabuto.protocol.openapi` from the wire samurai: change it there.
import type { Sentence } from '../../shell/protocol'

/** A figure that left the board, and the influence that decided it. */
export interface Captured {
  /** Where it was. */
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

/** A token that would capture something for me. */
export interface Chance {
  /** Which one. */
  token: string;
  /** Where. */
  space: string;
  /** What I would get, such as ``HB``. */
  figures: string;
}

/** How a game ended. */
export interface Details {
  /** Seat → helmets, Buddhas, rice fields. */
  captured: number[][];
  /** Helmets, Buddhas, rice fields that no one won. */
  aside: number[];
  /** Kind → the seat that alone has the most of it. */
  majorities: (number | null)[];
  /** How it was decided, one step after the other. */
  steps: Step[];
  /** Why it is over, in the language asked for. */
  ended: Sentence;
}

/** One moment of a replay. */
export interface Frame {
  /** The table, with everything that the seats of this view know together. */
  position: Position;
  /** Seat → its hand, as far as the chosen view shows it. */
  hands: (string[] | null)[];
}

/** What lies on the table, as everybody sees it, or as the seat whose turn it is sees its own turn. */
export interface Position {
  /** How many moves have been played. */
  ply: number;
  /** ``choose`` (opening hands), ``draft`` (figures onto the map), ``turn`` or ``over``. */
  phase: string;
  /** The seat to move; of several that choose at once the first; null when the game is over. */
  to_move: number | null;
  /** Space → seat and token: ``{"n13": [0, "S3"]}``. */
  tokens: Record<string, [number, string]>;
  /** Space → every settlement with figures in it. */
  settlements: Record<string, Settlement>;
  /** Helmets, Buddhas, rice fields on the map. */
  left: number[];
  /** Helmets, Buddhas, rice fields still to be put on the map during set-up. */
  supply: number[];
  /** Helmets, Buddhas, rice fields that no one won; four in all end the game. */
  aside: number[];
  /** Seat → helmets, Buddhas, rice fields; null behind a screen. */
  captured: (number[] | null)[];
  /** Seat → the tokens that it has not played yet, in hand or stack. */
  unplayed: string[][];
  /** Seat → how many tokens are in its hand. */
  hand_sizes: number[];
  /** Seat → how many tokens it has yet to draw. */
  stack_sizes: number[];
  /** The tokens played in this turn. */
  played: string[];
}

/** What a token would bring about. */
export interface Preview {
  /** The figures that it counts for or decides: first those I would capture, then those that others would get, then the others, with my greatest lead first. */
  standings: Standing[];
  /** The settlements with figures beside the token for which it does not count. */
  idle: string[];
}

/** What one seat alone sees. */
export interface Private {
  /** The tokens in my hand, with those that I have chosen so far for an opening hand. */
  hand: string[];
  /** My helmets, Buddhas, rice fields, also when they are behind my screen. */
  captured: number[] | null;
  /** The tokens that would capture something for me now, and where; the most figures first. */
  chances?: Chance[];
  /** The tokens of my hand that can't be played now → why not. */
  waiting?: Record<string, Sentence>;
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

/** How a figure would stand after a move. */
export interface Standing {
  /** The settlement it is in. */
  space: string;
  /** ``H``, ``B`` or ``R``. */
  figure: string;
  /** My influence on it. */
  mine: number;
  /** The most influence that another seat has. */
  best: number;
  /** Whether its settlement would be surrounded: it is captured at once, or when the turn ends. */
  captured: boolean;
  /** How many land spaces around it would still be empty. */
  missing: number;
  /** Whether I would get it now; otherwise another seat or, in a tie, nobody would. */
  leads: boolean;
}

/** One step of the final scoring. */
export interface Step {
  /** The step in words, in the language asked for. */
  text: Sentence;
  /** The seats it speaks of: who leads, who can win, who wins. */
  seats?: number[];
  /** ``H``, ``B`` or ``R`` where it is about one kind of figure. */
  figure?: string;
}

/** What this wire makes: `State<SamuraiWire>` is a message of it. */
export interface SamuraiWire {
  position: Position;
  private: Private;
  events: Captured[];
  details: Details;
  frame: Frame;
  preview: Preview;
}
