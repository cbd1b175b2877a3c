"""How a search works."""

from dataclasses import dataclass, replace
from typing import Self

from kabuto.samurai.players.search.job import WIDEST
from kabuto.samurai.players.search.weights import GREEDY, TUNED, Weights
from kabuto.samurai.players.turn import BEAM

ENDLESS = (1000,) * 5
"""A horizon that no game reaches."""


@dataclass(frozen=True)
class Settings:
    """How a search works."""

    width: int = 16
    """How many candidates to try."""
    beam: int = BEAM
    """The beam width of the planner."""
    horizon: tuple[int, ...] = (0, 0, 30, 15, 12)
    """Number of players → how many turns to play before the evaluation takes over."""
    weights: tuple[Weights, ...] = TUNED
    """Number of players → the weights of the evaluation."""
    others: tuple[Weights, ...] = (GREEDY,) * 5
    """Likewise for the other seats in the games that are played."""
    trust: float = 1.0
    """How much the evaluation of a candidate counts relative to its games."""
    halving: bool = True
    """Whether to drop candidates along the way, or to give all of them the same number of games."""

    def __post_init__(self) -> None:
        """Refuse what the compiled planner has no room for."""
        check_room(self.width, self.beam)

    def with_horizon(self, horizon: tuple[int, ...]) -> Self:
        """The same, looking further ahead or less far."""
        return replace(self, horizon=horizon)


def check_room(width: int, beam: int) -> None:
    """Refuse what the compiled planner has no room for."""
    if not (1 <= width <= WIDEST and 0 <= beam <= WIDEST // 4):
        raise ValueError(f"at most {WIDEST} candidates and a beam of {WIDEST // 4}")


STRONG = Settings()
PLANNER = Settings(width=1)
"""Plays no games: it takes the turn that looks best."""
