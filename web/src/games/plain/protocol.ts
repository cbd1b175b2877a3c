// Written by `python -m kabuto.protocol.openapi` from the wire plain: change it there.
import type { Sentence } from '../../shell/protocol'

/** A legal move. */
export interface Choice {
  /** Its notation: what a client plays. */
  move: string;
  /** The move in words, in the language asked for. */
  text: Sentence;
  /** What the move is about: moves of one group belong together. */
  group: string;
}

/** How a game ended. */
export interface Details {
  /** How it was decided, one step after the other. */
  steps: Sentence[];
}

/** Some characters of a picture in one style. */
export interface Piece {
  /** The characters; all are equally wide. */
  text: string;
  /** Whether they are bold. */
  bold?: boolean;
  /** Whether they are faint. */
  dim?: boolean;
  /** Whether they are underlined. */
  underline?: boolean;
  /** Whether text and background change colours. */
  reverse?: boolean;
  /** Their colour, such as ``#e69f00``; empty: that of the page. */
  color?: string;
  /** The colour behind them, likewise. */
  background?: string;
}

/** The table as all seats see it. */
export interface Position {
  /** The picture, line by line. */
  lines: Piece[][];
}

/** The table as one seat sees it. */
export interface Private {
  /** The picture with what this seat alone knows. */
  lines: Piece[][];
  /** The legal moves, in the order of ``own.legal``. */
  moves: Choice[];
}

/** A move of the log in words. */
export interface Told {
  /** What was played. */
  text: Sentence;
  /** What it brought about. */
  more: Sentence[];
}

/** What this wire makes: `State<PlainWire>` is a message of it. */
export interface PlainWire {
  position: Position;
  private: Private;
  events: Told;
  details: Details;
  frame: Position;
}
