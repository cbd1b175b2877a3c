"""The messages of replay and study: records, frames, hints, reviews."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kabuto.protocol.http import Ply, Seat, Strict, TableInfo
from kabuto.protocol.socket import Deal, LogEntry, Own, Position, Result
from kabuto.table.wire import Sentence

Moves = list[Annotated[str, Meta(max_length=64)]]
Frame = Annotated[Any, Meta(extra_json_schema={"x-wire": "frame"})]


class Upload(Strict, frozen=True):
    """A record to keep and replay."""

    record: dict[str, Any]
    """The record."""


class CheckDeal(Strict, frozen=True):
    """A game to be dealt again from the proof of its deal."""

    proof: dict[str, Any]
    """The proof."""
    record: dict[str, Any]
    """The record."""


class CheckedDeal(Struct, frozen=True):
    """Whether a game was dealt as its proof says."""

    fault: Sentence | None
    """The first thing that is wrong, in the language asked for; null: every deal and draw is right."""
    place: str
    """Where that is."""


class Commitment(Struct, frozen=True):
    """A deal that the server committed to."""

    number: int
    """Which one it was."""
    commitment: str
    """As the people at that table saw it."""
    state: Literal["open", "finished", "dropped"]
    """``dropped``: the game never began, or was never finished."""
    secret: str | None
    """The server's secret of a deal that was dropped; the people at a table have the proofs of the others."""
    version: int
    """By which version of deals it is dealt: 1 or 2."""
    table: str | None = None
    """The hash of the table of a deal that was dropped, by version 2: the commitment is bound to it."""
    start: str | None = None
    """The hash of how that game would have begun, which it is bound to as well."""


class Commitments(Struct, frozen=True):
    """Deals that the server committed to, the newest first."""

    deals: list[Commitment]
    """So many of them."""
    before: int | None
    """What to ask for next; null: there are no more."""


class Replay(Struct, frozen=True):
    """A finished game, move by move, from one seat's view or open."""

    wire: str
    """Which wire made ``events``, ``frames`` and ``details``."""
    table: TableInfo
    """The table from outside."""
    seat: int | None
    """Whose view it is; null: all hands are shown."""
    log: list[LogEntry]
    """Every move."""
    frames: list[Frame]
    """The game after none, one, … all of its moves: made by the wire."""
    to_move: list[list[int]]
    """Frame → the seats that are to move then."""
    result: Result | None
    """How it ended; null: the record stops before its end."""
    deal: Deal | None
    """Null: the deal can't be verified, for the table is older than that, or this is an uploaded record."""


class Glance(Struct, frozen=True):
    """A table as anyone sees it now, for a small picture of it."""

    wire: str
    """Which wire made ``position``."""
    position: Position
    """What lies on the table: made by the wire."""


class Study(Strict, frozen=True):
    """A record to look at without keeping it: a lesson, a puzzle, a line of moves to try."""

    record: dict[str, Any]
    """The record."""
    seat: Seat = 0
    """Who looks at it."""
    why: Annotated[str, Meta(max_length=64)] = ""
    """A move: say why this seat can't play it."""
    moves: Moves | None = None
    """What is played from the start of the record instead of its own moves."""


class LookAtLine(Strict, frozen=True):
    """A line of moves to look at: some of its positions."""

    record: dict[str, Any]
    """The record."""
    moves: Moves
    """What is played from the start of the record instead of its own moves."""
    seat: Seat | None = None
    """Whose view it is; null: all hands are shown."""
    since: Ply = 0
    """The first position: after how many moves."""


class LineMoment(Struct, frozen=True):
    """A position of a line."""

    frame: Frame
    """What lies there: made by the wire."""
    to_move: list[int]
    """The seats that are to move."""
    entry: LogEntry | None
    """The move that led there; null at the start."""
    result: Result | None
    """How the game ended; null while it runs."""


class Line(Struct, frozen=True):
    """Positions of a line, in order; there are more to ask for if it is long."""

    wire: str
    """Which wire made ``events``, ``frame`` and ``details``."""
    since: int
    """After how many moves the first one stands."""
    moments: list[LineMoment]
    """So many of them."""


class AskLineHint(Strict, frozen=True):
    """Ask what is good at the end of a line, for the seat that is to move."""

    record: dict[str, Any]
    """The record."""
    moves: Moves
    """What is played from the start of the record instead of its own moves."""


class Studied(Struct, frozen=True):
    """How a record stands, and what its seat may play there."""

    wire: str
    """Which wire made ``position``, ``private``, ``events`` and ``details``."""
    position: Position
    """What lies on the table: made by the wire."""
    own: Own
    """``turn`` holds all moves of the record."""
    result: Result | None
    """Null while the game runs."""
    why: Sentence | None
    """Why the move that was asked about is not possible, in the language asked for; null: it is."""


