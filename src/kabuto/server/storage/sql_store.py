"""The store of a server, in SQL: append-only events of tables, and what lists are made from.

The statements here are written once, in SQL that SQLite and PostgreSQL both understand, with ``?`` for
values. How they reach the disk is up to the two stores, ``sqlite`` and ``postgres``.
"""

from abc import abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol, TypeVar

from kabuto.host.log import warn
from kabuto.host.store import Batch, Behind, Committed, Damaged, Listed, Row, Store, Unfinished
from kabuto.protocol.errors import Refusal, sentence
from kabuto.server.storage import checksums
from kabuto.server.storage.job_queue import Jobs
from kabuto.server.storage.schema_versions import LIST_SPEAKER
from kabuto.server.storage.shared_files import Assets
from kabuto.tabletop import conversation

SECRET_LENGTH = 32
"""Bytes of the key that signs cookies."""
MOST_DEALS = 100_000
"""Of how many deals the server can tell what became of them."""
AT_ONCE = 1000
"""How many speakers are compared at a time."""
MOST_HEADS = 20_000
"""Of how many tables a store for several servers remembers the head."""
LAST = 2**63 - 1
"""No row has a larger number."""
T = TypeVar("T")


class Database(Protocol):
    """A database within a transaction."""

    async def rows(self, statement: str, *values: Any) -> list[Any]:
        """Carry out a statement that finds something, and return what it finds."""

    async def execute(self, statement: str, *values: Any) -> None:
        """Carry out a statement that finds nothing."""

    async def many(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Carry out a statement for each of these rows of values."""


Work = Callable[[Database], Coroutine[Any, Any, T]]
"""What happens in a transaction. It may wait for the database alone, and may be carried out twice: if it
failed together with others, or the connection was lost, it is tried again."""


class Unstorable(Refusal):
    """A value that no database can hold; the database itself is well, so no operator is called."""

    def __init__(self) -> None:
        super().__init__("bad_request", sentence("unstorable"))


Head = tuple[int, bytes]
"""How many events a table has, and the checksum of the last one."""


class Heads:
    """The heads of the tables that were used last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[str, Head] = {}

    def get(self, table: str) -> Head | None:
        """The head of a table as far as it is known."""
        return self._known.get(table)

    def keep(self, table: str, head: Head) -> None:
        """Remember a head."""
        self._known.pop(table, None)
        self._known[table] = head
        if len(self._known) > self._most:
            del self._known[next(iter(self._known))]

    def advance(self, table: str, seq: int, bodies: Sequence[bytes]) -> None:
        """Take events that follow the head, if it is known and they do."""
        length, mark = self._known.get(table, (-1, b""))
        if length == seq and bodies:
            self.keep(table, (seq + len(bodies), [*checksums.marks(mark, bodies)][-1]))


class SqlStore(Store):
    """What a server keeps in a database."""

    secret: bytes | None = None
    """The key that signs cookies, if it is stored here as well."""
    jobs: Jobs | None = None
    """The queue for workers, if they can reach it."""
    assets: Assets | None = None
    """The files of all versions of the page, if several can run at once."""
    _is_in_trouble = False
    _heads = Heads(0)
    """What is known of how tables end; nothing, unless a store has a use for it."""

    @abstractmethod
    async def write(self, work: Work[T], *, is_repeatable: bool = False) -> T:
        """Do some work in a transaction and return its result when it is on disk; else ``NotStored``.

        ``is_repeatable``: the work notices if it was done already.
        """

    @abstractmethod
    async def read(self, statement: str, *values: Any) -> list[Any]:
        """The rows that a statement finds."""

    @abstractmethod
    async def check(self) -> None:
        """Write something, to see whether that is possible."""

    @abstractmethod
    async def close(self) -> None:
        """Write what still waits, and let go of the database."""

    # For servers that share it.

    async def beat(self, server: str, lease: float) -> list[str]:
        """Note that a server is there; those that were within a lease, in seconds."""
        raise NotImplementedError

    async def leave(self, server: str) -> None:
        """Note that a server is gone."""
        raise NotImplementedError

    async def notify(self, payload: str) -> None:
        """Tell all servers something."""
        raise NotImplementedError

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None], channel: str = "") -> None:
        """Hear what servers tell until the connection is lost; ``begin`` is called when that works."""
        raise NotImplementedError

    def _note(self, trouble: Exception | None) -> None:
        """Log that nothing can be stored, or that it can be again, once."""
        if trouble and not self._is_in_trouble:
            warn("storing_failed", reason=str(trouble))
        elif self._is_in_trouble and not trouble:
            warn("storing_again")
        self._is_in_trouble = trouble is not None

    # Tables.

    async def append(self, *batches: Batch) -> None:
        """Store events of one table or several, all of them or none."""

        async def work(database: Database) -> list[Head]:
            return [await append_events(database, batch) for batch in batches]

        heads = await self.write(work, is_repeatable=True)
        for batch, head in zip(batches, heads, strict=True):
            self._heads.keep(batch.table, head)

    def note(self, table: str, seq: int, bodies: Sequence[bytes]) -> None:
        """Note that another server has stored these events, the first of which has this number."""
        self._heads.advance(table, seq, bodies)

    async def events(self, table: str) -> list[bytes]:
        """Every event of a table; none if there is no such table; ``Damaged`` if they cannot be trusted."""
        return await stored_events(self.read, table)

    async def rewrite(self, table: str, old: Sequence[bytes], bodies: Sequence[bytes], row: Row) -> None:
        """Replace all events of a table by as many others; ``Behind`` if the old ones are no longer these."""
        marks = list(checksums.marks(checksums.first(table), bodies))
        *_, head = checksums.marks(checksums.first(table), old)
        changes = [(*pair, table, number) for number, pair in enumerate(zip(bodies, marks, strict=True))]

        async def work(database: Database) -> None:
            found = await database.rows(f"SELECT length, mark FROM tables WHERE id = ?{ALONE}", table)
            if found not in ([(len(old), head)], [(len(bodies), marks[-1])]):
                raise Behind
            await database.many("UPDATE events SET body = ?, mark = ? WHERE tab = ? AND seq = ?", changes)
            await list_table(database, row, (len(bodies), marks[-1]))

        await self.write(work, is_repeatable=True)

    async def events_after(self, table: str, seq: int) -> list[bytes]:
        """The events of a table from a number on."""
        query = "SELECT body FROM events WHERE tab = ? AND seq >= ? ORDER BY seq"
        bodies = [body for (body,) in await self.read(query, table, seq)]
        self.note(table, seq, bodies)
        return bodies

    async def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        """How many events each of these tables has."""
        query = f"SELECT id, length FROM tables WHERE id IN ({_marks(tables)})"
        return dict(await self.read(query, *tables)) if tables else {}

    async def remove(
        self,
        tables: Sequence[str],
        status: str = "over",
        length: int | None = None,
        unfinished: Sequence[Unfinished] = (),
    ) -> None:
        """Forget tables and everything that belongs to them, but for what became of their deals.

        What is ``unfinished`` is kept. ``Behind`` if one of them has not as many events as expected.
        """

        async def work(database: Database) -> None:
            for table in tables:
                found = await database.rows(f"SELECT length FROM tables WHERE id = ?{ALONE}", table)
                if length is not None and found != [(length,)]:
                    raise Behind
                await remove_table(database, table)
                await database.execute("UPDATE deals SET fate = ? WHERE tab = ?", status, table)
            if unfinished:
                await database.many(KEEP_UNFINISHED, unfinished)
            await database.execute(
                """DELETE FROM deals WHERE fate IS NOT NULL
                AND number <= (SELECT max(number) FROM deals) - ?""",
                MOST_DEALS,
            )

        await self.write(work)

    async def deals(self, before: int | None, most: int) -> list[Committed]:
        """The newest deals that the server committed to, of those with smaller numbers than this one."""
        query = """SELECT number, tab, secret, coalesce(start, ''), coalesce(fate, status, ''),
            fate IS NOT NULL FROM deals LEFT JOIN tables ON id = tab
            WHERE number < ? ORDER BY number DESC LIMIT ?"""
        rows = await self.read(query, LAST if before is None else before, most)
        return [
            Committed(number, table, secret, start, status, bool(gone))
            for number, table, secret, start, status, gone in rows
        ]

    # Lists.

    async def is_listed(self, row: Row) -> bool:
        """Whether a table stands in the lists as it should, for everyone who sits or spoke there."""
        rows = await self.read(f"SELECT {COLUMNS} FROM tables WHERE id = ?", row.id)
        if not rows or not is_sound(rows[0]):
            return False
        for query, names in ((SITTING, row.persons), (SPEAKERS, row.speakers)):
            if names and not set(names) <= {name for (name,) in await self.read(query, row.id)}:
                return False
        return True

    async def relist(self, row: Row) -> None:
        """Replace a table's line in the lists."""

        async def work(database: Database) -> None:
            await list_table(database, row)

        await self.write(work)

    async def tables(self) -> list[str]:
        """Every table that anything is stored of."""
        return [table for (table,) in await self.read(TABLES)]

    async def next_table(self, after: str) -> str | None:
        """The table that follows another one, of all that anything is stored of."""
        ((table,),) = await self.read(NEXT_TABLE, after, after)
        return None if table is None else str(table)

    async def of_person(self, person: str) -> set[str]:
        """The tables where a person sits or sat."""
        return {table for (table,) in await self.read("SELECT tab FROM sitting WHERE person = ?", person)}

    async def has_games(self, person: str) -> bool:
        """Whether a person sits or sat at a table whose game runs or is over."""
        query = """SELECT 1 FROM sitting JOIN tables ON id = tab
            WHERE person = ? AND status IN ('playing', 'over') LIMIT 1"""
        return bool(await self.read(query, person))

    async def spoken_at(self, person: str) -> set[str]:
        """The tables where a person spoke, sitting there or not.

        No one is named there, so every speaker that is listed is compared, some at a time.
        """
        found, last = set[str](), ("", "")
        while rows := await self.read(NEXT_SPEAKERS, *last, AT_ONCE):
            found.update(table for table, who in rows if who == conversation.known_as(table, person))
            last = rows[-1]
        return found

    async def summaries(self, person: str, statuses: Sequence[str], most: int) -> list[Listed]:
        """The newest tables of a person."""
        query = f"""SELECT {COLUMNS} FROM sitting JOIN tables ON id = tab
            WHERE person = ? AND status IN ({_marks(statuses)}) ORDER BY updated DESC LIMIT ?"""
        return _listed(await self.read(query, person, *statuses, most))

    async def unfinished(self, person: str, most: int) -> list[bytes]:
        """The newest games that a person gave up and whose tables are gone."""
        query = "SELECT summary FROM unfinished WHERE person = ? ORDER BY updated DESC LIMIT ?"
        return [bytes(summary) for (summary,) in await self.read(query, person, most)]

    async def public(self, statuses: Sequence[str], most: int) -> list[Listed]:
        """The newest public tables."""
        query = f"""SELECT {COLUMNS} FROM tables
            WHERE visibility = 'public' AND status IN ({_marks(statuses)}) ORDER BY updated DESC LIMIT ?"""
        return _listed(await self.read(query, *statuses, most))

    async def awake(self) -> list[str]:
        """The tables that go on without being asked."""
        return [table for (table,) in await self.read("SELECT id FROM tables WHERE awake = 1")]

    async def older(self, status: str, moment: int, most: int) -> list[str]:
        """Tables that have not changed since a moment (milliseconds since 1970), the oldest first."""
        query = "SELECT id FROM tables WHERE status = ? AND updated < ? ORDER BY updated LIMIT ?"
        return [table for (table,) in await self.read(query, status, moment, most)]

    # Names.

    async def name(self, person: str) -> str:
        """What a person is called; nothing if never said."""
        rows = await self.read("SELECT name FROM persons WHERE id = ?", person)
        return str(rows[0][0]) if rows else ""

    async def rename(self, person: str, name: str) -> None:
        """Remember a name."""

        async def work(database: Database) -> None:
            await database.execute(
                "INSERT INTO persons VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                person,
                name,
            )

        await self.write(work)


