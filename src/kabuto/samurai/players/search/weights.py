"""The weights of the compiled evaluation, tuned by play.

``python research/tuning.py`` looks for better ones by playing whole games between planners.
"""

from typing import NamedTuple

from kabuto.samurai.players import evaluation as greedy
from kabuto.samurai.players.turn import HOLDS

MOST = 40
"""No seat has more influence on a figure than this."""


class Weights(NamedTuple):
    """The weights that ``players.evaluation`` explains, and what each token is worth in the hand."""

    grip: tuple[float, ...] = greedy.GRIP
    nobody: tuple[float, ...] = greedy.NOBODY
    first: float = greedy.FIRST
    attention: float = greedy.ATTENTION
    tempo: float = greedy.TEMPO
    extra: float = greedy.EXTRA
    denial: float = greedy.DENIAL
    rest: float = greedy.REST
    draw: float = greedy.DRAW
    spread: float = greedy.SPREAD
    least_spread: float = greedy.LEAST_SPREAD
    others_spread: float = greedy.OTHERS_SPREAD
    hold: tuple[float, ...] = HOLDS

    def numbers(self) -> list[float]:
        """All of them in a row, as compiled code is given them."""
        return [*self[2:12], *self.nobody, *self.grip, *self.hold]


GREEDY = Weights()
"""The weights of ``greedy``."""

# A planner with these weights and no search wins 71 % of two-player games against ``greedy``, and 52 % and
# 42 % against two and three of them.
_TWO = Weights(
    grip=(0.0, 0.0, 0.41, 0.289, 0.214, 0.384, 0.163),
    nobody=(0.0, 0.0, 0.393, 0.257, 0.063, 0.138, 0.07),
    first=0.901,
    attention=0.434,
    tempo=0.56,
    extra=0.591,
    denial=0.163,
    rest=0.543,
    draw=0.335,
    spread=0.907,
    least_spread=0.998,
    others_spread=3.919,
    hold=(*(-0.035, -0.023, -0.009) * 4, 0.101, -0.014, 0.033, 0.154, 0.057),
)
_FOUR = Weights(
    grip=(0.0, 0.0, 0.37, 0.231, 0.191, 0.252, 0.16),
    nobody=(0.0, 0.0, 0.469, 0.21, 0.036, 0.052, 0.124),
    first=0.82,
    attention=0.403,
    tempo=0.757,
    extra=0.35,
    denial=0.086,
    rest=0.307,
    draw=0.403,
    spread=2.038,
    least_spread=0.35,
    others_spread=4.072,
    hold=(*(-0.016, -0.01, -0.006) * 4, 0.096, 0.0, 0.029, 0.12, 0.093),
)
TUNED = (GREEDY, GREEDY, _TWO, _FOUR, _FOUR)
"""Number of players → the strongest weights."""
