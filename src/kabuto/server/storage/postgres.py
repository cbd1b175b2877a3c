"""The store in a PostgreSQL database.

A pool of connections serves the event loop. A move is one statement, if the server knows how the table ends.
Other work is sent as a pipeline: what finds nothing is not waited for. It is acknowledged when its
transaction is committed, with whatever ``synchronous_commit`` the database is set to (``on``, unless a person
changed it).

A connection that is lost in the middle is replaced and the work done again. Only if it is lost just when a
transaction is committed no one knows whether that happened: then moves are looked up, and anything else is
refused.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from secrets import token_bytes
from typing import Any, TypeVar

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import AsyncConnectionPool

from kabuto.host.log import log, warn
from kabuto.host.store import Batch, Behind, NotStored
from kabuto.host.tasks import stop
from kabuto.protocol.errors import sentence
from kabuto.server.storage import checksums, job_queue, shared_files
from kabuto.server.storage.job_queue import Jobs
from kabuto.server.storage.schema_versions import (
    LIST_SPEAKER,
    MIGRATIONS,
    NAMES,
    OLDEST,
    TALK,
    TALK_FORM,
    postgres_scripts,
    speakers,
)
from kabuto.server.storage.shared_files import Assets
from kabuto.server.storage.sql_store import (
    COLUMNS,
    MOST_HEADS,
    SECRET_LENGTH,
    Heads,
    SqlStore,
    Unstorable,
    Work,
    list_line,
)
from kabuto.table import Refused

CONNECTIONS = 8
"""How many connections a server holds, besides the one on which it listens."""
PATIENCE = 5.0
"""Seconds that work waits for a connection: a database that restarts in this time is not noticed."""
LOCK = "hashtextextended('kabuto ' || current_schema() || %s, 0)"
"""Tells our locks from those of others in the same database."""
LISTED_AT_ONCE = 1000
"""How many lines of talk are read at a time when an older database is brought to the present form."""
HANDOVER = 2
"""Seconds until a database counts as used by another person: a server that has just stopped may hold it."""
SETTINGS: dict[str, Any] = {"autocommit": True, "connect_timeout": 5, "application_name": "kabuto"}
_APPEND = """WITH head AS (UPDATE tables SET {} WHERE id = %s AND length = %s AND mark = %s RETURNING id)
    INSERT INTO events SELECT id, new.* FROM head, {} AS new"""
_CHANGES = ", ".join(f"{name} = %s" for name in (*COLUMNS.split(", ")[1:], "length", "mark"))
APPEND = {
    (is_listed, is_one): _APPEND.format(changes, rows)
    for is_listed, changes in enumerate(("length = %s, mark = %s", _CHANGES))
    for is_one, rows in enumerate(
        ("unnest(%s::bigint[], %s::bytea[], %s::bytea[])", "(VALUES (%s::bigint, %s::bytea, %s::bytea))")
    )
}
"""Whether a table gets a new line in the lists, and whether one event is added → the statement for that, if
the table ends as it is thought to. One event alone is less work for the driver than a list of one.
"""
SPENDING = """
    CREATE UNLOGGED TABLE IF NOT EXISTS spending (
        who TEXT PRIMARY KEY, used FLOAT8 NOT NULL, refill FLOAT8 NOT NULL, seen TIMESTAMPTZ NOT NULL
    );
