"""What a host takes from outside, handed in by its caller: the time, and chance.

A simulator hands in clocks and chance of its own: hours pass at once, and the same seeds come again.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

DELAYS = (0.6, 1.8)
"""The shortest and the longest time that a secret pass takes, in seconds."""


@dataclass(frozen=True, kw_only=True)
class Clock:
    """The time."""

    time: Callable[[], float]
    """The time of day, in seconds since 1970."""
    monotonic: Callable[[], float]
    """A clock that is never set: for how long something takes."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits for so many seconds."""

    def now(self) -> int:
        """The time of day as events have it, in milliseconds since 1970."""
        return int(self.time() * 1000)


@dataclass(frozen=True, kw_only=True)
class Chance:
    """A random secret."""

    secret: Callable[[], str]
    """Makes the name of a person, a device, a table or an invitation."""
    seed: Callable[[], int]
    """Makes what decides chance when a program thinks."""
    part: Callable[[], str]
    """Makes the host's part of what decides chance in a game."""
    delay: Callable[[], float]
    """Says how long a secret pass takes."""
