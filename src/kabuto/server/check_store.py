"""A store looked over while no server uses it: what is damaged, what can be saved, and a copy of it."""

import json
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from kabuto.folders import data_folder
from kabuto.host.rooms import listing
from kabuto.host.store import Batch, Damaged
from kabuto.protocol.errors import sentence
from kabuto.server.accounts.identity import folder_secret
from kabuto.server.storage import checksums, wal_check
from kabuto.server.storage.open import DATABASE, SECRET, postgres_for, sole_use
from kabuto.server.storage.schema_versions import TABLE_NAMES, prepare
from kabuto.server.storage.sql_store import (
    COLUMNS,
    SITTING,
    SPEAKERS,
    TABLES,
    append_events,
    is_sound,
    remove_table,
)
from kabuto.server.storage.sqlite import Direct, at_once, complaint, open_database
from kabuto.table import Refused
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import decode

AT_ONCE = 1000
"""How many rows are copied at a time."""
HEAD = "SELECT length, mark FROM tables WHERE id = ?"


class Condition(NamedTuple):
    """How a stored table is."""

    id: str
    fault: str
    """What is wrong with its events; nothing if they are as they were written."""
    total: int
    """How many events are stored."""
    readable: int
    """How many of them, from the first one on, make sense."""
    is_listed: bool
    """Whether its line in the lists is as it was written."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.fault and self.is_listed


class Stored(ABC):
    """A database that no one else uses meanwhile, and the folder for what is cut off."""

    loss: wal_check.Loss | None = None
    """What its write-ahead log has lost, if it was damaged."""

    def __init__(self, database: Direct, folder: Path, secret: bytes) -> None:
        self._database, self._folder, self.secret = database, folder, secret

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """What a statement finds."""
        return at_once(self._database.rows(statement, *values))

    def execute(self, statement: str, *values: Any) -> None:
        """Carry out a statement that finds nothing."""
        at_once(self._database.execute(statement, *values))

    def tables(self) -> list[str]:
        """Every table that anything is stored of."""
        return [str(table) for (table,) in self.rows(TABLES)]

    def condition(self, name: str) -> Condition:
        """How a table is."""
        try:
            return self._condition(name)
        except Exception as error:  # whatever the database says of it
            return Condition(name, str(error), 0, 0, False)

    def _condition(self, name: str) -> Condition:
        rows = self._events(name)
        heads = self.rows(HEAD, name)
        try:
            bodies = checksums.checked(name, rows, *(heads[0] if heads else (0, b"")))
            fault = "" if bodies else "there are no events"
        except Damaged as damage:
            bodies, _ = checksums.intact(name, rows)
            fault = str(damage)
        table, readable, reason = _replayed(name, bodies)
        is_listed = table is not None and self._is_listed(table)
        return Condition(name, fault or reason, len(rows), readable, is_listed)

    def repair(self, condition: Condition) -> None:
        """Keep what can be read of a table and list it again; what is cut off is written to a file."""
        rows = self._events(condition.id)
        kept = [body for _, body, _ in rows[: condition.readable]]
        self._save_rest(condition, rows)
        self.execute("BEGIN")
        at_once(remove_table(self._database, condition.id))
        if kept:
            table, _, _ = _replayed(condition.id, kept)
            assert table is not None
            at_once(append_events(self._database, Batch(condition.id, 0, kept, listing.row(table))))
        self.execute("COMMIT")

    def export(self, name: str, folder: Path) -> Path:
        """Write a table's game as a record, or what is stored of it if that makes no game; the file.

        The proof of its deal goes beside it, once the game is over.
        """
        rows = self._events(name)
        table, readable, fault = _replayed(name, checksums.intact(name, rows)[0])
        if table is None or table.game is None or fault or readable < len(rows):
            path = folder / f"{name}.jsonl"
            path.write_text("".join(f"{_shown(body)}\n" for _, body, _ in rows), encoding="utf-8")
        else:
            path = folder / f"{name}.json"
            path.write_text(json.dumps(table.game.record()), encoding="utf-8")
            if table.status == "over" and (proof := table.proof()):
                path.with_suffix(".deal").write_text(json.dumps(proof.to_json()), encoding="utf-8")
        return path

    @abstractmethod
    def rebuild_indexes(self) -> None:
        """Write all indexes again: they follow from the tables."""

    def faults(self) -> list[str]:
        """What the database finds wrong with its file."""
        return []

    @abstractmethod
    def all_rows(self, name: str) -> Iterator[Sequence[Any]]:
        """The rows of one of its tables, read bit by bit."""

    @abstractmethod
    def keep_secret(self, secret: bytes) -> None:
        """Sign cookies with this key from now on."""

    def size(self) -> int:
        """How many rows there are."""
        return sum(int(self.rows(f"SELECT count(*) FROM {name}")[0][0]) for name in TABLE_NAMES)

    def take(self, source: "Stored", advance: Callable[[int], object]) -> None:
        """Copy everything from another store, all of it or nothing."""
        if any(self.rows(f"SELECT 1 FROM {name} LIMIT 1") for name in TABLE_NAMES):
            raise Refused(sentence("store_not_empty"))
        self.execute("BEGIN")
        for name in TABLE_NAMES:
            rows = source.all_rows(name)
            while some := list(islice(rows, AT_ONCE)):
                marks = ", ".join("?" * len(some[0]))
                at_once(self._database.many(f"INSERT INTO {name} VALUES ({marks})", some))
                advance(len(some))
        if source.secret:
            self.keep_secret(source.secret)
        self.execute("COMMIT")

    def _events(self, name: str) -> list[tuple[int, Any, Any]]:
        return self.rows("SELECT seq, body, mark FROM events WHERE tab = ? ORDER BY seq", name)

    def _is_listed(self, table: Table) -> bool:
        rows = self.rows(f"SELECT {COLUMNS} FROM tables WHERE id = ?", table.id)
        row = listing.row(table)
        listed = [{name for (name,) in self.rows(query, table.id)} for query in (SITTING, SPEAKERS)]
        is_complete = set(row.persons) <= listed[0] and set(row.speakers) <= listed[1]
        return bool(rows) and is_sound(rows[0]) and is_complete

    def _save_rest(self, condition: Condition, rows: Sequence[tuple[int, Any, Any]]) -> None:
        rest = rows[condition.readable :]
        if rest:
            folder = self._folder / f"damaged-{datetime.now(UTC):%Y%m%d}"
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with (folder / f"{condition.id}.jsonl").open("a", encoding="utf-8") as file:
                file.writelines(f"{_shown(body)}\n" for _, body, _ in rest)


class InFolder(Stored):
    """A data folder."""

    def __init__(self, connection: sqlite3.Connection, folder: Path, secret: bytes) -> None:
        super().__init__(Direct(connection), folder, secret)
        self._connection = connection

    def faults(self) -> list[str]:
        """What SQLite finds wrong with the file itself."""
        return [fault for (fault,) in self.rows("PRAGMA integrity_check(20)") if fault != "ok"]

    def rebuild_indexes(self) -> None:
        """Write all indexes again: they follow from the tables."""
        self.execute("REINDEX")

    def all_rows(self, name: str) -> Iterator[Sequence[Any]]:
        """The rows of one of its tables, read bit by bit."""
        yield from self._connection.execute(f"SELECT * FROM {name}")

    def keep_secret(self, secret: bytes) -> None:
        """Sign cookies with this key from now on."""
        folder_secret(self._folder / SECRET, secret)


class InPostgres(Stored):
    """A PostgreSQL database."""

    def __init__(self, connection: Any, secret: bytes) -> None:
        super().__init__(Direct(connection), data_folder(), secret)
        self._connection = connection

    def rebuild_indexes(self) -> None:
        """Write all indexes again: they follow from the tables."""
        for name in TABLE_NAMES:
            self.execute(f"REINDEX TABLE {name}")

    def all_rows(self, name: str) -> Iterator[Sequence[Any]]:
        """The rows of one of its tables, read bit by bit."""
        yield from self._connection.stream(f"SELECT * FROM {name}", AT_ONCE)

    def keep_secret(self, secret: bytes) -> None:
        """Sign cookies with this key from now on."""
        self.execute("UPDATE kabuto SET secret = ?", secret)


@contextmanager
def opened(place: str | Path, *, is_new: bool = False) -> Iterator[Stored]:
    """Open a store that no server uses: a data folder, or the address of a database.

    A folder has to have a database already, unless a new one is wanted.
    """
    if isinstance(place, str) and "://" in place:
        with postgres_for(place).alone(place) as (connection, secret):
            yield InPostgres(connection, secret)
    else:
        with _in_folder(Path(place), is_new) as stored:
            yield stored


@contextmanager
def _in_folder(data: Path, is_new: bool) -> Iterator[Stored]:
    path = data / DATABASE
    if not is_new and not path.is_file():
        raise Refused(sentence("no_database", name=DATABASE), str(data))
    with sole_use(data), wal_check.watch(path) as loss:
        try:
            with closing(open_database(path)) as connection:
                prepare(connection, is_checked=False)
                secret = (data / SECRET).read_bytes() if (data / SECRET).exists() else b""
                stored = InFolder(connection, data, secret)
                stored.loss = loss
                yield stored
        except sqlite3.Error as error:
            raise complaint(path, error) from None


def _replayed(name: str, bodies: Sequence[bytes]) -> tuple[Table | None, int, str]:
    """A table after the events that make sense, how many those are, and what is wrong with the next one."""
    table = Table(name, ())
    for number, body in enumerate(bodies):
        try:
            table.apply(decode(body))
        except Exception as error:
            fault = f"event {number} makes no sense: {error}"
            return (Table(name, map(decode, bodies[:number])) if number else None), number, fault
    return (table if bodies else None), len(bodies), ""


def _shown(body: Any) -> str:
    """An event as a line of text, whatever it is."""
    return body.decode("utf-8", "backslashreplace") if isinstance(body, bytes) else str(body)
