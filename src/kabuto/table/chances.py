"""What a seat can expect, and how long an analysis may think about it."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite, sqrt

from kabuto.table.errors import BadOption, short
from kabuto.table.text import Catalogue

WORDS = Catalogue("kabuto.table", "analysis")
STANDARD_ERRORS = 1.96
"""How far a 95 % interval reaches to each side."""


@dataclass(frozen=True)
class Chance:
    """An expected result, 1 for a win and a share of 1 for a shared one, with its 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, mean: float, games: int) -> "Chance":
        """The mean of a number of games, with its Wilson interval."""
        more = STANDARD_ERRORS**2 / games
        middle = (mean + more / 2) / (1 + more)
        reach = STANDARD_ERRORS * sqrt(mean * (1 - mean) / games + more / (4 * games)) / (1 + more)
        return cls(mean, max(0.0, middle - reach), min(1.0, middle + reach))

    @classmethod
    def near(cls, mean: float, error: float) -> "Chance":
        """A mean with its standard error."""
        reach = STANDARD_ERRORS * error
        return cls(mean, max(0.0, mean - reach), min(1.0, mean + reach))

    @classmethod
    def sure(cls, result: float) -> "Chance":
        """A result that is known."""
        return cls(result, result, result)

    def __sub__(self, other: "Chance") -> "Chance":
        """The difference of two results that were measured independently."""
        mean = self.mean - other.mean
        below = sqrt((self.mean - self.low) ** 2 + (other.high - other.mean) ** 2)
        above = sqrt((self.high - self.mean) ** 2 + (other.mean - other.low) ** 2)
        return Chance(mean, mean - below, mean + above)

    def to_json(self) -> dict[str, float]:
        """The three numbers, to four places."""
        return {"mean": round(self.mean, 4), "low": round(self.low, 4), "high": round(self.high, 4)}


Chances = tuple[Chance, ...]
"""Seat → expected result."""
Progress = Callable[[float], object]
"""Called from time to time with the share of the work that is done, from 0 to 1."""


def silent(done: float) -> None:
    """Report nothing."""


@dataclass(frozen=True)
class Budget:
    """How long to think about a position: a number of iterations or of seconds."""

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.iterations is None) == (self.seconds is None):
            raise BadOption(WORDS.say("budget_one"), "budget")
        if self.iterations is not None and (type(self.iterations) is not int or self.iterations < 1):
            raise BadOption(WORDS.say("budget_iterations", given=short(self.iterations)), "budget")
        if self.seconds is not None and not (isfinite(self.seconds) and self.seconds > 0):
            raise BadOption(WORDS.say("budget_seconds", given=short(self.seconds)), "budget")

    def to_json(self) -> dict[str, float]:
        """The one that is set."""
        return {"seconds": self.seconds} if self.seconds else {"iterations": self.iterations or 0}
