"""The store in one SQLite file.

One thread writes. What waits while it writes goes into one transaction together, so many tables share the
wait for the disk. Nothing is acknowledged before it is on disk. While nothing is to be written, the thread
tidies up: it empties the write-ahead log into the database, and gives unused space back.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

from kabuto.host.log import warn
from kabuto.host.store import NotStored
from kabuto.protocol.errors import sentence
from kabuto.server.storage import wal_check
from kabuto.server.storage.schema_versions import prepare, touch
from kabuto.server.storage.sql_store import ALONE, SqlStore, Unstorable, Work
from kabuto.table import Refused

IDLE = 2.0
"""Seconds without a write after which the thread tidies up."""
SPARE_PAGES, PAGES_A_STEP = 64, 256
"""How many unused pages the file keeps, and how many it gives back before it looks for new work."""
JOURNAL = 4 << 20
"""Bytes that the write-ahead log keeps once it was emptied."""
CHECKED = 64 << 20
"""Bytes of the largest file that is checked as a whole at the start; of others the tables are, one by one."""
UNSTORABLE = (sqlite3.DataError, UnicodeEncodeError)
"""Errors of a value, not of the database: it is no text, or too large."""
WELL = (sqlite3.IntegrityError, *UNSTORABLE)
"""Errors that say nothing against the database."""
T = TypeVar("T")


class Direct:
    """A database that answers at once: no one waits for it in an event loop."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def rows(self, statement: str, *values: Any) -> list[Any]:
        """Carry out a statement that finds something, and return what it finds."""
        return list(self._connection.execute(statement.removesuffix(ALONE), values).fetchall())

    async def execute(self, statement: str, *values: Any) -> None:
        """Carry out a statement that finds nothing."""
        self._connection.execute(statement, values)

    async def many(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Carry out a statement for each of these rows of values."""
        self._connection.executemany(statement, rows)


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """The result of work that waits for nothing but a database that answers at once."""
    try:
        work.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    work.close()
    raise RuntimeError("work in a transaction may wait for the database alone")


class SqliteStore(SqlStore):
    """The database file of a server."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with wal_check.watch(path):
                self._writer = open_database(path)
                prepare(self._writer, is_checked=path.stat().st_size <= CHECKED)
            self._reader = open_database(path)
        except sqlite3.Error as error:
            raise complaint(path, error) from None
        self._identity, self._is_gone = _identity(path), False
        self._queue: SimpleQueue[_Job[Any] | None] = SimpleQueue()
        self._thread = Thread(target=self._write_on, name="store", daemon=True)
        self._thread.start()
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="store-read")

    async def write(self, work: Work[T], *, is_repeatable: bool = False) -> T:
        """Do some work in a transaction and return its result when it is on disk; else ``NotStored``."""
        return await self._written(lambda: at_once(work(Direct(self._writer))))

    async def check(self) -> None:
        """Write something, to see whether that is possible."""
        await self._written(lambda: touch(self._writer))

    async def read(self, statement: str, *values: Any) -> list[Any]:
        """The rows that a statement finds."""

        def work() -> list[Any]:
            return self._reader.execute(statement, values).fetchall()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, work)
        except sqlite3.Error:
            raise NotStored from None

    async def close(self) -> None:
        """Write what still waits and close the file."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._queue.put(None)
        self._thread.join()
        self._reading.shutdown()
        for connection in (self._reader, self._writer):
            connection.close()

    async def _written(self, work: Callable[[], T]) -> T:
        job = _Job(work)
        self._queue.put(job)
        return await job.future

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
                job.result = job.work()
            self._writer.execute("COMMIT")
        except Exception as error:
            with suppress(sqlite3.Error):
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
            for job in jobs:
                job.error = error
            if isinstance(error, sqlite3.Error) and not isinstance(error, WELL):
                self._note(error)
            return False
        for job in jobs:
            job.error = None
        self._note(None)
        return True

    def _check_place(self) -> None:
        """Refuse to write into a file that no one will find again, because it was moved or deleted."""
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

    def __init__(self, work: Callable[[], T]) -> None:
        self.work = work
        self.future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def settle(self) -> None:
        """Wake those who wait, in their event loop."""
        self.future.get_loop().call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        if self.future.cancelled():
            return
        if self.error is None:
            self.future.set_result(self.result)
        elif isinstance(self.error, UNSTORABLE):
            self.future.set_exception(Unstorable())
        else:
            self.future.set_exception(NotStored() if isinstance(self.error, sqlite3.Error) else self.error)


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