class AskHint(Strict, frozen=True):
    """Ask what is good: in one's own turn, or at any moment of a finished game."""

    seat: Seat
    """Whose knowledge to think with."""
    ply: Ply | None = None
    """For a finished game: after how many moves."""


class Chance(Struct, frozen=True):
    """An expected result, 1 for a victory, with its 95 % interval."""

    mean: float
    """The expected result."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""


class Evaluation(Struct, frozen=True):
    """How a running game stands, as a spectator sees it."""

    ply: int
    """After how many moves."""
    chances: list[Chance]
    """Seat → what it can expect."""
    question: str = ""
    """To be thought over by the page, which said that it can: then there is nothing else in here."""


class HintMove(Struct, frozen=True):
    """A move that was thought over."""

    move: str
    """In notation."""
    chance: Chance | None
    """What this seat can expect after it."""
    why: list[Sentence]
    """What it changes, in the language asked for."""
    line: list[str]
    """How the turn may go on, and a likely answer."""
    text: Sentence
    """The move in words, in the language asked for."""
    parts: list[list[Sentence]] = []
    """Move of the turn that ``line`` begins with → what it is for, as far as the game says so."""


class Hint(Struct, frozen=True):
    """The best moves of a position as the seat knows it."""

    ply: int
    """After how many moves."""
    chances: list[Chance]
    """Seat → what it can expect."""
    moves: list[HintMove]
    """The best first."""
    question: str = ""
    """To be thought over by the page, which said that it can: then there is nothing else in here."""


class ReviewedMove(Struct, frozen=True):
    """A move of a finished game, looked back on."""

    ply: int
    """Which move it was, from 0."""
    seat: int
    """Who played it."""
    chances: list[Chance]
    """Seat → what it could expect after the move, as a spectator saw it."""
    cost: Chance
    """How much less the move promised its player than the preferred one."""
    is_costly: bool
    """Whether it is one of the moves that cost most, beyond doubt."""
    why: list[Sentence]
    """What it changed, in the language asked for."""
    preferred: list[str]
    """A better move, and how the turn may go on; empty: it was the one played."""
    why_preferred: list[Sentence]
    """What that one would have changed."""


class Review(Struct, frozen=True):
    """How the chances of a finished game went, and which moves cost most."""

    start: list[Chance]
    """Seat → what it could expect before the first move."""
    moves: list[ReviewedMove]
    """Every move."""
    turning_points: list[int]
    """The plies that ended the turns in which the chances changed most."""


class AskTurns(Strict, frozen=True):
    """Ask about some turns of a finished game."""

    turns: Annotated[list[Annotated[int, Meta(ge=0, le=100_000)]], Meta(max_length=100)]
    """Which ones, counted from 0; none: ask how the chances went and which turns are worth a look."""


class TurnSpan(Struct, frozen=True):
    """A turn of a finished game: the moves of one seat."""

    seat: int
    """Whose turn it was."""
    since: int
    """After how many moves it began."""
    until: int
    """After how many it was over."""


class TurnPoint(Struct, frozen=True):
    """What each seat could expect at a moment."""

    ply: int
    """After how many moves."""
    chances: list[Chance]
    """Seat → what it could expect, as a spectator saw it."""


class ReviewOutline(Struct, frozen=True):
    """How the chances of a finished game went, roughly."""

    spans: list[TurnSpan]
    """Every turn."""
    points: list[TurnPoint]
    """Moments from the beginning to the end."""
    order: list[int]
    """The turns in the order in which they are worth a look."""


class Way(Struct, frozen=True):
    """A turn as it was played, or as it might have been."""

    moves: list[str]
    """In notation."""
    texts: list[Sentence]
    """Its moves in words, in the language asked for, without what goes without saying."""
    why: list[Sentence]
    """What it brings, in the language asked for."""


class ReviewedTurn(Struct, frozen=True):
    """A turn of a finished game, looked back on."""

    turn: int
    """Which one it was, counted from 0."""
    seat: int
    """Whose turn it was."""
    since: int
    """After how many moves it began."""
    until: int
    """After how many it was over."""
    mark: Literal["", "mistake", "good", "turn"]
    """``mistake``: something else was better; ``good``: its player's chances rose; ``turn``: others did."""
    before: list[Chance]
    """Seat → what it could expect before the turn, as a spectator saw it."""
    after: list[Chance]
    """Seat → what it could expect after it."""
    cost: Chance
    """How much more the better turn promised its player; 0 without one."""
    played: Way
    """What was played."""
    better: Way | None
    """What would have been better; null: nothing that was found."""
    followed: list[Sentence]
    """What came of it before that seat was to move again, in the language asked for."""


class ReviewPart(Struct, frozen=True):
    """A part of the review of a finished game."""

    outline: ReviewOutline | None
    """Null where turns were asked for."""
    turns: list[ReviewedTurn]
    """The turns that were asked for, or all that were found along the way."""
    question: str = ""
    """To be thought over by the page, which said that it can: then there is nothing else in here."""
