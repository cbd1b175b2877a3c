"""How much one person or address may ask for: buckets that fill up again."""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from time import monotonic

from kabuto.server.speech import no

MOST_BUCKETS = 20_000
"""Of more addresses than this the longest unseen are forgotten."""


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    at_once: float
    a_second: float


@dataclass(frozen=True)
class Limits:
    """What a server allows."""

    body: int = 64 * 1024
    """Bytes of a request or message."""
    requests: Rate = Rate(120, 20)
    """HTTP requests to the API, of an address."""
    tables: Rate = Rate(20, 0.2)
    """Tables set and records uploaded, of a person and of an address."""
    thoughts: Rate = Rate(5, 0.1)
    """Hints and reviews, of a person and of an address."""
    replays: Rate = Rate(20, 0.5)
    """Replays, of a person and of an address."""
    messages: Rate = Rate(60, 20)
    """Messages over the sockets of a person."""
    address_messages: Rate = Rate(1000, 300)
    """Messages over the sockets of an address: many persons may share one."""
    talk: Rate = Rate(5, 0.5)
    """Lines said by a person."""
    address_talk: Rate = Rate(20, 2)
    """Lines said from an address: many persons may share one."""
    open_tables: int = 50
    """Tables of a person that wait or run."""
    thinking: int = 10
    """Jobs of a person that may wait for a worker before another table with programs is refused."""
    sockets_of_address: int = 256
    sockets_of_person: int = 16
    refusals: Rate = Rate(200, 1)
    """How often a socket is told that it is too fast before it is closed."""


class Bucket:
    """Gives out what it holds, and fills up again."""

    __slots__ = ("_full", "_since")

    def __init__(self, rate: Rate) -> None:
        self._full, self._since = rate.at_once, monotonic()

    def take(self, rate: Rate) -> float:
        """Take one: 0, or the seconds until there is one."""
        now = monotonic()
        self._full = min(rate.at_once, self._full + (now - self._since) * rate.a_second)
        self._since = now
        if self._full >= 1:
            self._full -= 1
            return 0
        return (1 - self._full) / rate.a_second


@dataclass
class Guard:
    """Counts what everybody asks for, and refuses what is too much."""

    limits: Limits
    _buckets: OrderedDict[tuple[str, str], Bucket] = field(default_factory=OrderedDict)
    _sockets: Counter[tuple[str, str]] = field(default_factory=Counter)

    def spend(self, what: str, *who: str) -> None:
        """Count one of something for each of these; refuse it if one of them had too many."""
        rate: Rate = getattr(self.limits, what)
        for each in who:
            bucket = self._buckets.setdefault((what, each), Bucket(rate))
            self._buckets.move_to_end((what, each))
            wait = bucket.take(rate)
            if wait:
                raise no("too_fast", "too_fast", seconds=ceil(wait))
        while len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)

    @contextmanager
    def socket(self, person: str, address: str) -> Iterator[None]:
        """Hold one of the sockets that a person and an address may have."""
        places = {
            ("person", person): self.limits.sockets_of_person,
            ("address", address): self.limits.sockets_of_address,
        }
        if any(self._sockets[place] >= most for place, most in places.items()):
            raise no("too_many", "too_many_sockets")
        self._sockets.update(places.keys())
        try:
            yield
        finally:
            for place in places:
                self._sockets[place] -= 1
                if not self._sockets[place]:
                    del self._sockets[place]
