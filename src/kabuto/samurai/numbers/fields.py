"""What a seat observes of a game of Samurai, field by field: ``SIZE`` bytes, each from 0 to 255.

Seats are counted from the observer: 0 is the observer itself, 1 the seat after it, and so on. Fields of
seats that are not in the game are 0. Settlements, land and sea are numbered in the order of the map, kinds of
figure are helmet, Buddha and rice field, kinds of token are H2 … S3, N1, V1, V2, X, T.
"""

from math import prod
from typing import NamedTuple

from kabuto.samurai.kernel.tables import LANDS, SEAS, TOWNS
from kabuto.samurai.tokens import TOKENS

VERSION = 0
"""Changes whenever a field or an action id changes its place or its meaning."""
KINDS = len(TOKENS)


class Field(NamedTuple):
    """A part of an observation."""

    name: str
    offset: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return prod(self.shape)


_TABLE: tuple[tuple[str, tuple[int, ...], str], ...] = (
    ("influence", (TOWNS, 3, 4), "settlement, figure, seat: influence there"),
    ("figures", (3, TOWNS), "figure, settlement: 1 where such a figure stands"),
    ("missing", (TOWNS,), "settlement: empty land around it; at 0 it is captured"),
    ("land", (LANDS,), "land: 0 not in play, 1 empty, else 2 + kind of token + 32 × seat"),
    ("sea", (SEAS,), "sea: the same"),
    ("hand", (KINDS,), "kind of token: how many the observer has in hand"),
    ("unplayed", (4, KINDS), "seat, kind of token: how many it has not played yet, in hand or stack"),
    ("played", (KINDS,), "kind of token: how many were played in this turn"),
    ("hand_sizes", (4,), "seat: tokens in hand"),
    ("captured", (4, 3), "seat, figure: figures captured (a perfect memory, where a screen hides them)"),
    ("aside", (3,), "figure: figures that nobody won"),
    (
        "exchange",
        (3,),
        "the observer's exchange, half done: 1 + figure and 1 + settlement, or 1 + land; 0 for none",
    ),
    ("to_move", (4,), "seat: 1 for the one to move; all 0 when the game is over"),
    ("seats", (4,), "seat: 1 for those in the game"),
    ("phase", (4,), "1 for the phase: opening hands, figures on the map, turns, over"),
    ("passes", (1,), "turns in succession in which nothing was played"),
    (
        "edition",
        (3,),
        "1 if captures wait for the end of a turn; if equal figures may be exchanged; if players put figures",
    ),
)


def _place() -> tuple[Field, ...]:
    fields: list[Field] = []
    offset = 0
    for name, shape, meaning in _TABLE:
        fields.append(Field(name, offset, shape, meaning))
        offset += fields[-1].size
    return tuple(fields)


FIELDS = _place()
"""Every field, in order."""
SIZE = sum(field.size for field in FIELDS)
"""The size of an observation in bytes."""
OFFSET = {field.name: field.offset for field in FIELDS}

assert SIZE % 4 == 0, "observations are also written as words"
