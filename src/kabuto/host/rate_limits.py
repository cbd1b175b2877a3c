"""How much one person, address or connection may ask for: counts, and token buckets that refill."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from kabuto.protocol.errors import refuse, too_fast

MOST_BUCKETS = 20_000
"""Of more addresses than this the longest unseen are forgotten."""
SHARED = frozenset(("tables", "thoughts", "replays", "renames", "links", "talk", "address_talk"))
"""Limits that hold for all servers of a database together. The others protect a server, and count there."""


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    at_once: float
    a_second: float


@dataclass(frozen=True)
class Limits:
    """What a server allows. An IPv6 network (/64) counts as one address."""

    # Connections, cut off without a word when they go over.
    connections: int = 10_000
    """Open connections in all, HTTP and WebSocket; never more than half the file descriptors."""
    connections_of_address: int = 512
    new_connections: Rate = Rate(1000, 50)
    """New connections from an address."""
    received: Rate = Rate(4_000_000, 400_000)
    """Bytes from an address."""
    frames: Rate = Rate(400, 100)
    """WebSocket frames of a connection: messages, fragments, pings and pongs."""
    address_frames: Rate = Rate(2000, 600)
    """WebSocket frames of all connections of an address."""
    unread: int = 256 * 1024
    """Bytes that wait for a client that does not read them, besides its largest message."""
    unread_seconds: float = 30.0
    """How long a client may read nothing at all while something waits for it."""
    headers_seconds: float = 10.0
    """Time for the headers of a request to arrive."""
    body_seconds: float = 30.0
    """Time for the body of a request to arrive."""

    # Requests and messages, refused with a reason.
    body: int = 64 * 1024
    """Bytes of a request or message."""
    hits: Rate = Rate(1000, 100)
    """HTTP requests of any kind from an address, files included."""
    requests: Rate = Rate(120, 20)
    """HTTP requests to the API and WebSockets opened, of an address."""
    refused_requests: Rate = Rate(300, 1)
    """How often an address is told that it is too fast before its connections are cut off."""
    tables: Rate = Rate(20, 0.2)
    """Tables set and records uploaded, of a person and of an address."""
    computing: Rate = Rate(20, 20 / 600)
    """Seconds of processor time for hints, previews, reviews, studies, replays and puzzles of a guest."""
    player_computing: Rate = Rate(120, 120 / 600)
    """The same for a person with games at this server, running or over."""
    address_computing: Rate = Rate(200, 200 / 600)
    """The same for all persons at an address together: ten guests."""
    thoughts: Rate = Rate(5, 0.1)
    """Hints and reviews of a person."""
    replays: Rate = Rate(20, 0.5)
    """Replays, of a person and of an address."""
    studies: Rate = Rate(60, 1)
    """Studies saved again, of a person and of an address."""
    messages: Rate = Rate(60, 20)
    """Messages over the sockets of a person."""
    address_messages: Rate = Rate(1000, 300)
    """Messages over the sockets of an address: many persons may share one."""
    previews: Rate = Rate(20, 5)
    """Previews of moves and recalled moves of a person; they count for ``computing`` as well."""
    renames: Rate = Rate(10, 0.1)
    """Changes of name, of a person and of an address: each is written to all of their tables."""
    links: Rate = Rate(20, 0.2)
    """Personal links made and used, of a person and of an address."""
    resumes: Rate = Rate(40, 4)
    """Whole states asked for over an open socket, of a person and of an address."""
    refusals: Rate = Rate(200, 1)
    """How often a socket is told that it is too fast before it is cut off."""
    talk: Rate = Rate(5, 0.5)
    """Lines said by a person."""
    address_talk: Rate = Rate(20, 2)
    """Lines said from an address: many persons may share one."""
    open_tables: int = 50
    """Tables of a person that wait or run."""
    studies_of_person: int = 200
    """Studies that a person may keep."""
    thinking: int = 10
    """Jobs of a person that may wait for a worker before another table with programs is refused."""
    sockets_of_address: int = 256
    sockets_of_person: int = 16
    keep_waiting: int = 30
    """Days for which a table that no one began is kept; 100000 is for ever, here and below."""
    keep_abandoned: int = 180
    """Days without a turn after which a running game is archived."""
    keep_finished: int = 365
    """Days after which a finished game or an uploaded record is archived."""

    @classmethod
    def load_test(cls) -> "Limits":
        """No rates or counts, for load tests from one address; sizes and times are as usual."""
        rates: Any = {each.name: Rate(1e12, 1e12) for each in fields(cls) if isinstance(each.default, Rate)}
        most = 10**6
        return cls(
            connections=most,
            connections_of_address=most,
            open_tables=most,
            thinking=most,
            sockets_of_address=most,
            sockets_of_person=most,
            studies_of_person=most,
            **rates,
        )


@lru_cache(4096)
def network(address: str) -> str:
    """What counts as one address: everyone with IPv6 has at least a /64 network of them."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


class Bucket:
    """Gives out what it holds, and refills."""

    __slots__ = ("_clock", "_full", "_since")

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._clock, self._full, self._since = clock, rate.at_once, clock()

    def take(self, rate: Rate, number: int = 1) -> float:
        """Take some: 0, or the seconds until there are enough."""
        now = self._clock()
        self._full = min(rate.at_once, self._full + (now - self._since) * rate.a_second)
        self._since = now
        if self._full >= number:
            self._full -= number
            return 0
        return (number - self._full) / rate.a_second

    def charge(self, rate: Rate) -> None:
        """Count one that another server gave out. If both did so at once, that is a debt to be paid off."""
        self.take(rate, 0)
        self._full -= 1


@dataclass
class Guard:
    """Counts what everyone asks for, and refuses what is too much."""

    limits: Limits
    clock: Callable[[], float]
    share: Callable[[str, str], None] = lambda what, who: None
    """Tells other servers that a person used a limit that they share."""
    _buckets: OrderedDict[tuple[str, str], Bucket] = field(default_factory=OrderedDict)
    _sockets: Counter[tuple[str, str]] = field(default_factory=Counter)

    def take(self, what: str, who: str, number: int = 1) -> float:
        """Count some of something for a person: 0, or the seconds until there are enough."""
        rate: Rate = getattr(self.limits, what)
        return self._bucket(what, who, rate).take(rate, number)

    def charge(self, what: str, who: str) -> None:
        """Count one of something that another server has allowed."""
        if what in SHARED:  # a newer server may share more
            rate: Rate = getattr(self.limits, what)
            self._bucket(what, who, rate).charge(rate)

    def _bucket(self, what: str, who: str, rate: Rate) -> Bucket:
        bucket = self._buckets.get((what, who))
        if bucket is None:
            bucket = self._buckets[what, who] = Bucket(rate, self.clock)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end((what, who))
        return bucket

    def spend(self, what: str, *who: str) -> None:
        """Count one of something for each of these; refuse it if one of them had too many."""
        for each in who:
            wait = self.take(what, each)
            if wait:
                raise too_fast("too_fast", wait)
            if what in SHARED:
                self.share(what, each)

    @contextmanager
    def socket(self, person: str, address: str) -> Iterator[None]:
        """Hold one of the sockets that a person and an address may have."""
        places = {
            ("person", person): self.limits.sockets_of_person,
            ("address", address): self.limits.sockets_of_address,
        }
        if any(self._sockets[place] >= most for place, most in places.items()):
            raise refuse("too_many", "too_many_sockets")
        self._sockets.update(places.keys())
        try:
            yield
        finally:
            for place in places:
                self._sockets[place] -= 1
                if not self._sockets[place]:
                    del self._sockets[place]
