"""How much a search of Yedo does for a decision, and what it finds out about a move."""

from dataclasses import dataclass
from typing import NamedTuple

from kabuto.yedo.moves import Move

MOST = 100_000
"""The most games that can be asked for."""
WIDEST = 32
"""The most moves that are tried."""
ENOUGH, LEAST_ERROR = 4, 0.01
"""Games before a move can be surely worse than another; what is added to a standard error, in points."""


class Effort(NamedTuple):
    """How much a search does for a decision."""

    games: int
    """Games tried with two players; with more, a game takes longer, and fewer are tried."""
    breadth: int = 6
    """How many of the moves that look best are tried."""
    hopeless: float = 4.0
    """A move that looks worse than the best by this many points is not tried."""
    rounds: int = 1
    """Rounds that a game lasts, the present one included."""
    far: bool = False
    """Whether games go on after the auctions while bidding."""
    thorough: bool = False
    """Whether minor decisions are tried, too."""
    prior: float = 0.0
    """How many games the looks of a move count for."""
    by_rules: int = MOST
    """The most games that are tried where the compiled engine is not ready."""
    sure: float = 0.0
    """A move that is behind by this many standard errors is tried no more; 0: that is never sure."""


@dataclass
class Tried:
    """A move and the games that it was tried in."""

    move: Move
    looks: float
    """By how many points it looks worse than the best."""
    games: int = 0
    total: float = 0.0
    """How far ahead these games ended, in points."""
