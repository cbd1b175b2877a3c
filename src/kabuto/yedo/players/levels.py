"""Levels of strength 1 to 9 for Yedo.

The lower levels make human mistakes: they overlook some of their moves and misjudge others. Level 5 is
``greedy``, the higher ones search.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import NamedTuple

from kabuto.yedo.moves import Move
from kabuto.yedo.players.greedy import Greedy
from kabuto.yedo.players.move_values import judge
from kabuto.yedo.players.search import Effort, Search
from kabuto.yedo.views.view import YedoView


class Weakness(NamedTuple):
    """How a level falls short of ``greedy``."""

    misses: float
    """How often it overlooks a move."""
    error: float
    """The usual error in what a move is worth, in prestige points."""


WEAKNESSES = {
    1: Weakness(0.5, 4.0),
    2: Weakness(0.25, 1.4),
    3: Weakness(0.1, 0.5),
    4: Weakness(0.03, 0.2),
}
"""Level → its weakness."""
EFFORTS = {
    6: Effort(2, breadth=2, hopeless=0.5, prior=1.0),
    7: Effort(4, breadth=3, prior=1.0),
    8: Effort(96, prior=1.0, sure=2.5, thorough=True),
    9: Effort(
        300, breadth=12, hopeless=8.0, rounds=2, far=True, prior=1.0, sure=2.5, thorough=True, by_rules=96
    ),
}
"""Level → how much it searches."""


class Casual:
    """Plays the move that looks best among those it does not overlook."""

    def __init__(self, rng: Random, weakness: Weakness) -> None:
        self.rng, self.weakness = rng, weakness

    def choose(self, view: YedoView) -> Move:
        """The move that looks best among those it thinks of."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        assert view.seat is not None
        value = judge(view.state, view.seat)
        seen = [move for move in moves if self.rng.random() >= self.weakness.misses] or moves
        return max(seen, key=lambda move: value(move) + self.rng.gauss(0.0, self.weakness.error))


def _casual(level: int, rng: Random) -> Casual:
    return Casual(rng, WEAKNESSES[level])


level1, level2, level3, level4 = (partial(_casual, level) for level in WEAKNESSES)
level5: Callable[[Random], Greedy] = Greedy
level6, level7, level8, level9 = (partial(Search, effort=effort) for effort in EFFORTS.values())
