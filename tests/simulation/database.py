"""A model of the database that servers share: in memory, with delays and losses that somebody else decides.

The statements are carried out by SQLite in memory, one transaction after the other, so the model can hold
whatever the servers store. What makes PostgreSQL different is modelled here: the way there and back,
connections that are lost before or after a commit, leases by the clock of the database, and notifications.
The model passes the suite of the real stores, ``tests/server/test_store.py``.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from kabuto.host.store import Behind, NotStored
from kabuto.server.storage.schema_versions import prepare
from kabuto.server.storage.sql_store import SqlStore, Work
from kabuto.server.storage.sqlite import Direct, at_once

from .roads import Line, Road

T = TypeVar("T")
PATIENCE = 5.0
"""Seconds that a server waits for a connection."""
SECRET = b"model of a database: the secret!"


class Lost(Exception):
    """A connection was lost; ``is_unsure``: nobody knows whether that was before or after a commit."""

    def __init__(self, *, is_unsure: bool) -> None:
        super().__init__("the connection was lost")
        self.is_unsure = is_unsure


class Event(NamedTuple):
    """An event of a table as it was stored."""

    table: str
    seq: int
    body: bytes


class _Session(Direct):
    """A transaction that remembers which events it appends."""

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)
        self.events: list[Event] = []

    async def many(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Carry out a statement for each of these rows of values."""
        await super().many(statement, rows)
        if statement.startswith("INSERT INTO events"):
            self.events += [Event(*row[:3]) for row in rows]


class Database:
    """What lasts, whatever becomes of the servers."""

    def __init__(self, clock: Callable[[], float] = float) -> None:
        """``clock`` is the time of day on its machine."""
        self.clock = clock
        self.connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        prepare(self.connection, is_checked=False)
        self.disk = Road()
        """The way to the disk."""
        self.is_full = False
        """Whether nothing can be written."""
        self.committed: Callable[[list[Event]], object] = lambda events: None
        """Called after every commit with the events that it has appended."""
        self._seen: dict[str, float] = {}
        """Server → when it was last heard of."""
        self._spent: dict[str, tuple[float, float]] = {}
        """Who → seconds that were used, and when."""
        self._listeners: list[Line] = []

    def transact(self, work: Work[T]) -> T:
        """Carry out a transaction, all of it or nothing."""
        self.connection.execute("BEGIN")
        session = _Session(self.connection)
        try:
            result = at_once(work(session))
            if self.is_full:
                raise sqlite3.OperationalError("the disk is full")
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")
        self.committed(session.events)
        return result

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """What a statement finds."""
        return self.connection.execute(statement, values).fetchall()

    def beat(self, server: str, lease: float) -> list[str]:
        """Note that a server is there; those that were within a lease.

        Who was seen later than now has not been seen since the clock was set back.
        """
        now = self.clock()
        self._seen[server] = now
        return [name for name, seen in self._seen.items() if abs(now - seen) < lease]

    def spend(self, rows: Sequence[tuple[str, float, float]]) -> dict[str, float]:
        """Add up seconds that were used; who → how many they are in all."""
        now = self.clock()
        for who, used, refill in rows:
            before, since = self._spent.get(who, (0.0, now))
            self._spent[who] = used + max(0.0, before - refill * max(0.0, now - since)), now
        return {who: self._spent[who][0] for who, _, _ in rows}

    def forget(self, server: str) -> None:
        """A server is gone."""
        self._seen.pop(server, None)

    def notify(self, payload: str) -> None:
        """Tell everybody who listens."""
        for line in self._listeners:
            line.send(payload)

    def listen(self, line: Line) -> None:
        """Tell whatever is told from now on here, too."""
        self._listeners.append(line)

    def hang_up(self, line: Line) -> None:
        """Tell it nothing more."""
        line.cut()
        if line in self._listeners:
            self._listeners.remove(line)

    def restart(self) -> None:
        """Come back after a crash: what was committed is there, leases are forgotten."""
        self._seen.clear()
        for line in list(self._listeners):
            self.hang_up(line)


