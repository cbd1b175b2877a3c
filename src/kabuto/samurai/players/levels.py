"""Levels 1 to 10, for everyone from beginners on.

The lower levels make human mistakes: they overlook settlements, misjudge the ones they look at, and consider
one token at a time. So they sometimes miss a capture, but never make a senseless move. Level 5 is ``greedy``,
level 6 plans the same way with better judgement, levels 7 and 8 search, and levels 9 and 10 search with a
learned evaluation. Levels 6 to 10 need the compiled engine.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from kabuto.samurai.players.greedy import Greedy
from kabuto.samurai.players.turn import BEAM, Sight
from kabuto.samurai.view import SamuraiView

if TYPE_CHECKING:
    from kabuto.samurai.players.learned.player import Learned
    from kabuto.samurai.players.search import Search


class Weakness(NamedTuple):
    """The mistakes of a level."""

    misses: float
    """How often it overlooks a settlement in a turn."""
    error: float
    """Its typical error when it judges a change at a settlement, as a chance to win."""
    combines: bool
    """Whether it considers several tokens together."""


ELO = {
    f"level{number}": elo
    for number, elo in enumerate((886, 1115, 1279, 1469, 1653, 1752, 1887, 1959, 2212, 2318), start=1)
}
"""Levels 1 to 8 as in benchmarks/results/ladder.json, 9 and 10 by their score against the one below."""
WEAKNESSES = {
    1: Weakness(0.6, 0.12, False),
    2: Weakness(0.35, 0.06, False),
    3: Weakness(0.25, 0.045, True),
    4: Weakness(0.1, 0.018, True),
}
"""Level → what makes it weaker than ``greedy``."""
GAMES = {6: 0, 7: 120, 8: 2400}
"""Level → how many games it plays in its head before a turn."""
FULL: dict[str, Any] = {"proposals": 128, "beam": 32, "width": 32, "replies": 64, "reply_beam": 16}
"""Everybody plays on as ``learned`` does without search, and twice as many turns are found and tried."""
EFFORTS: dict[int, dict[int, dict[str, Any]]] = {
    9: {2: {"games": 60}, 3: {"games": 350, "replies": 16}, 4: {"games": 220, "replies": 16}},
    10: {2: {"games": 900, **FULL}, 3: {"games": 420, **FULL}, 4: {"games": 280, **FULL}},
}
"""Level → number of players → how many games of a few turns it plays in its head before a turn, and what it
does otherwise than ``learned``."""


class Casual(Greedy):
    """Plays like ``greedy``, with mistakes."""

    def __init__(self, rng: Random, weakness: Weakness) -> None:
        super().__init__(rng)
        self.weakness = weakness

    def _sight(self, view: SamuraiView) -> Sight:
        misses, error, combines = self.weakness
        overlooked = [
            s for s, figures in enumerate(view.state.figures) if figures and self.rng.random() < misses
        ]
        guess = partial(self.rng.gauss, 0.0, error)
        return Sight(frozenset(overlooked), BEAM if combines else 0, guess)


def _casual(level: int, rng: Random) -> Casual:
    return Casual(rng, WEAKNESSES[level])


def _search(level: int, rng: Random) -> "Search":
    from kabuto.samurai.players.search import PLANNER, STRONG, Search

    games = GAMES[level]
    return Search(rng, iterations=games or 1, settings=STRONG if games else PLANNER)


def _learned(level: int, rng: Random) -> "Learned":
    from kabuto.samurai.players.learned.player import Measured

    return Measured(rng, EFFORTS[level])


level1, level2, level3, level4 = (partial(_casual, level) for level in WEAKNESSES)
level5: Callable[[Random], Greedy] = Greedy
level6, level7, level8 = (partial(_search, level) for level in GAMES)
level9, level10 = (partial(_learned, level) for level in EFFORTS)
