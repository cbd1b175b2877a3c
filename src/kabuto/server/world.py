"""What the server takes from outside, all in one place: the time, and chance.

A simulator hands in a world of its own, in which hours pass at once and the same seeds come again.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from secrets import SystemRandom, randbits, token_hex, token_urlsafe
from time import monotonic, time

Clock = Callable[[], float]
"""Tells the time, in seconds."""


def new_secret() -> str:
    """A word nobody can guess; none begins with a dash, which commands take for an option."""
    while (word := token_urlsafe(16)).startswith("-"):
        pass
    return word


def new_seed() -> int:
    """A number nobody can guess."""
    return randbits(128)


def new_part() -> str:
    """What nobody can guess of the chance of a game, in hexadecimal digits."""
    return token_hex(32)


def new_delay() -> float:
    """How long a pass takes of which nobody may learn whether it was forced, in seconds."""
    return _CHANCE.uniform(*DELAYS)


DELAYS = (0.6, 1.8)
"""The shortest and the longest delay."""
_CHANCE = SystemRandom()


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
    """Makes what decides chance when a program thinks."""
    part: Callable[[], str] = new_part
    """Makes the server's part of what decides chance in a game."""
    delay: Callable[[], float] = new_delay
    """Says how long a secret pass takes."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits for so many seconds."""

    def now(self) -> int:
        """The time of day as events have it, in milliseconds since 1970."""
        return int(self.time() * 1000)


REAL = World()
"""The world as it is."""