TABLES = "SELECT id FROM tables UNION SELECT tab FROM events ORDER BY 1"
NEXT_TABLE = """SELECT min(id) FROM (
    SELECT min(id) AS id FROM tables WHERE id > ? UNION ALL SELECT min(tab) FROM events WHERE tab > ?
    ) AS found"""
ALONE = " FOR UPDATE"
"""Lets no one else change these rows until the transaction ends; in SQLite no one else can anyway."""
KEEP_UNFINISHED = "INSERT INTO unfinished VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
SITTING = "SELECT person FROM sitting WHERE tab = ?"
SPEAKERS = "SELECT who FROM speakers WHERE tab = ?"
NEXT_SPEAKERS = "SELECT tab, who FROM speakers WHERE (tab, who) > (?, ?) ORDER BY tab, who LIMIT ?"
COLUMNS = "id, status, visibility, awake, updated, summary, checksum"
EVENTS = """SELECT seq, body, events.mark, length, tables.mark FROM tables LEFT JOIN events ON tab = id
    WHERE id = ? ORDER BY seq"""


def _upsert(columns: str) -> str:
    """The statement that writes a line of the lists, whether there is one already or not."""
    names = columns.split(", ")
    changes = ", ".join(f"{name} = excluded.{name}" for name in names)
    return f"INSERT INTO tables ({columns}) VALUES ({_marks(names)}) ON CONFLICT (id) DO UPDATE SET {changes}"


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


