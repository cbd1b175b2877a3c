"""Servers with a fault inside, each of which a run has to notice.

Every one is a small change of the real server, made for as long as a ``with`` lasts.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any
from unittest.mock import patch

from kabuto.host.rooms.clients import Clients
from kabuto.host.rooms.room import Room
from kabuto.host.store import Batch
from kabuto.protocol.errors import Refusal
from kabuto.server.storage import sql_store
from kabuto.server.storage.peers import Servers
from kabuto.server.storage.sql_store import SqlStore
from kabuto.tabletop import decisions
from kabuto.tabletop.clocks import Timekeeper
from kabuto.tabletop.decide import Step
from kabuto.tabletop.table_events import decode


def acknowledges_before_it_stores() -> AbstractContextManager[Any]:
    """A move is accepted, and then stored."""
    append = SqlStore.append

    async def later(self: SqlStore, *batches: Batch) -> None:
        async def work() -> None:
            with suppress(Refusal):
                await append(self, *batches)

        asyncio.get_running_loop().create_task(work())

    return patch.object(SqlStore, "append", later)


def forgets_what_was_done() -> AbstractContextManager[Any]:
    """A message that comes again is carried out again."""
    return patch.object(decisions, "is_done", lambda table, person, message: False)


def ignores_who_was_faster() -> AbstractContextManager[Any]:
    """Events are appended wherever the table ends by now, whatever the server knew of it."""
    append = sql_store.append_events

    async def anywhere(database: Any, batch: Batch) -> None:
        found = await database.rows("SELECT length FROM tables WHERE id = ?", batch.table)
        await append(database, batch._replace(seq=found[0][0] if found else 0))

    return patch.object(sql_store, "append_events", anywhere)


def skips_what_others_stored() -> AbstractContextManager[Any]:
    """What another server has stored is taken over, but only the last of it is told."""

    async def catch_up(self: Room) -> bool:
        bodies = await self._context.store.events_after(self.table.id, len(self._bodies))
        for body in bodies[:-1]:
            self.table.apply(decode(body))
            self._bodies.append(body)
        return bool(bodies[:-1]) | await original(self)

    original = Room._catch_up
    return patch.object(Room, "_catch_up", catch_up)


def mixes_up_seats() -> AbstractContextManager[Any]:
    """A message that was made for one player is sent to another as well."""
    send = Clients.send

    def same(self: Clients, table: Any, make: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        first = self.clients[0] if self.clients else None
        send(self, table, lambda client: make(first), *args, **kwargs)

    return patch.object(Clients, "send", same)


def drops_the_clocks_of_the_dead() -> AbstractContextManager[Any]:
    """Nobody takes care of the tables of a server that died."""
    names: dict[str, frozenset[str]] = {}

    async def beat(self: Servers) -> None:
        await original(self)
        names[self.name] = self.names = names.get(self.name, frozenset()) | self.names

    original = Servers._beat
    return patch.object(Servers, "_beat", beat)


def counts_time_twice() -> AbstractContextManager[Any]:
    """Clocks run too fast."""
    left = Timekeeper.left

    def less(self: Timekeeper, table: Any, seat: int) -> int | None:
        found = left(self, table, seat)
        return None if found is None else max(0, 2 * found - table.left[seat])

    return patch.object(Timekeeper, "left", less)


def shows_what_is_not_stored() -> AbstractContextManager[Any]:
    """When a move cannot be stored, the table keeps it all the same."""

    @contextmanager
    def kept() -> Iterator[None]:
        take = Room._take_step

        async def taken(self: Room, step: Step, *args: Any) -> None:
            try:
                await take(self, step, *args)
            except Refusal as refusal:
                if refusal.error == "not_stored":
                    self.table = step.after
                raise

        with patch.object(Room, "_take_step", taken):
            yield

    return kept()


BROKEN: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    make.__name__: make
    for make in (
        acknowledges_before_it_stores,
        forgets_what_was_done,
        ignores_who_was_faster,
        skips_what_others_stored,
        mixes_up_seats,
        drops_the_clocks_of_the_dead,
        counts_time_twice,
        shows_what_is_not_stored,
    )
}
"""Name → a server that is broken while the context lasts."""
