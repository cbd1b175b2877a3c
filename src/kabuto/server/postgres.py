"""The store in a PostgreSQL database.

A pool of connections serves the event loop. Work is sent as a pipeline: what finds nothing is not waited for,
so a move takes two round trips. It is acknowledged when its transaction is committed, with whatever
``synchronous_commit`` the database is set to (``on``, unless somebody changed it).

A connection that is lost in the middle is replaced and the work done again. Only if it is lost just when a
transaction is committed nobody knows whether that happened: then moves are looked up, and anything else is
refused.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import lru_cache
from secrets import token_bytes
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import AsyncConnectionPool

from kabuto.server.identity import SECRET_LENGTH
from kabuto.server.logs import log
from kabuto.server.migrations import MIGRATIONS, NAMES, postgres_scripts
from kabuto.server.speech import sentence
from kabuto.server.store import Behind, NotStored, Store, Work
from kabuto.table import Refused

CONNECTIONS = 10
"""How many connections a server holds at most."""
PATIENCE = 5.0
"""Seconds that work waits for a connection: a database that restarts in this time is not noticed."""
LOCK = "hashtextextended('kabuto ' || current_schema() || %s, 0)"
"""Tells our locks from those of others in the same database."""
HANDOVER = 2
"""Seconds until a database counts as used by somebody else: a server that has just stopped may hold it."""
SETTINGS: dict[str, Any] = {"autocommit": True, "connect_timeout": 5, "application_name": "kabuto"}
T = TypeVar("T")
Connection = psycopg.Connection[Any]
AsyncConnection = psycopg.AsyncConnection[Any]


@lru_cache(maxsize=256)
def adapted(statement: str) -> str:
    """A statement with the marks for values that psycopg knows."""
    return statement.replace("?", "%s")


class _Session:
    """A connection within a transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def rows(self, statement: str, *values: Any) -> list[Any]:
        """Carry out a statement that finds something, and return what it finds."""
        return await (await self._connection.execute(adapted(statement), values)).fetchall()

    async def execute(self, statement: str, *values: Any) -> None:
        """Carry out a statement that finds nothing."""
        await self._connection.execute(adapted(statement), values)

    async def many(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Carry out a statement for each of these rows of values."""
        for row in rows:
            await self._connection.execute(adapted(statement), row)


class PostgresStore(Store):
    """The database of one or several servers."""

    def __init__(self, address: str) -> None:
        with ExitStack() as opening:
            self._claim = opening.enter_context(closing(connect(address)))
            self.secret = prepare(self._claim)
            claim(self._claim)
            opening.pop_all()
        self._pool = AsyncConnectionPool(
            address, kwargs=SETTINGS, min_size=1, max_size=CONNECTIONS, timeout=PATIENCE, open=False
        )

    async def write(self, work: Work[T], *, is_repeatable: bool = False) -> T:
        """Do some work in a transaction and return its result when it is on disk; else ``NotStored``."""
        try:
            result = await self._write(work, is_repeatable)
        except psycopg.IntegrityError:  # another server was faster
            raise Behind from None
        except psycopg.Error as error:
            self._note(error)
            raise NotStored from None
        self._note(None)
        return result

    async def _write(self, work: Work[T], is_repeatable: bool, is_last: bool = False) -> T:
        is_done = False
        connection = await self._connection()
        try:
            async with connection.pipeline(), connection.transaction():
                result = await work(_Session(connection))
                is_done = True
            return result
        except psycopg.OperationalError:
            is_unsure = is_done and not is_repeatable
            if not connection.closed or is_last or is_unsure:
                raise
        finally:
            await self._pool.putconn(connection)
        await self._pool.check()
        return await self._write(work, is_repeatable, is_last=True)

    async def read(self, statement: str, *values: Any) -> list[Any]:
        """The rows that a statement finds."""
        try:
            return await self._read(statement, values)
        except psycopg.DataError:  # such as a name with a zero byte: nothing like that is stored
            return []
        except psycopg.Error:
            raise NotStored from None

    async def _read(self, statement: str, values: Sequence[Any], is_last: bool = False) -> list[Any]:
        connection = await self._connection()
        try:
            return await (await connection.execute(adapted(statement), values)).fetchall()
        except psycopg.OperationalError:
            if not connection.closed or is_last:
                raise
        finally:
            await self._pool.putconn(connection)
        await self._pool.check()
        return await self._read(statement, values, is_last=True)

    async def check(self) -> None:
        """Write something, to see whether that is possible."""
        await self.write(lambda database: database.execute("UPDATE kabuto SET format = format"))

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.close()
        self._claim.close()

    async def _connection(self) -> AsyncConnection:
        if self._pool.closed:
            await self._pool.open()
        return await self._pool.getconn()


def connect(address: str) -> Connection:
    """A connection of its own to a database, or why there is none."""
    try:
        conninfo_to_dict(address)
        return psycopg.connect(address, **SETTINGS)
    except psycopg.Error as error:
        raise Refused(sentence("database_unreachable", reason=_reason(error)), "--store") from None


def prepare(connection: Connection) -> bytes:
    """Check that the database is ours and writable, and bring it to the present form; its secret.

    All of it is one transaction, in which nobody else can do the same.
    """
    try:
        with connection.transaction():
            connection.execute(f"SELECT pg_advisory_xact_lock({LOCK})", ("prepare",))
            return _prepare(connection)
    except psycopg.Error as error:
        raise Refused(sentence("database_unusable", reason=_reason(error)), "--store") from None


def claim(connection: Connection) -> None:
    """Let no other server use the database for as long as this connection lasts."""
    try:
        with connection.transaction():
            connection.execute(f"SET LOCAL lock_timeout = '{HANDOVER}s'")
            connection.execute(f"SELECT pg_advisory_lock({LOCK})", ("use",))
    except psycopg.errors.LockNotAvailable:
        raise Refused(sentence("database_in_use"), "--store") from None


@contextmanager
def alone(address: str) -> Iterator["tuple[Adapted, bytes]"]:
    """A database that no server uses meanwhile, and its secret."""
    with closing(connect(address)) as connection:
        secret = prepare(connection)
        claim(connection)
        try:
            yield Adapted(connection), secret
        except psycopg.Error as error:
            raise Refused(sentence("database_unusable", reason=_reason(error)), "--store") from None


class Adapted:
    """A connection that takes statements as they are written for both."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, statement: str, values: Sequence[Any]) -> Any:
        """Carry out a statement."""
        return self._connection.execute(adapted(statement), values)

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Carry out a statement for each of these rows of values."""
        self._connection.cursor().executemany(adapted(statement), rows)

    def stream(self, statement: str, size: int) -> Iterator[Any]:
        """What a statement finds, so many rows at a time."""
        with self._connection.transaction(), self._connection.cursor(name="stream") as cursor:
            cursor.itersize = size
            yield from cursor.execute(statement)


def _prepare(connection: Connection) -> bytes:
    present = _names(connection)
    if present and "kabuto" not in present:
        raise Refused(sentence("database_foreign"), "--store")
    found = connection.execute("SELECT format FROM kabuto").fetchall() if present else [(0,)]
    if len(found) != 1:
        raise Refused(sentence("database_damaged", reason=f"kabuto has {len(found)} rows"), "--store")
    ((taken,),) = found
    if taken > len(MIGRATIONS):
        raise Refused(sentence("database_newer", found=taken, known=len(MIGRATIONS)), "--store")
    for script in postgres_scripts(taken):
        connection.execute(script)
    if not taken:
        connection.execute("INSERT INTO kabuto VALUES (0, %s)", (token_bytes(SECRET_LENGTH),))
    connection.execute("UPDATE kabuto SET format = %s", (len(MIGRATIONS),))  # also if nothing is to be done:
    if 0 < taken < len(MIGRATIONS):  # a database that is read only says so now
        log("database_migrated", before=taken, now=len(MIGRATIONS))
    present = _names(connection)
    for name in NAMES:
        if name not in present:
            raise Refused(sentence("database_damaged", reason=f"{name} is missing"), "--store")
    ((secret,),) = connection.execute("SELECT secret FROM kabuto").fetchall()
    return bytes(secret)


def _names(connection: Connection) -> set[str]:
    """The tables and indexes of the schema that is used."""
    query = "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
    return {name for (name,) in connection.execute(query).fetchall()}


def _reason(error: psycopg.Error) -> str:
    return " ".join(str(error).split())
