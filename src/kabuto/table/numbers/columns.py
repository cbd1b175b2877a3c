"""Decisions, and the columns that exported tables have for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kabuto.table.options import Value

TEXT, INTEGER, NUMBER, FLAG = "text", "integer", "number", "flag"
TEXTS, INTEGERS, NUMBERS = "list of texts", "list of integers", "list of numbers"
"""The kinds of column; any value may also be missing."""


@dataclass(frozen=True)
class Origin:
    """Who played a game, by which chance, and with which version: what its record does not say."""

    players: Sequence[str]
    """Seat → the name of its player."""
    deal_seed: str
    """The seed of the deal, for ``kabuto.new``."""
    player_seeds: Sequence[str]
    """Seat → what the random generator of its player began with."""
    kabuto: str


@dataclass(frozen=True)
class Decision:
    """One move of a game, and what its player knew before it."""

    game_id: str
    """Where the game was found, such as ``games.jsonl:12``."""
    game: str
    options: Mapping[str, Value]
    ply: int
    """How many moves had been played."""
    view: Any
    """What the seat that decided could know."""
    legal: Sequence[str]
    """Its legal moves, in notation."""
    move: Any
    """The move it chose."""
    outcome: Any
    """How the game ended; None if its record stops before."""
    truth: Mapping[str, Any] | None = None
    """The whole position, what nobody could see included: only if it was asked for."""
    origin: Origin | None = None
    """Where the game comes from, if that is known."""


@dataclass(frozen=True)
class Column:
    """One column of the table."""

    name: str
    kind: str
    meaning: str
    """What it holds, in one line."""
    read: Callable[[Decision], Any]


def after_the_end(read: Callable[[Decision], Any]) -> Callable[[Decision], Any]:
    """Read something off the outcome; nothing as long as there is none."""
    return lambda d: None if d.outcome is None else read(d)
