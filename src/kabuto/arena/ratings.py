"""How sure are the results of a match: shares and Elo with 95 % intervals.

Games of one deal are not independent, so the unit of chance is the deal: each deal gets a random weight
(the Bayesian bootstrap), the figure is computed with these weights, and again, a thousand times. Half a
deal won and half a deal lost are added to what was played, with random weights of their own: without them
somebody who never lost would be rated infinitely strong, and with certainty. For two entrants and one
game per deal the interval of the share is exactly Jeffreys' interval.

Elo is the Bradley–Terry model on "who finished ahead of whom", fitted by the library choix.
"""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from math import log
from operator import mul
from random import Random
from typing import Any, TypeAlias

DRAWS = 1000
MEAN_ELO = 1500
ELO = 400 / log(10)
"""Elo points in one unit of the logistic scale."""

Column = Sequence[float]
"""Deal → how much of something there was in it."""
Weights: TypeAlias = "array[float]"


@dataclass(frozen=True)
class Figure:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


def share(won: Column, played: Column) -> Figure:
    """The share of games won, a shared victory as its part of one."""
    total, games = sum(won), sum(played)
    lost = [all_ - part for all_, part in zip(played, won, strict=True)]
    deal = games / len(played)
    draws = []
    for weights, rng in _draws(len(played)):
        up = _weighted(weights, won) + deal * rng.gammavariate(0.5, 1)
        down = _weighted(weights, lost) + deal * rng.gammavariate(0.5, 1)
        draws.append(up / (up + down))
    low, high = _interval(draws)
    # Nobody can win more than all games: then the interval reaches to the end, as the share does.
    return Figure(total / games, low if total else 0.0, high if total < games else 1.0)


def elo(ahead: Sequence[Sequence[Column]]) -> list[Figure] | None:
    """Entrant → Elo, their mean being 1500; ``ahead[i][j]`` is how often i finished ahead of j in each deal.

    None when choix is not installed.
    """
    try:
        choix, numpy = import_module("choix"), import_module("numpy")
    except ImportError:
        return None
    entrants = range(len(ahead))
    pairs = [(one, other) for one in entrants for other in entrants if one != other]
    deals = len(ahead[0][1])
    prior = 2 * sum(sum(ahead[one][other]) for one, other in pairs) / (len(ahead) * deals)
    # Every entrant begins with one deal, half won and half lost, against all others in equal parts.
    part = 1 / (2 * (len(ahead) - 1))

    def fit(counts: dict[tuple[int, int], float], start: Any = None) -> Any:
        matrix = numpy.zeros((len(ahead), len(ahead)))
        for pair, count in counts.items():
            matrix[pair] = count
        try:
            return choix.ilsr_pairwise_dense(matrix, initial_params=start, max_iter=10_000)
        except ValueError as error:
            if isinstance(error.__context__, KeyboardInterrupt):  # choix takes any exception for its own
                raise KeyboardInterrupt from None
            raise

    best = fit({(one, other): sum(ahead[one][other]) + prior * part for one, other in pairs})
    draws = [
        fit(
            {
                (one, other): _weighted(weights, ahead[one][other]) + prior * rng.gammavariate(part, 1)
                for one, other in pairs
            },
            best,
        )
        for weights, rng in _draws(deals)
    ]
    return [
        Figure(_on_scale(best[entrant]), *_interval([_on_scale(draw[entrant]) for draw in draws]))
        for entrant in entrants
    ]


def _draws(deals: int) -> Iterator[tuple[Weights, Random]]:
    """Random weights of the deals, the same for every figure, and chance for what is added to them."""
    for number, weights in enumerate(_weights(deals, DRAWS)):
        yield weights, Random(f"added/{number}")


@lru_cache(maxsize=1)
def _weights(deals: int, draws: int) -> list[Weights]:
    rng = Random("weights")
    return [array("d", [rng.expovariate(1) for _ in range(deals)]) for _ in range(draws)]


def _weighted(weights: Weights, column: Column) -> float:
    total: float = sum(map(mul, weights, column))
    return total


def _interval(draws: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(draws)
    cut = len(ordered) // 40
    return ordered[cut], ordered[-1 - cut]


def _on_scale(strength: float) -> float:
    return MEAN_ELO + ELO * float(strength)
