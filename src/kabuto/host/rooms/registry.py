"""All tables in use: found, kept in memory while needed, and woken for clocks and programs."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from kabuto.host.backend import Backend
from kabuto.host.budget import Budget
from kabuto.host.log import log, short, warn
from kabuto.host.peers import News
from kabuto.host.rate_limits import Guard
from kabuto.host.rooms import listing
from kabuto.host.rooms.context import RoomContext
from kabuto.host.rooms.new_table import NewTableEvents
from kabuto.host.rooms.room import Room, replayed
from kabuto.host.store import Damaged
from kabuto.host.tasks import stop
from kabuto.protocol.errors import Refusal, refuse
from kabuto.table import BadOption, game_class
from kabuto.table.errors import Changed
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Created, decode

SWEEP = 60.0
"""Seconds between two looks for tables that no one needs in memory."""
PAUSES = 9.0
"""How much longer than it works the search for damage rests, table by table."""
HEALING = 5.0
"""Seconds between two looks for what other servers have stored."""


class TableRegistry:
    """The tables of a host."""

    def __init__(self, backend: Backend, guard: Guard, budget: Budget) -> None:
        self._store, self._clock, self._peers = backend.store, backend.clock, backend.peers
        self._metrics, self._aside, self._archive = backend.metrics, backend.aside, backend.archive
        self.why_closed: Callable[[str], Refusal | None] = backend.why_closed
        """Why no one may see a table; None: it is open."""
        self._context = RoomContext(
            clock=backend.clock,
            chance=backend.chance,
            store=backend.store,
            peers=backend.peers,
            workers=backend.workers,
            guard=guard,
            budget=budget,
            metrics=backend.metrics,
            aside=backend.aside,
            notify_turn=backend.notify_turn,
            read=self.read,
            opened=self.add,
        )
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self.damaged: dict[str, str] = {}
        """Table → why it cannot be read."""
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    def open(self) -> None:
        """Resume every game that isn't waiting for a person."""
        for work in (self._wake, self._sweep_now_and_then, self._look_for_damage, self._keep_up):
            self._start(work())

    async def close(self) -> None:
        """Stop everything; what was accepted is on disk."""
        await stop(self._tasks)
        await asyncio.gather(*(room.close() for room in self._rooms.values()))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def shut(self) -> None:
        """Close the tables that were banned."""
        for name in filter(self.why_closed, list(self._rooms)):
            self._start(self._rooms.pop(name).close())

    def reread(self, persons: set[str]) -> None:
        """Read the tables again where a person was who may have been deleted at another server."""
        for name, room in self._rooms.items() if self._peers.is_shared else ():
            if any(room.table.concerns(person) for person in persons):
                room.hear_of(News(table=name, rewritten=True))

    # Other servers.

    def hear(self, news: News) -> None:
        """Take what another server tells of a table."""
        if room := self._rooms.get(news.table):
            room.hear_of(news)
        elif news.awake and self._peers.takes_care_of(news.table):
            self._start(self._wake(news.table))

    def rearrange(self) -> None:
        """Tables may have changed hands, or news been missed."""
        for room in self._rooms.values():
            room.rearrange(self._peers.names)
        self._start(self._wake())
        self._start(self._catch_up())

    async def _keep_up(self) -> None:
        """Heal now and then what a lost notification leaves behind."""
        while self._peers.is_shared:
            await asyncio.sleep(HEALING)
            await self._catch_up()

    async def _catch_up(self) -> None:
        with suppress(Refusal):
            for name, length in (await self._store.lengths(list(self._rooms))).items():
                if room := self._rooms.get(name):
                    room.hear_of(News(table=name, seq=length))

    async def _wake(self, *tables: str) -> None:
        """Go on with tables that this host takes care of: these, or all that there are."""
        with suppress(Refusal):
            for table in tables or await self._store.awake():
                if table not in self._rooms and self._peers.takes_care_of(table):
                    with suppress(Refusal):  # the log says why
                        async with self.visit(table):
                            pass

    async def _look_for_damage(self) -> None:
        """Find the tables that cannot be read before their owners do, without getting in anyone's way."""
        name, began = "", self._clock.monotonic()
        with suppress(Refusal):
            while found := await self._store.next_table(name):
                name = found
                try:
                    await self._store.events(name)
                except Damaged as damage:
                    self._note_damage(name, damage)
                await asyncio.sleep(PAUSES * (self._clock.monotonic() - began))
                began = self._clock.monotonic()

    async def _sweep_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep()

    def sweep(self) -> None:
        """Drop from memory the tables that are not in use."""
        for name, room in list(self._rooms.items()):
            if room.is_idle:
                del self._rooms[name]

    # Finding a table.

    @asynccontextmanager
    async def visit(self, name: str) -> AsyncIterator[Room]:
        """A table, for as long as one needs it; refused if there is none, or it is closed."""
        self._check_open(name)
        room = self._rooms.get(name) or await self._load(name)
        room.visitors += 1
        try:
            yield room
        finally:
            room.visitors -= 1

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[Table]:
        """A table for exclusive use; refused while it is in use."""
        async with self._sole_loading(name):
            room = self._rooms.get(name)
            if room and not room.is_idle:
                raise refuse("not_now", "table_in_use")
            self._rooms.pop(name, None)
            yield room.table if room else (await self.read(name))[0]

    async def _load(self, name: str) -> Room:
        async with self._sole_loading(name):
            if name not in self._rooms:
                found = await self.read(name)
                await self._mend_lists(found[0])
                if name not in self._rooms:  # it may have been set just now
                    self._rooms[name] = Room(self._context, *found)
            return self._rooms[name]

    async def _mend_lists(self, table: Table) -> None:
        """Write what the lists say of a table again, if that is damaged: its events tell."""
        line = listing.row(table)
        with suppress(Refusal):  # it can be mended another time
            if not await self._store.is_listed(line):
                await self._store.relist(line)
                warn("list_mended", table=short(table.id))

    @asynccontextmanager
    async def _sole_loading(self, name: str) -> AsyncIterator[None]:
        """Keep others from loading this table meanwhile."""
        lock = self._loading.setdefault(name, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            if not lock.locked():
                self._loading.pop(name, None)

    async def read(self, name: str) -> tuple[Table, list[bytes]]:
        """A table from the store, and its events; refused if there is none, or it cannot be read."""
        self._check_open(name)
        try:
            bodies = await self._store.events(name)
            if bodies:
                _check_game(name, bodies[0])
                table = await self._aside(replayed, name, bodies)
                self.damaged.pop(name, None)
                return table, bodies
        except Refusal:
            raise
        except Changed as error:  # nothing is lost: it can be read again when what it needs is back
            warn("table_unplayable", table=short(name), reason=str(error))
            raise refuse("not_found", "table_changed", reason=error.reason) from None
        except Exception as error:  # whatever is wrong with what was stored, it concerns this table alone
            self._note_damage(name, error)
            raise refuse("not_found", "table_damaged") from None
        raise refuse("not_found", "table_archived" if self._archive.has(name) else "no_table")

    def _note_damage(self, name: str, error: Exception) -> None:
        if name not in self.damaged:
            warn("table_unreadable", table=short(name), reason=f"{type(error).__name__}: {error}")
        self.damaged[name] = str(error)

    def here(self, name: str) -> set[str]:
        """The persons who have a table open, as far as it is in use here."""
        room = self._rooms.get(name)
        return room.here if room else set()

    def _check_open(self, name: str) -> None:
        if refusal := self.why_closed(name):
            raise refusal

    def add(self, fresh: NewTableEvents) -> None:
        """Take a new table that was stored."""
        table = fresh.table
        if table.id not in self._rooms:  # a server that has just started may have woken it already
            self._rooms[table.id] = Room(self._context, table, list(fresh.batch.bodies))
        is_awake = fresh.batch.row is not None and fresh.batch.row.awake
        self._peers.tell(News(table=table.id, seq=table.seq, awake=is_awake))
        self._metrics.count("tables_set")
        log("table_set", table=short(table.id), game=table.created.game, seats=len(table.seats))


def _check_game(table: str, body: bytes) -> None:
    """Refuse a table whose game cannot be loaded any more; ``body`` is its first event."""
    created = decode(body)
    assert isinstance(created, Created)
    try:
        game_class(created.game)
    except BadOption as refusal:
        warn("game_missing", table=short(table), reason=refusal.reason)
        raise refuse("not_found", "game_missing", name=created.game) from None
