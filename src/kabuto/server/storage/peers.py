"""The servers that share a store: who is there, who takes care of a table, and what the others have stored.

A table has no owner: any server can append to it, and the store lets one of two through that do so at once.
Only what no one asks for (clocks, programs, what was agreed to) is a person's job. Every server says once a
second that it is there; the name of a table and those of the servers decide who takes care of it. If a server
is silent for ``LEASE`` seconds, the others share its tables among themselves, and it does nothing more until
it was heard of again. Should two of them act all the same, the store lets one of them through.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b

from msgspec.json import Decoder, Encoder
from msgspec.structs import replace

from kabuto.host.clock import Chance, Clock
from kabuto.host.log import log
from kabuto.host.peers import News
from kabuto.protocol.errors import Refusal
from kabuto.server.storage.sql_store import SqlStore

BEAT, LEASE = 1.0, 3.0
"""How often a server says that it is there, and how long it counts as there, in seconds."""
LONGEST = 7000
"""Bytes of one notification; PostgreSQL allows 8,000."""
MOST_BUSY = 100
"""Of how many persons the others hear that their jobs wait here: of those who have the most."""
AGAIN = 1.0
"""Seconds until a connection that was lost is tried again."""


_DECODER, _ENCODER = Decoder(list[News]), Encoder()


class Servers:
    """This server among those that share its store; alone, if the store cannot be shared."""

    def __init__(
        self, store: SqlStore, clock: Clock, chance: Chance, busy: Callable[[], dict[str, int]] = dict
    ) -> None:
        """``busy`` says how many jobs of whom wait for this server's workers or run there."""
        self._store, self._clock = store, clock
        self._hear: Callable[[News], None] = lambda news: None
        self._rearrange: Callable[[], None] = lambda: None
        self._count_jobs, self._told = busy, dict[str, int]()
        self.name = chance.secret()
        self.names = frozenset((self.name,))
        """The servers that are there."""
        self._until = 0.0
        self._busy: dict[str, dict[str, int]] = {}
        self._waiting: list[bytes] = []
        self._has_news = asyncio.Event()

    @property
    def is_shared(self) -> bool:
        """Whether there can be others."""
        return self._store.is_shared

    def takes_care_of(self, table: str) -> bool:
        """Whether it is up to this server what happens at a table by itself."""
        if not self.is_shared:
            return True
        return self._clock.monotonic() < self._until and self.name == max(
            self.names, key=lambda name: blake2b(f"{name} {table}".encode(), digest_size=8).digest()
        )

    def tell(self, news: News) -> None:
        """Tell the others, soon."""
        if self.is_shared:
            self._waiting.append(_ENCODER.encode(replace(news, by=self.name)))
            self._has_news.set()

    def busy_elsewhere(self, person: str) -> int:
        """How many jobs of a person wait or run at the workers of other servers."""
        return sum(self._busy.get(name, {}).get(person, 0) for name in self.names)

    async def open(
        self, hear: Callable[[News], None], rearrange: Callable[[], None]
    ) -> list[asyncio.Task[None]]:
        """Join the others; what goes on from now on.

        ``hear`` takes what others tell; ``rearrange`` is called when tables may have changed hands.
        """
        self._hear, self._rearrange = hear, rearrange
        if not self.is_shared:
            return []
        with suppress(Refusal):
            await self._beat()
        return [asyncio.create_task(work) for work in (self._beat_on(), self._send_on(), self._listen_on())]

    async def close(self) -> None:
        """Let the others go on at once."""
        if self.is_shared:
            self.tell(News(leaves=True))
            with suppress(Refusal):
                await self._store.leave(self.name)
                await self._send()

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            with suppress(Refusal):
                await self._beat()
            if (busy := dict(Counter(self._count_jobs()).most_common(MOST_BUSY))) != self._told:
                self._told = busy
                self.tell(News(busy=busy))

    async def _beat(self) -> None:
        began, was_here = self._clock.monotonic(), self._clock.monotonic() < self._until
        names = frozenset(await self._store.beat(self.name, LEASE))
        before, self.names, self._until = self.names, names, began + LEASE
        if names != before:
            log("servers", number=len(names))
            self._busy = {name: busy for name, busy in self._busy.items() if name in names}
            self._told = {}  # a person new has not heard it
        if names != before or not was_here:
            self._rearrange()

    async def _send_on(self) -> None:
        while True:
            await self._has_news.wait()
            with suppress(Refusal):  # the others find out by themselves, only later
                await self._send()

    async def _send(self) -> None:
        """Send all that waits, in as few notifications as possible."""
        while self._waiting:
            size, some = 0, list[bytes]()
            while self._waiting and (not some or size + len(self._waiting[0]) < LONGEST):
                size += len(self._waiting[0]) + 1
                some.append(self._waiting.pop(0))
            self._has_news.clear()
            await self._store.notify(f"[{b','.join(some).decode()}]")

    async def _listen_on(self) -> None:
        while True:
            with suppress(Refusal):
                await self._store.listen(self._take, self._rearrange)
            await asyncio.sleep(AGAIN)

    def _take(self, payload: str) -> None:
        """Receive notifications; one's own come back too."""
        for news in _DECODER.decode(payload):
            if news.by == self.name:
                continue
            if news.leaves:
                self.names -= {news.by}
                self._rearrange()
            elif news.busy is not None:
                self._busy[news.by] = news.busy
            else:
                self._hear(news)