LIST, LIST_WITH_HEAD = _upsert(COLUMNS), _upsert(f"{COLUMNS}, length, mark")


async def stored_events(read: Callable[..., Coroutine[Any, Any, list[Any]]], table: str) -> list[bytes]:
    """Every event of a table, as ``read`` finds them."""
    rows = await read(EVENTS, table)
    if not rows:
        if await read("SELECT 1 FROM events WHERE tab = ? LIMIT 1", table):
            raise Damaged("the table is not in the lists")
        return []
    stored = [row[:3] for row in rows if row[0] is not None]
    return checksums.checked(table, stored, *rows[0][3:])


async def append_events(database: Database, batch: Batch) -> Head:
    """Write events of a table with their checksums; ``Behind`` if they are not the next ones.

    If these very events are the last ones already, nothing is to be done.
    """
    found = await database.rows(f"SELECT length, mark FROM tables WHERE id = ?{ALONE}", batch.table)
    length, mark = found[0] if found else (0, checksums.first(batch.table))
    if length != batch.seq:
        if length == batch.seq + len(batch.bodies) and await _are_stored(database, batch, mark):
            return length, mark
        raise Behind
    rows = [
        (batch.table, number, body, mark := checksums.following(mark, body))
        for number, body in enumerate(batch.bodies, batch.seq)
    ]
    await database.many("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
    if batch.secret:
        deal = (batch.table, batch.secret, batch.start or None)
        await database.execute("INSERT INTO deals (tab, secret, start) VALUES (?, ?, ?)", *deal)
    head = (batch.seq + len(rows), mark)
    if batch.row is not None:
        await list_table(database, batch.row, head)
    else:
        await database.execute("UPDATE tables SET length = ?, mark = ? WHERE id = ?", *head, batch.table)
    return head


async def _are_stored(database: Database, batch: Batch, head: bytes) -> bool:
    """Whether these very events are the last ones of their table, which end with this checksum."""
    query = "SELECT mark FROM events WHERE tab = ? AND seq = ?"
    before = await database.rows(query, batch.table, batch.seq - 1)
    mark = before[0][0] if before else checksums.first(batch.table)
    return [mark, *checksums.marks(mark, batch.bodies)][-1] == head


async def list_table(database: Database, row: Row, head: tuple[int, bytes] | None = None) -> None:
    """Write a table's line in the lists, with the number of its events and their last checksum if given."""
    await database.execute(LIST_WITH_HEAD if head else LIST, *list_line(row), *(head or ()))
    if row.persons:
        await database.many(
            "INSERT INTO sitting VALUES (?, ?) ON CONFLICT DO NOTHING",
            [(person, row.id) for person in row.persons],
        )
    if row.speakers:
        await database.many(LIST_SPEAKER, [(row.id, who) for who in row.speakers])


def list_line(row: Row) -> tuple[Any, ...]:
    """A table's line in the lists (``COLUMNS``)."""
    fields = (row.id, row.status, row.visibility, int(row.awake), row.updated, row.summary)
    return *fields, checksums.of_row(*fields)


async def remove_table(database: Database, table: str) -> None:
    """Forget a table and everything that belongs to it."""
    for name, column in (("events", "tab"), ("sitting", "tab"), ("speakers", "tab"), ("tables", "id")):
        await database.execute(f"DELETE FROM {name} WHERE {column} = ?", table)


def _listed(rows: Sequence[tuple[Any, ...]]) -> list[Listed]:
    return [Listed(row[0], row[5] if is_sound(row) else None) for row in rows]


def is_sound(row: Sequence[Any]) -> bool:
    """Whether a line of the lists (``COLUMNS``) is what was written."""
    return bool(checksums.of_row(*row[:6]) == row[6])