class ModelStore(SqlStore):
    """The store of one server, at the other end of a road to the database."""

    is_shared = True

    def __init__(self, database: Database, road: Road | None = None) -> None:
        self._database, self._road = database, road or Road()
        self.secret = SECRET
        self._line: Line | None = None

    async def write(self, work: Work[T], *, is_repeatable: bool = False) -> T:
        """Do some work in a transaction and return its result when it is on disk; else ``NotStored``."""
        try:
            result = await self._ask(
                lambda: self._database.transact(work), self._database.disk, is_repeatable
            )
        except sqlite3.IntegrityError:  # another server was faster
            raise Behind from None
        except (Lost, sqlite3.Error) as error:
            self._note(error)
            raise NotStored from None
        self._note(None)
        return result

    async def read(self, statement: str, *values: Any) -> list[Any]:
        """The rows that a statement finds."""
        try:
            return await self._ask(lambda: self._database.rows(statement, *values))
        except (Lost, sqlite3.Error):
            raise NotStored from None

    async def check(self) -> None:
        """Write something, to see whether that is possible."""
        await self.write(lambda database: database.execute("UPDATE persons SET name = name"))

    async def close(self) -> None:
        """Let go of the database."""
        self.hang_up()

    async def beat(self, server: str, lease: float) -> list[str]:
        """Note that a server is there; those that were within a lease, in seconds."""
        return await self._served(lambda: self._database.beat(server, lease))

    async def spend(self, rows: Sequence[tuple[str, float, float]]) -> dict[str, float]:
        """Add up seconds that were used; who → how many they are in all."""
        return await self._served(lambda: self._database.spend(rows))

    async def leave(self, server: str) -> None:
        """Note that a server is gone."""
        await self._served(lambda: self._database.forget(server))

    async def notify(self, payload: str) -> None:
        """Tell all servers something."""
        await self._served(lambda: self._database.notify(payload))

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None], channel: str = "") -> None:
        """Hear what servers tell until the connection is lost; ``begin`` is called when that works."""
        await asyncio.sleep(self._road.delay())
        if self._road.loses():
            return
        line = self._line = Line(self._road)
        self._database.listen(line)
        begin()
        try:
            while (payload := await line.get()) is not None:
                hear(payload)
        finally:
            self._database.hang_up(line)

    def hang_up(self) -> None:
        """Lose the connection on which it listens."""
        if self._line:
            self._database.hang_up(self._line)

    async def _served(self, what: Callable[[], T]) -> T:
        try:
            return await self._ask(what, is_repeatable=True)
        except Lost:
            raise NotStored from None

    async def _ask(self, what: Callable[[], T], disk: Road | None = None, is_repeatable: bool = True) -> T:
        """Have something done in the database; if the connection is lost, once more."""
        try:
            return await self._asked(what, disk)
        except Lost as lost:
            if lost.is_unsure and not is_repeatable:
                raise
        return await self._asked(what, disk)

    async def _asked(self, what: Callable[[], T], disk: Road | None) -> T:
        road, loop = self._road, asyncio.get_running_loop()
        if not road.is_open:
            await asyncio.sleep(PATIENCE)
        answer: asyncio.Future[T] = loop.create_future()

        def back(result: Any, error: Exception | None) -> None:
            if answer.cancelled():
                return
            if error:
                answer.set_exception(error)
                answer.exception()  # whoever waited for it may be dead
            else:
                answer.set_result(result)

        def arrive() -> None:
            result: Any = None
            error: Exception | None = None
            if road.loses():
                back(None, Lost(is_unsure=False))
                return
            try:
                result = what()
            except Exception as failure:
                error = failure
            if road.loses():
                result, error = None, Lost(is_unsure=True)
            loop.call_later(road.delay(), back, result, error, context=road.nowhere)

        delay = road.delay() + (disk.delay() if disk else 0)
        loop.call_later(delay, arrive, context=road.nowhere)
        return await answer
