"""A data folder looked over while no server uses it: what is damaged, and what can be saved."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from kabuto.server import chain, wal
from kabuto.server.events import decode
from kabuto.server.folder import DATABASE, sole_use
from kabuto.server.migrations import prepare
from kabuto.server.room import Room
from kabuto.server.speech import sentence
from kabuto.server.store import (
    COLUMNS,
    TABLES,
    Batch,
    append_events,
    complaint,
    is_sound,
    open_database,
    remove_table,
)
from kabuto.server.table import Table
from kabuto.table import Refused


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


class Folder:
    """A data folder that nobody else uses meanwhile."""

    def __init__(self, data: Path, connection: sqlite3.Connection, loss: wal.Loss | None) -> None:
        self.data, self._connection = data, connection
        self.loss = loss
        """What its write-ahead log has lost, if it was damaged."""

    def tables(self) -> list[str]:
        """Every table that anything is stored of."""
        return [str(table) for (table,) in self._connection.execute(TABLES)]

    def condition(self, name: str) -> Condition:
        """How a table is."""
        try:
            return self._condition(name)
        except sqlite3.DatabaseError as error:
            return Condition(name, str(error), 0, 0, False)

    def _condition(self, name: str) -> Condition:
        rows = self._events(name)
        heads = self._connection.execute("SELECT length, mark FROM tables WHERE id = ?", (name,)).fetchone()
        try:
            bodies = chain.checked(name, rows, *(heads or (0, b"")))
            fault = "" if bodies else "there are no events"
        except chain.Damaged as damage:
            bodies, _ = chain.intact(name, rows)
            fault = str(damage)
        table, readable, reason = _replayed(name, bodies)
        is_listed = table is not None and self._is_listed(table)
        return Condition(name, fault or reason, len(rows), readable, is_listed)

    def repair(self, condition: Condition) -> None:
        """Keep what can be read of a table and list it again; what is cut off is written to a file."""
        rows = self._events(condition.id)
        kept = [body for _, body, _ in rows[: condition.readable]]
        self._save_rest(condition, rows)
        self._connection.execute("BEGIN IMMEDIATE")
        remove_table(self._connection, condition.id)
        if kept:
            table, _, _ = _replayed(condition.id, kept)
            assert table is not None
            append_events(self._connection, Batch(condition.id, 0, kept, Room.row(table)))
        self._connection.execute("COMMIT")

    def export(self, name: str, folder: Path) -> Path:
        """Write a table's game as a record, or what is stored of it if that makes no game; the file.

        The proof of its deal goes beside it, once the game is over.
        """
        rows = self._events(name)
        table, readable, fault = _replayed(name, chain.intact(name, rows)[0])
        if table is None or table.game is None or fault or readable < len(rows):
            path = folder / f"{name}.jsonl"
            path.write_text("".join(f"{_shown(body)}\n" for _, body, _ in rows), encoding="utf-8")
        else:
            path = folder / f"{name}.json"
            path.write_text(json.dumps(table.game.record()), encoding="utf-8")
            if table.status == "over" and (proof := table.proof()):
                path.with_suffix(".deal").write_text(json.dumps(proof.to_json()), encoding="utf-8")
        return path

    def rebuild_indexes(self) -> None:
        """Write all indexes again: they follow from the tables."""
        self._connection.execute("REINDEX")

    def faults(self) -> list[str]:
        """What SQLite finds wrong with the file itself."""
        return [row for (row,) in self._connection.execute("PRAGMA integrity_check(20)") if row != "ok"]

    def _events(self, name: str) -> list[tuple[int, Any, Any]]:
        query = "SELECT seq, body, mark FROM events WHERE tab = ? ORDER BY seq"
        return self._connection.execute(query, (name,)).fetchall()

    def _is_listed(self, table: Table) -> bool:
        row = self._connection.execute(f"SELECT {COLUMNS} FROM tables WHERE id = ?", (table.id,)).fetchone()
        sitting = self._connection.execute("SELECT person FROM sitting WHERE tab = ?", (table.id,)).fetchall()
        persons = {person for (person,) in sitting}
        return row is not None and is_sound(row) and set(Room.row(table).persons) <= persons

    def _save_rest(self, condition: Condition, rows: Sequence[tuple[int, Any, Any]]) -> None:
        rest = rows[condition.readable :]
        if rest:
            folder = self.data / f"damaged-{datetime.now(UTC):%Y%m%d}"
            folder.mkdir(mode=0o700, exist_ok=True)
            with (folder / f"{condition.id}.jsonl").open("a", encoding="utf-8") as file:
                file.writelines(f"{_shown(body)}\n" for _, body, _ in rest)


@contextmanager
def opened(data: Path) -> Iterator[Folder]:
    """Open a data folder that is there and that no server uses."""
    path = data / DATABASE
    if not path.is_file():
        raise Refused(sentence("no_database", name=DATABASE), str(data))
    with sole_use(data), wal.watch(path) as loss:
        try:
            with closing(open_database(path)) as connection:
                prepare(connection, is_checked=False)
                yield Folder(data, connection, loss)
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