"""
"""Processor time that persons and addresses have used lately. It is worth nothing after a crash."""
T = TypeVar("T")
logging.getLogger("psycopg").setLevel(logging.CRITICAL)  # what it has to say reaches us as an error
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


class PostgresStore(SqlStore):
    """The database of one or several servers."""

    is_shared = True

    def __init__(self, address: str, connections: int = CONNECTIONS) -> None:
        self._address, self._heads = address, Heads(MOST_HEADS)
        with closing(connect(address)) as connection:
            self.secret = prepare(connection)
            claim(connection, is_alone=False)
            self._channel = check_notifications(connection, address)
        self._pool = AsyncConnectionPool(
            address, kwargs=SETTINGS, min_size=connections, timeout=PATIENCE, open=False
        )
        self._writing: set[asyncio.Task[Any]] = set()
        self.jobs, self.assets = Jobs(self.read, self._channel), Assets(self.read)

    async def append(self, *batches: Batch) -> None:
        """Store events of one table or several, all of them or none."""
        if len(batches) > 1 or not await self._append_at_once(batches[0]):
            await super().append(*batches)

    async def _append_at_once(self, batch: Batch) -> bool:
        """Store events that follow what is known of their table with one statement; whether that worked.

        If it did not, for whatever reason, the usual way finds out why, and whether they are stored already.
        """
        head = self._heads.get(batch.table)
        row = batch.row
        if not head or head[0] != batch.seq or batch.secret or (row and (row.persons or row.speakers)):
            return False
        end = batch.seq + len(batch.bodies)
        numbers, bodies = list(range(batch.seq, end)), list(batch.bodies)
        marks = list(checksums.marks(head[1], bodies))
        line = list_line(batch.row)[1:] if batch.row else ()
        is_one = len(bodies) == 1
        events = (numbers[0], bodies[0], marks[0]) if is_one else (numbers, bodies, marks)
        values = (*line, end, marks[-1], batch.table, *head, *events)
        try:
            number = await self._execute(APPEND[bool(line), is_one], values)
        except psycopg.Error:
            return False
        if number != len(bodies):
            return False
        self._heads.keep(batch.table, (end, marks[-1]))
        self._note(None)
        return True

    async def _execute(self, statement: str, values: Sequence[Any]) -> int:
        """Carry out a statement that is used often; how many rows it concerned."""
        connection = await self._connection()
        try:
            return (await connection.execute(statement, values, prepare=True)).rowcount
        finally:
            await self._pool.putconn(connection)

    async def events(self, table: str) -> list[bytes]:
        """Every event of a table; none if there is no such table; ``Damaged`` if they cannot be trusted."""
        bodies = await super().events(table)
        if bodies:
            self._heads.keep(table, (len(bodies), [*checksums.marks(checksums.first(table), bodies)][-1]))
        return bodies

    async def write(self, work: Work[T], *, is_repeatable: bool = False) -> T:
        """Do some work in a transaction and return its result when it is on disk; else ``NotStored``."""
        try:
            result = await self._finished(self._write(work, is_repeatable))
        except psycopg.IntegrityError:  # another server was faster
            raise Behind from None
        except (psycopg.DataError, UnicodeEncodeError):  # the database is well: that is no text, or too large
            raise Unstorable from None
        except psycopg.Error as error:
            self._note(error)
            raise NotStored from None
        self._note(None)
        return result

    async def _finished(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of work that is carried out to its end, even if no one waits for it any more.

        Cancelled in the middle of a transaction, it would leave a connection that no one can use.
        """
        task = asyncio.create_task(work)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return await asyncio.shield(task)

    async def _write(self, work: Work[T], is_repeatable: bool, is_last: bool = False) -> T:
        is_done = False
        connection = await self._connection()
        try:
            async with connection.pipeline(), connection.transaction():
                result = await work(_Session(connection))
                is_done = True
            return result
        except psycopg.OperationalError as error:
            is_unsure = is_done and not is_repeatable
            if not _is_lost(connection, error) or is_last or is_unsure:
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
        except psycopg.OperationalError as error:
            if not _is_lost(connection, error) or is_last:
                raise
        finally:
            await self._pool.putconn(connection)
        await self._pool.check()
        return await self._read(statement, values, is_last=True)

    async def check(self) -> None:
        """Write something, to see whether that is possible."""
        await self.write(lambda database: database.execute("UPDATE kabuto SET format = format"))

    async def close(self) -> None:
        """Write what is still to be written, if the database answers in time, and close all connections."""
        if self._writing:
            _, stuck = await asyncio.wait(self._writing, timeout=PATIENCE)
            await stop(stuck)
        await self._pool.close()

    async def beat(self, server: str, lease: float) -> list[str]:
        """Note that a server is there; those that were within a lease, in seconds."""
        # If the clock of the database was set back, who was seen later than now has not been seen since.
        query = """
            WITH here AS (
                INSERT INTO servers VALUES (?, clock_timestamp())
                ON CONFLICT (id) DO UPDATE SET seen = excluded.seen RETURNING id
            ), gone AS (
                DELETE FROM servers WHERE seen < clock_timestamp() - interval '1 hour' AND id <> ?
            )
            SELECT id FROM here UNION SELECT id FROM servers
            WHERE seen BETWEEN clock_timestamp() - make_interval(secs => ?)
                AND clock_timestamp() + make_interval(secs => ?)
        """
        return [name for (name,) in await self.read(query, server, server, lease, lease)]

    async def spend(self, rows: Sequence[tuple[str, float, float]]) -> dict[str, float]:
        """Add up seconds that were used, by the clock of the database; who → how many they are in all."""
        query = """
            WITH gone AS (
                DELETE FROM spending WHERE seen < clock_timestamp() - interval '1 hour' AND who <> ALL(?)
            )
            INSERT INTO spending AS known
            SELECT who, used, refill, clock_timestamp()
            FROM unnest(?::text[], ?::float8[], ?::float8[]) AS new(who, used, refill)
            ON CONFLICT (who) DO UPDATE SET refill = excluded.refill, seen = excluded.seen,
                used = excluded.used + greatest(0, known.used - known.refill
                    * greatest(0, extract(epoch FROM excluded.seen - known.seen)::float8))
            RETURNING who, used
        """
        who, used, refill = map(list, zip(*rows, strict=True))
        return dict(await self.read(query, who, who, used, refill))

    async def leave(self, server: str) -> None:
        """Note that a server is gone."""
        await self.write(lambda database: database.execute("DELETE FROM servers WHERE id = ?", server))

    async def notify(self, payload: str) -> None:
        """Tell all servers something.

        This is a transaction of its own, which waits for no disk: in the one that stores a move it would make
        all commits of the database wait for each other.
        """
        query = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(?, ?)"
        await self.read(query, self._channel, payload)

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None], channel: str = "") -> None:
        """Hear what servers tell until the connection is lost; ``begin`` is called when that works."""
        try:
            async with await psycopg.AsyncConnection.connect(self._address, **SETTINGS) as connection:
                await connection.execute(f"SELECT pg_advisory_lock_shared({LOCK})", ("use",))
                await connection.execute(
                    sql.SQL("LISTEN {}").format(sql.Identifier(channel or self._channel))
                )
                begin()
                async for notification in connection.notifies():
                    hear(notification.payload)
        except psycopg.Error as error:
            warn("listening_failed", reason=_reason(error))

    async def _connection(self) -> AsyncConnection:
        if self._pool.closed:
            await self._pool.open()
        return await self._pool.getconn()


