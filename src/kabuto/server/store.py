"""Everything that lasts, in one SQLite file: append-only events of tables, and what lists are made from.

One thread writes. What waits while it writes goes into one transaction together, so many tables share the
wait for the disk. Nothing is acknowledged before it is on disk. While nothing is to be written, the thread
tidies up: it empties the write-ahead log into the database, and gives unused space back.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, NamedTuple, TypeVar

from kabuto.server import chain, wal
from kabuto.server.logs import warn
from kabuto.server.migrations import prepare, touch
from kabuto.server.speech import no, sentence
from kabuto.table import Refused

IDLE = 2.0
"""Seconds without a write after which the thread tidies up."""
SPARE_PAGES, PAGES_A_STEP = 64, 256
"""How many unused pages the file keeps, and how many it gives back before it looks for new work."""
JOURNAL = 4 << 20
"""Bytes that the write-ahead log keeps once it was emptied."""
MOST_DEALS = 100_000
"""Of how many deals the server can tell what became of them."""
LAST = 2**63 - 1
"""No row has a larger number."""
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
    """Who finds it among their own; those who were found there before can be left out."""


class Batch(NamedTuple):
    """Events of a table to be stored."""

    table: str
    seq: int
    """The number of the first one."""
    bodies: Sequence[bytes]
    row: Row | None
    """The table's new line in the lists, if that changes."""
    secret: str = ""
    """What the server commits to with these events: its part of the deal."""


class Committed(NamedTuple):
    """A deal that the server committed to."""

    number: int
    secret: str
    status: str
    """Of its table, now or when it was removed; nothing if that cannot be read."""
    is_gone: int
    """Whether the table was removed."""


class Listed(NamedTuple):
    """A table found in a list."""

    id: str
    summary: bytes | None
    """None: its line in the list is damaged."""


