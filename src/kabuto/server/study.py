"""The messages of replay and study: records, frames, hints, reviews."""

from typing import Any

from msgspec import Struct

from kabuto.server.messages import Own, Ply, Seat, Strict, TableInfo
from kabuto.server.samurai import LogEntry, Result, SamuraiPosition


class Upload(Strict, frozen=True):
    """A record to keep and replay."""

    record: dict[str, Any]


class Frame(Struct, frozen=True):
    """A game after some moves."""

    position: SamuraiPosition
    hands: list[list[str] | None]
    """Seat → its hand, as far as the chosen view shows it."""


class Replay(Struct, frozen=True):
    """A finished game, move by move, from one seat's view or open."""

    table: TableInfo
    seat: int | None
    """Whose view it is; null: all hands are shown."""
    log: list[LogEntry]
    frames: list[Frame]
    """One more than moves: the position after none, one, … all of them."""
    result: Result | None


class Study(Strict, frozen=True):
    """A record to look at without keeping it: a lesson, a puzzle, a line of moves to try."""

    record: dict[str, Any]
    seat: Seat = 0
    """Who looks at it."""


class Studied(Struct, frozen=True):
    """How a record stands, and what its seat may play there."""

    position: SamuraiPosition
    own: Own
    """``turn`` holds all moves of the record."""
    result: Result | None


class AskHint(Strict, frozen=True):
    """Ask what is good: in one's own turn, or at any moment of a finished game."""

    seat: Seat
    ply: Ply | None = None
    """For a finished game: after how many moves."""


class Chance(Struct, frozen=True):
    """An expected result, 1 for a victory, with its 95 % interval."""

    mean: float
    low: float
    high: float


class HintMove(Struct, frozen=True):
    """A move that was thought over."""

    move: str
    chance: Chance | None
    """What this seat can expect after it."""
    why: list[str]
    """What it changes, in the language asked for."""
    line: list[str]
    """How the turn may go on, and a likely answer."""


class Hint(Struct, frozen=True):
    """The best moves of a position as the seat knows it."""

    ply: int
    chances: list[Chance]
    """Seat → what it can expect."""
    moves: list[HintMove]
    """The best first."""


class ReviewedMove(Struct, frozen=True):
    """A move of a finished game, looked back on."""

    ply: int
    """Which move it was, from 0."""
    seat: int
    chances: list[Chance]
    """Seat → what it could expect after the move, as a spectator saw it."""
    cost: Chance
    """How much less the move promised its player than the preferred one."""
    is_costly: bool
    """Whether it is one of the moves that cost most, beyond doubt."""
    why: list[str]
    """What it changed, in the language asked for."""
    preferred: list[str]
    """A better move, and how the turn may go on; empty: it was the one played."""
    why_preferred: list[str]


class Review(Struct, frozen=True):
    """How the chances of a finished game went, and which moves cost most."""

    start: list[Chance]
    """Seat → what it could expect before the first move."""
    moves: list[ReviewedMove]
    turning_points: list[int]
    """The plies that ended the turns in which the chances changed most."""