def _is_lost(connection: AsyncConnection, error: psycopg.OperationalError) -> bool:
    """Whether a connection is gone, or is just told that it will be."""
    return connection.closed or isinstance(
        error, (psycopg.errors.AdminShutdown, psycopg.errors.CrashShutdown)
    )


def connect(address: str) -> Connection:
    """A connection of its own to a database, or why there is none."""
    try:
        conninfo_to_dict(address)
        return psycopg.connect(address, **SETTINGS)
    except psycopg.Error as error:
        raise Refused(sentence("database_unreachable", reason=_reason(error)), "--store") from None


def prepare(connection: Connection, *, is_alone: bool = False) -> bytes:
    """Check that the database is ours and writable, and bring it to the present form; its secret.

    All of it is one transaction, in which no one else can do the same. A database of a newer form will do if
    that one only adds to what this version knows, unless it is to be checked or copied as a whole.
    """
    try:
        with connection.transaction():
            connection.execute(f"SELECT pg_advisory_xact_lock({LOCK})", ("prepare",))
            return _prepare(connection, is_alone)
    except psycopg.Error as error:
        raise Refused(sentence("database_unusable", reason=_reason(error)), "--store") from None


def claim(connection: Connection, *, is_alone: bool) -> None:
    """Use the database for as long as this connection lasts, alone or together with other servers."""
    shared = "" if is_alone else "_shared"
    try:
        with connection.transaction():
            connection.execute(f"SET LOCAL lock_timeout = '{HANDOVER}s'")
            connection.execute(f"SELECT pg_advisory_lock{shared}({LOCK})", ("use",))
    except psycopg.errors.LockNotAvailable:
        raise Refused(sentence("database_in_use"), "--store") from None


