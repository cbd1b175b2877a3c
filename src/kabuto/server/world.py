"""What the server takes from outside, all in one place: the time, and chance.

A simulator hands in a world of its own, in which hours pass at once and the same seeds come again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from secrets import randbits, token_urlsafe
from time import monotonic, time

Clock = Callable[[], float]
"""Tells the time, in seconds."""


def new_secret() -> str:
    """A word nobody can guess."""
    return token_urlsafe(16)


def new_seed() -> int:
    """A number nobody can guess."""
    return randbits(128)


@dataclass(frozen=True, kw_only=True)
class World:
    """The world outside of a server."""

    time: Clock = time
    """The time of day, in seconds since 1970."""
    monotonic: Clock = monotonic
    """A clock that is never set: for how long something takes."""
    secret: Callable[[], str] = new_secret
    """Makes the name of a person, a device, a table or an invitation."""
    seed: Callable[[], int] = new_seed
    """Makes what decides chance in a game."""

    def now(self) -> int:
        """The time of day as events have it, in milliseconds since 1970."""
        return int(self.time() * 1000)


REAL = World()
"""The world as it is."""
