"""Everything that lasts, in one SQLite file: append-only events of tables, and what lists are made from.

One thread writes. What waits while it writes goes into one transaction together, so many tables share the
wait for the disk. Nothing is acknowledged before it is on disk.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from kabuto.server.speech import no, sentence
from kabuto.table import Refused

APPLICATION = 0x4B414255  # "KABU", in the file's header: tells our file from others
MIGRATIONS = (
    """
    CREATE TABLE persons (id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, status TEXT NOT NULL, visibility TEXT NOT NULL,
        awake INTEGER NOT NULL, updated INTEGER NOT NULL, summary BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_listed ON tables (visibility, status, updated);
    CREATE INDEX tables_awake ON tables (id) WHERE awake;
    CREATE TABLE sitting (
        person TEXT NOT NULL, tab TEXT NOT NULL, PRIMARY KEY (person, tab)
    ) WITHOUT ROWID;
    CREATE TABLE events (
        tab TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (tab, seq)
    ) WITHOUT ROWID;
    """,
    # Days since 1970 in devices, seconds in links. A device called like its person stands for all those
    # whose cookies are older than this table.
    """
    CREATE TABLE devices (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, browser TEXT NOT NULL, system TEXT NOT NULL,
        since INTEGER NOT NULL, seen INTEGER NOT NULL, ended INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX devices_of_person ON devices (person);
    CREATE INDEX devices_ended ON devices (id) WHERE ended IS NOT NULL;
    INSERT INTO devices
        SELECT person, person, '', '', today, today, NULL
        FROM (SELECT id AS person FROM persons UNION SELECT person FROM sitting),
             (SELECT CAST(strftime('%s', 'now') AS INTEGER) / 86400 AS today);
    CREATE TABLE links (
        hash BLOB PRIMARY KEY, person TEXT NOT NULL, device TEXT NOT NULL,
        expires INTEGER NOT NULL, used INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX links_of_person ON links (person);
    """,
)
"""The steps from an empty file to the present form; the file knows how many were taken."""

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]


class Row(NamedTuple):
    """A table as it stands in lists."""

    id: str
    status: str
    visibility: str
    awake: bool
    """Whether the server has to do something without being asked: a program to move, a clock."""
    updated: int
    summary: bytes
    persons: tuple[str, ...]
    """Who finds it among their own."""


class Store:
    """The database of a server."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._writer = _open(path)
            _migrate(self._writer)
            self._reader = _open(path)
        except sqlite3.Error as error:
            raise _complaint(path, error) from None
        self._queue: SimpleQueue[tuple[Work[Any], asyncio.Future[Any]] | None] = SimpleQueue()
        self._thread = Thread(target=self._write_on, name="store", daemon=True)
        self._thread.start()
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="store-read")

    async def write(self, work: Work[T]) -> T:
        """Do some work on the database and return its result when it is on disk; a refusal if that failed."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put((work, future))
        return await future

    async def check(self) -> None:
        """Write something, to see whether that is possible."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

        await self.write(work)

    async def append(self, table: str, seq: int, bodies: Sequence[bytes], row: Row | None) -> None:
        """Store events of a table, the first with this number, and its new line in the lists, if any."""

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "INSERT INTO events VALUES (?, ?, ?)",
                [(table, number, body) for number, body in enumerate(bodies, seq)],
            )
            if row is None:
                return
            connection.execute("INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?, ?, ?)", row[:6])
            connection.executemany(
                "INSERT OR IGNORE INTO sitting VALUES (?, ?)", [(person, row.id) for person in row.persons]
            )

        await self.write(work)

    async def events(self, table: str) -> list[bytes]:
        """Every event of a table; none if there is no such table."""
        query = "SELECT body FROM events WHERE tab = ? ORDER BY seq"
        return [body for (body,) in await self.read(query, table)]

    async def summaries(self, person: str, statuses: Sequence[str], most: int) -> list[bytes]:
        """The newest tables of a person."""
        query = f"""SELECT summary FROM sitting JOIN tables ON id = tab
            WHERE person = ? AND status IN ({_marks(statuses)}) ORDER BY updated DESC LIMIT ?"""
        return [body for (body,) in await self.read(query, person, *statuses, most)]

    async def public(self, statuses: Sequence[str], most: int) -> list[bytes]:
        """The newest public tables."""
        query = f"""SELECT summary FROM tables WHERE visibility = 'public' AND status IN ({_marks(statuses)})
            ORDER BY updated DESC LIMIT ?"""
        return [body for (body,) in await self.read(query, *statuses, most)]

    async def awake(self) -> list[str]:
        """The tables that go on without being asked."""
        return [table for (table,) in await self.read("SELECT id FROM tables WHERE awake")]

    async def name(self, person: str) -> str:
        """What a person is called; nothing if never said."""
        rows = await self.read("SELECT name FROM persons WHERE id = ?", person)
        return str(rows[0][0]) if rows else ""

    async def rename(self, person: str, name: str) -> None:
        """Remember a name."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO persons VALUES (?, ?)", (person, name))

        await self.write(work)

    def close(self) -> None:
        """Write what still waits and close the file."""
        self._queue.put(None)
        self._thread.join()
        self._reading.shutdown()
        for connection in (self._reader, self._writer):
            connection.close()

    async def read(self, query: str, *values: Any) -> list[Any]:
        """The rows that a query finds."""

        def work() -> list[Any]:
            return self._reader.execute(query, values).fetchall()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, work)
        except sqlite3.Error:
            raise no("not_stored", "not_stored") from None

    def _write_on(self) -> None:
        while (first := self._queue.get()) is not None:
            waiting = [first]
            while not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    self._queue.put(None)  # the end comes after this batch
                    break
                waiting.append(more)
            works = [work for work, _ in waiting]
            done, results = self._commit(works), list[list[Any] | None]()
            if done is not None:
                results = [[result] for result in done]
            elif len(works) == 1:
                results = [None]
            else:  # something in it cannot be stored: what can, must not suffer for it
                results = [self._commit([work]) for work in works]
            for (_, future), result in zip(waiting, results, strict=True):
                future.get_loop().call_soon_threadsafe(_settle, future, result)

    def _commit(self, works: Sequence[Work[Any]]) -> list[Any] | None:
        """The results of some works on disk together; None if that failed."""
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            results = [work(self._writer) for work in works]
            self._writer.execute("COMMIT")
        except sqlite3.Error:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            return None
        return results


def _settle(future: "asyncio.Future[Any]", result: list[Any] | None) -> None:
    if future.cancelled():
        return
    if result is None:
        future.set_exception(no("not_stored", "not_stored"))
    else:
        future.set_result(result[0])


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    """Check that the file is ours and whole, and bring it to the present form."""
    taken = connection.execute("PRAGMA user_version").fetchone()[0]
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    is_empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if owner != APPLICATION and not is_empty:
        raise Refused(sentence("database_foreign"), "database")
    if taken > len(MIGRATIONS):
        raise Refused(sentence("database_newer", found=taken, known=len(MIGRATIONS)), "database")
    fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if fault != "ok":
        raise sqlite3.DatabaseError(fault)
    for number, script in enumerate(MIGRATIONS[taken:], taken + 1):
        connection.executescript(
            f"BEGIN; {script} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {number}; COMMIT;"
        )


def _complaint(path: Path, error: sqlite3.Error) -> Refused:
    if isinstance(error, sqlite3.OperationalError):  # the file cannot be opened or written
        return Refused(sentence("data_unusable", reason=str(error)), str(path))
    return Refused(sentence("database_damaged", reason=str(error)), str(path))