def check_notifications(connection: Connection, address: str) -> str:
    """The channel on which servers tell each other what they store; refused if nothing comes through."""
    channel = f"kabuto {connection.execute('SELECT current_schema()').fetchall()[0][0]}"
    connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
    with closing(connect(address)) as other:
        other.execute("SELECT pg_notify(%s, '[]')", (channel,))
    if not list(connection.notifies(timeout=PATIENCE, stop_after=1)):
        raise Refused(sentence("database_pooled"), "--store")
    return channel


@contextmanager
def alone(address: str) -> Iterator["tuple[Adapted, bytes]"]:
    """A database that no server uses meanwhile, and its secret."""
    with closing(connect(address)) as connection:
        secret = prepare(connection, is_alone=True)
        claim(connection, is_alone=True)
        with translated():
            yield Adapted(connection), secret


@contextmanager
def translated() -> Iterator[None]:
    """Turn what the database refuses into this module's exceptions."""
    try:
        yield
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


def _prepare(connection: Connection, is_alone: bool) -> bytes:
    present = _names(connection)
    if present and "kabuto" not in present:
        raise Refused(sentence("database_foreign"), "--store")
    found = connection.execute("SELECT format FROM kabuto").fetchall() if present else [(0,)]
    if len(found) != 1:
        raise Refused(sentence("database_damaged", reason=f"kabuto has {len(found)} rows"), "--store")
    ((taken,),) = found
    known = len(MIGRATIONS)
    if 0 < taken < OLDEST:  # servers of that version could not go on
        claim(connection, is_alone=True)
    for script in postgres_scripts(taken):
        connection.execute(script)
    if 0 < taken < TALK_FORM:
        _list_speakers(connection)
    connection.execute(shared_files.TABLES + job_queue.TABLES + SPENDING)
    connection.execute("ALTER TABLE kabuto ADD COLUMN IF NOT EXISTS oldest BIGINT")
    if not taken:
        connection.execute(
            "INSERT INTO kabuto (format, secret) VALUES (0, %s)", (token_bytes(SECRET_LENGTH),)
        )
    ((oldest,),) = connection.execute("SELECT coalesce(oldest, format) FROM kabuto").fetchall()
    if taken > known and (is_alone or oldest > known):
        raise Refused(sentence("database_newer", found=taken, known=known), "--store")
    if taken <= known:  # also if nothing is to be done: a database that is read only says so now
        connection.execute("UPDATE kabuto SET format = %s, oldest = %s", (known, OLDEST))
    if 0 < taken < known:
        log("database_migrated", before=taken, now=known)
    elif taken > known:
        log("database_newer", found=taken, known=known)
    present = _names(connection)
    for name in NAMES:
        if name not in present:
            raise Refused(sentence("database_damaged", reason=f"{name} is missing"), "--store")
    ((secret,),) = connection.execute("SELECT secret FROM kabuto").fetchall()
    return bytes(secret)


def _list_speakers(connection: Connection) -> None:
    """List who spoke where, by the talk of older formats."""
    adapted = Adapted(connection)
    talk = adapted.stream(f"{TALK}convert_to('{{\"type\":\"talked\"', 'UTF8')", LISTED_AT_ONCE)
    adapted.executemany(LIST_SPEAKER, list(speakers(talk)))


def _names(connection: Connection) -> set[str]:
    """The tables and indexes of the schema that is used."""
    query = "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
    return {name for (name,) in connection.execute(query).fetchall()}


def _reason(error: psycopg.Error) -> str:
    return " ".join(str(error).split())