class Store:
    """The database of a server."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with wal.watch(path):
                self._writer = open_database(path)
                prepare(self._writer)
            self._reader = open_database(path)
        except sqlite3.Error as error:
            raise complaint(path, error) from None
        self._identity, self._is_gone = _identity(path), False
        self._is_in_trouble = False
        self._queue: SimpleQueue[_Job[Any] | None] = SimpleQueue()
        self._thread = Thread(target=self._write_on, name="store", daemon=True)
        self._thread.start()
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="store-read")

    async def write(self, work: Work[T]) -> T:
        """Do some work on the database and return its result when it is on disk.

        If it cannot be stored it is refused as ``not_stored``, and nothing of it has happened.
        """
        job: _Job[T] = _Job(work)
        self._queue.put(job)
        return await job.future

    async def check(self) -> None:
        """Write something, to see whether that is possible."""
        await self.write(touch)

    async def append(self, *batches: Batch) -> None:
        """Store events of one table or several, all of them or none."""

        def work(connection: sqlite3.Connection) -> None:
            for batch in batches:
                append_events(connection, batch)

        await self.write(work)

    async def is_listed(self, row: Row) -> bool:
        """Whether a table stands in the lists as it should, for everybody who sits there."""
        rows = await self.read(f"SELECT {COLUMNS} FROM tables WHERE id = ?", row.id)
        sitting = await self.read("SELECT person FROM sitting WHERE tab = ?", row.id)
        return bool(rows) and is_sound(rows[0]) and set(row.persons) <= {person for (person,) in sitting}

    async def tables(self) -> list[str]:
        """Every table that anything is stored of."""
        return [table for (table,) in await self.read(TABLES)]

    async def of_person(self, person: str) -> set[str]:
        """The tables where a person sits or sat."""
        return {table for (table,) in await self.read("SELECT tab FROM sitting WHERE person = ?", person)}

    async def relist(self, row: Row) -> None:
        """Replace a table's line in the lists."""
        await self.write(lambda connection: list_table(connection, row))

    async def remove(self, tables: Sequence[str], status: str = "over") -> None:
        """Forget tables and everything that belongs to them, but for what became of their deals."""

        def work(connection: sqlite3.Connection) -> None:
            for table in tables:
                remove_table(connection, table)
                connection.execute("UPDATE deals SET fate = ? WHERE tab = ?", (status, table))
            connection.execute(
                """DELETE FROM deals WHERE fate IS NOT NULL
                AND number <= (SELECT max(number) FROM deals) - ?""",
                (MOST_DEALS,),
            )

        await self.write(work)

    async def deals(self, before: int | None, most: int) -> list[Committed]:
        """The newest deals that the server committed to, of those with smaller numbers than this one."""
        query = """SELECT number, secret, coalesce(fate, status, ''), fate IS NOT NULL FROM deals
            LEFT JOIN tables ON id = tab WHERE number < ? ORDER BY number DESC LIMIT ?"""
        return [Committed(*row) for row in await self.read(query, LAST if before is None else before, most)]

    async def events(self, table: str) -> list[bytes]:
        """Every event of a table; none if there is no such table; ``Damaged`` if they cannot be trusted."""

        def work(connection: sqlite3.Connection) -> list[bytes]:
            return stored_events(connection, table)

        return await self._on_reader(work)

    async def summaries(self, person: str, statuses: Sequence[str], most: int) -> list[Listed]:
        """The newest tables of a person."""
        query = f"""SELECT {COLUMNS} FROM sitting JOIN tables ON id = tab
            WHERE person = ? AND status IN ({_marks(statuses)}) ORDER BY updated DESC LIMIT ?"""
        return _listed(await self.read(query, person, *statuses, most))

    async def public(self, statuses: Sequence[str], most: int) -> list[Listed]:
        """The newest public tables."""
        query = f"""SELECT {COLUMNS} FROM tables
            WHERE visibility = 'public' AND status IN ({_marks(statuses)}) ORDER BY updated DESC LIMIT ?"""
        return _listed(await self.read(query, *statuses, most))

    async def awake(self) -> list[str]:
        """The tables that go on without being asked."""
        return [table for (table,) in await self.read("SELECT id FROM tables WHERE awake")]

    async def older(self, status: str, moment: int, most: int) -> list[str]:
        """Tables that have not changed since a moment (milliseconds since 1970), the oldest first."""
        query = "SELECT id FROM tables WHERE status = ? AND updated < ? ORDER BY updated LIMIT ?"
        return [table for (table,) in await self.read(query, status, moment, most)]

    async def name(self, person: str) -> str:
        """What a person is called; nothing if never said."""
        rows = await self.read("SELECT name FROM persons WHERE id = ?", person)
        return str(rows[0][0]) if rows else ""

    async def rename(self, person: str, name: str) -> None:
        """Remember a name."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO persons VALUES (?, ?)", (person, name))

        await self.write(work)

    async def read(self, query: str, *values: Any) -> list[Any]:
        """The rows that a query finds."""
        return await self._on_reader(lambda connection: connection.execute(query, values).fetchall())

    def close(self) -> None:
        """Write what still waits and close the file."""
        self._queue.put(None)
        self._thread.join()
        self._reading.shutdown()
        for connection in (self._reader, self._writer):
            connection.close()

    async def _on_reader(self, work: Work[T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, work, self._reader)
        except sqlite3.Error:
            raise no("not_stored", "not_stored") from None

    # What the writing thread does.

    def _write_on(self) -> None:
        is_tidy = False
        while True:
            try:
                first = self._queue.get(timeout=None if is_tidy else IDLE)
            except Empty:
                is_tidy = self._tidy_up()
                continue
            if first is None:
                return
            jobs, is_tidy = [first], False
            while not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    self._queue.put(None)  # the end comes after this batch
                    break
                jobs.append(more)
            if not self._commit(jobs) and len(jobs) > 1:
                # Something in it cannot be stored: what can, must not suffer for it.
                for job in jobs:
                    self._commit([job])
            for job in jobs:
                job.settle()

    def _commit(self, jobs: "Sequence[_Job[Any]]") -> bool:
        try:
            self._check_place()
            self._writer.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.result = job.work(self._writer)
            self._writer.execute("COMMIT")
        except Exception as error:
            with suppress(sqlite3.Error):
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
            for job in jobs:
                job.error = error
            self._note_trouble(error)
            return False
        for job in jobs:
            job.error = None
        if self._is_in_trouble:
            self._is_in_trouble = False
            warn("storing_again")
        return True

    def _note_trouble(self, error: Exception) -> None:
        """Log that nothing can be stored, once; a conflict of two batches is no trouble of the disk."""
        is_trouble = isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError)
        if is_trouble and not self._is_in_trouble:
            self._is_in_trouble = True
            warn("storing_failed", reason=str(error))

    def _check_place(self) -> None:
        """Refuse to write into a file that nobody will find again, because it was moved or deleted."""
        if _identity(self.path) != self._identity:
            if not self._is_gone:
                warn("database_gone", path=str(self.path))
            self._is_gone = True
            raise sqlite3.OperationalError("the database file was moved or deleted")

    def _tidy_up(self) -> bool:
        """Do some housekeeping; whether there is nothing left of it."""
        try:
            self._check_place()
            free = self._writer.execute("PRAGMA freelist_count").fetchone()[0]
            if free > SPARE_PAGES:
                step = min(free - SPARE_PAGES, PAGES_A_STEP)
                # as a script: ``execute`` would take one step, and free one page
                self._writer.executescript(f"PRAGMA incremental_vacuum({step})")
            self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.Error:
            return True
        return bool(free <= SPARE_PAGES + PAGES_A_STEP)


class _Job(Generic[T]):
    """Something to be written, and who waits for it."""

    def __init__(self, work: Work[T]) -> None:
        self.work = work
        self.future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def settle(self) -> None:
        """Tell whoever waits, in their event loop."""
        self.future.get_loop().call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        if self.future.cancelled():
            return
        if self.error is None:
            self.future.set_result(self.result)
        elif isinstance(self.error, sqlite3.Error):
            self.future.set_exception(no("not_stored", "not_stored"))
        else:
            self.future.set_exception(self.error)


TABLES = "SELECT id FROM tables UNION SELECT tab FROM events ORDER BY 1"
COLUMNS = "id, status, visibility, awake, updated, summary, checksum"


def _upsert(columns: str) -> str:
    """The statement that writes a line of the lists, whether there is one already or not."""
    names = columns.split(", ")
    changes = ", ".join(f"{name} = excluded.{name}" for name in names)
    values = ", ".join("?" * len(names))
    return f"INSERT INTO tables ({columns}) VALUES ({values}) ON CONFLICT (id) DO UPDATE SET {changes}"


LIST, LIST_WITH_HEAD = _upsert(COLUMNS), _upsert(f"{COLUMNS}, length, mark")


def stored_events(connection: sqlite3.Connection, table: str) -> list[bytes]:
    """Every event of a table; none if there is no such table; ``Damaged`` if they cannot be trusted."""
    events = connection.execute("SELECT seq, body, mark FROM events WHERE tab = ? ORDER BY seq", (table,))
    heads = connection.execute("SELECT length, mark FROM tables WHERE id = ?", (table,)).fetchall()
    rows = events.fetchall()
    if not heads:
        if rows:
            raise chain.Damaged("the table is not in the lists")
        return []
    return chain.checked(table, rows, *heads[0])


def append_events(connection: sqlite3.Connection, batch: Batch) -> None:
    """Write events of a table with their checksums; refused if they are not the next ones."""
    found = connection.execute("SELECT length, mark FROM tables WHERE id = ?", (batch.table,)).fetchone()
    length, mark = found or (0, chain.first(batch.table))
    if length != batch.seq:
        raise sqlite3.IntegrityError(f"event {batch.seq} is not the next one: there are {length}")
    rows = [
        (batch.table, number, body, mark := chain.following(mark, body))
        for number, body in enumerate(batch.bodies, batch.seq)
    ]
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
    if batch.secret:
        connection.execute("INSERT INTO deals (tab, secret) VALUES (?, ?)", (batch.table, batch.secret))
    head = (batch.seq + len(rows), mark)
    if batch.row is not None:
        list_table(connection, batch.row, head)
    else:
        connection.execute("UPDATE tables SET length = ?, mark = ? WHERE id = ?", (*head, batch.table))


def list_table(connection: sqlite3.Connection, row: Row, head: tuple[int, bytes] | None = None) -> None:
    """Write a table's line in the lists, with the number of its events and their last checksum if given."""
    fields = (row.id, row.status, row.visibility, int(row.awake), row.updated, row.summary)
    line = (*fields, chain.of_row(*fields), *(head or ()))
    connection.execute(LIST_WITH_HEAD if head else LIST, line)
    if row.persons:
        connection.executemany(
            "INSERT OR IGNORE INTO sitting VALUES (?, ?)", [(person, row.id) for person in row.persons]
        )


def remove_table(connection: sqlite3.Connection, table: str) -> None:
    """Forget a table and everything that belongs to it."""
    for name, column in (("events", "tab"), ("sitting", "tab"), ("tables", "id")):
        connection.execute(f"DELETE FROM {name} WHERE {column} = ?", (table,))


def _listed(rows: Sequence[tuple[Any, ...]]) -> list[Listed]:
    return [Listed(row[0], row[5] if is_sound(row) else None) for row in rows]


def is_sound(row: Sequence[Any]) -> bool:
    """Whether a line of the lists (``COLUMNS``) is what was written."""
    return bool(chain.of_row(*row[:6]) == row[6])


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def open_database(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA journal_size_limit = {JOURNAL}").fetchall()
    return connection


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file lies there."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def complaint(path: Path, error: sqlite3.Error) -> Refused:
    """What is wrong with a database that cannot be opened."""
    if isinstance(error, sqlite3.OperationalError):  # the file cannot be opened or written
        return Refused(sentence("data_unusable", reason=str(error)), str(path))
    return Refused(sentence("database_damaged", reason=str(error)), str(path))
