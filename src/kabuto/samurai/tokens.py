"""The three kinds of figure and the 20 tokens of a player, as small integers."""

from dataclasses import dataclass
from typing import NamedTuple

from kabuto.samurai.board import LAND, SEA
from kabuto.samurai.maps import JAPAN, MAPS

FIGURES = "HBR"
"""The kinds of figure: helmet, Buddha, rice field. A set of figures is a bit mask, helmet = 1."""
FIGURE_NAMES = ("helmet", "buddha", "rice")
HELMET, BUDDHA, RICE = range(3)
ALL = 0b111

FIGURE_SETS = tuple("".join(f for bit, f in enumerate(FIGURES) if mask >> bit & 1) for mask in range(8))
"""Bit mask → letters."""
KINDS_IN = tuple(tuple(kind for kind in range(3) if mask >> kind & 1) for mask in range(8))
"""Bit mask → the kinds in it."""


@dataclass(frozen=True)
class Token:
    """One kind of token."""

    code: str
    name: str
    """A key into the vocabulary of an edition."""
    number: int
    """How many of them a player has."""
    strength: int
    influences: int
    """The figures it influences, as a bit mask."""
    terrain: str
    """What it is laid on; an exchange is not laid by its owner's choice."""
    fast: bool
    """Fast tokens carry a Japanese character: any number of them may be played in a turn."""


TOKENS = (
    Token("H2", "helmet", 1, 2, 0b001, LAND, False),
    Token("H3", "helmet", 1, 3, 0b001, LAND, False),
    Token("H4", "helmet", 1, 4, 0b001, LAND, False),
    Token("B2", "buddha", 1, 2, 0b010, LAND, False),
    Token("B3", "buddha", 1, 3, 0b010, LAND, False),
    Token("B4", "buddha", 1, 4, 0b010, LAND, False),
    Token("R2", "rice", 1, 2, 0b100, LAND, False),
    Token("R3", "rice", 1, 3, 0b100, LAND, False),
    Token("R4", "rice", 1, 4, 0b100, LAND, False),
    Token("S1", "samurai", 2, 1, ALL, LAND, False),
    Token("S2", "samurai", 2, 2, ALL, LAND, False),
    Token("S3", "samurai", 1, 3, ALL, LAND, False),
    Token("N1", "ronin", 1, 1, ALL, LAND, True),
    Token("V1", "ship", 2, 1, ALL, SEA, True),
    Token("V2", "ship", 1, 2, ALL, SEA, True),
    Token("X", "figure_exchange", 1, 0, 0, "", True),
    Token("T", "token_exchange", 1, 0, 0, "", False),
)
TOKEN = {token.code: number for number, token in enumerate(TOKENS)}
"""Code → number."""
X, T = TOKEN["X"], TOKEN["T"]
UNKNOWN = -1
"""A token that a view does not show."""

FULL_SET = tuple(number for number, token in enumerate(TOKENS) for _ in range(token.number))
"""The 20 tokens of a player."""
HAND_SIZE = MAPS[JAPAN].hand
SETS = {name: tuple(TOKEN[code] for code in each.tokens.split()) or FULL_SET for name, each in MAPS.items()}
"""Map → the tokens of a player."""
ASIDE_LIMIT = 4
"""The game ends when this many figures have been set aside."""


class Laid(NamedTuple):
    """A token on the board."""

    seat: int
    token: int


def figure_mask(letters: str) -> int:
    """Letters → bit mask."""
    return sum(1 << FIGURES.index(letter) for letter in letters)


def codes(tokens: tuple[int, ...]) -> list[str]:
    """Tokens in notation."""
    return [TOKENS[token].code for token in tokens]
