"""The time and the chance of the system that a server runs on."""

from collections.abc import Callable
from dataclasses import dataclass
from secrets import SystemRandom, randbits, token_hex, token_urlsafe
from time import monotonic, time

from kabuto.host.clock import DELAYS, Chance, Clock

_CHANCE = SystemRandom()


def new_secret() -> str:
    """A random token; never starts with a dash, which a command line would read as an option."""
    while (word := token_urlsafe(16)).startswith("-"):
        pass
    return word


def new_seed() -> int:
    """A random number."""
    return randbits(128)


def new_part() -> str:
    """The secret of a game's chance, in hexadecimal digits."""
    return token_hex(32)


def new_delay() -> float:
    """How long a pass takes that must not show whether it was forced, in seconds."""
    return _CHANCE.uniform(*DELAYS)


@dataclass(frozen=True, kw_only=True)
class SystemClock(Clock):
    """The time as it is, unless a test says otherwise."""

    time: Callable[[], float] = time
    monotonic: Callable[[], float] = monotonic


@dataclass(frozen=True, kw_only=True)
class SystemChance(Chance):
    """What the system can make, unless a test says otherwise."""

    secret: Callable[[], str] = new_secret
    seed: Callable[[], int] = new_seed
    part: Callable[[], str] = new_part
    delay: Callable[[], float] = new_delay


CLOCK, CHANCE = SystemClock(), SystemChance()
"""The real ones."""
