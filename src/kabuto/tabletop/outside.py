"""What a table takes from outside, handed in by anyone who holds it: the time, and chance."""

from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    @property
    def time(self) -> Callable[[], float]:
        """The time of day, in seconds since 1970."""

    @property
    def monotonic(self) -> Callable[[], float]:
        """A clock that is never set: for how long something takes."""


class Chance(Protocol):
    """Makes what no one can guess."""

    @property
    def secret(self) -> Callable[[], str]:
        """The name of a table."""

    @property
    def part(self) -> Callable[[], str]:
        """One part of what decides chance in a game."""
