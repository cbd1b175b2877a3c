"""The games that a search tries: their chance, as the compiled engine has it, and how they end."""

from random import Random
from typing import NamedTuple

from kabuto.yedo.state.state import State

TIES = 1 << 31
"""Equal moves are told apart by numbers below this."""
_MASK = (1 << 64) - 1


class Chance:
    """A generator that gives the numbers that the record of a game with the same word would give."""

    def __init__(self, word: int) -> None:
        self.word = word

    def below(self, n: int) -> int:
        """A random number below n: xorshift, the upper half of the word scaled."""
        x = self.word
        x ^= x << 13 & _MASK
        x ^= x >> 7
        x ^= x << 17 & _MASK
        self.word = x
        return (x >> 32) * n >> 32

    def random(self) -> float:
        """What decides between equal moves."""
        return self.below(TIES)

    def shuffled(self, state: State, weapons: tuple[int, ...]) -> tuple[int, ...]:
        """Discarded weapons in random order."""
        order = list(weapons)
        for n in range(len(order) - 1, 0, -1):
            other = self.below(n + 1)
            order[n], order[other] = order[other], order[n]
        return tuple(order)


class End(NamedTuple):
    """How a game stands at its horizon."""

    estates: tuple[float, ...]
    """Seat → the points that its clan can expect to end up with."""
    winner: int
    """Whoever has won, or -1."""

    def lead(self, seat: int) -> float:
        """How a seat stands against the best of the others."""
        return self.estates[seat] - max(each for n, each in enumerate(self.estates) if n != seat)


def word(rng: Random) -> int:
    """What the chance of a game begins with."""
    return rng.getrandbits(63) or 1
