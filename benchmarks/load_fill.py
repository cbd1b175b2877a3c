"""Finished tables for ``load.py``, written straight into a store."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from kabuto.host.rooms import listing
from kabuto.host.rooms.new_table import NewTableEvents
from kabuto.protocol.http import Myself
from kabuto.server.runtime.clock import CHANCE, CLOCK
from kabuto.server.storage import checksums
from kabuto.server.storage.open import DATABASE
from kabuto.server.storage.sql_store import COLUMNS, list_line
from kabuto.tabletop.table_events import Created, Event, Moved, encode

PERSONS = 1000
"""Who played these games."""
COPIES = (
    ("tables", f"{COLUMNS}, length, mark"),
    ("sitting", "person, tab"),
    ("events", "tab, seq, body, mark"),
)
TEMPLATE = "template-of-a-table"


def finished_game() -> tuple[list[bytes], Any]:
    """The events of a game that was played to its end, and its line in the lists."""
    created = Created(
        host="host", game="samurai", options={}, seats=[Myself("A"), Myself("B")], invites=["", ""]
    )
    fresh, rng = NewTableEvents(TEMPLATE, created, [], CLOCK.now(), CHANCE), Random(1)
    table, bodies = fresh.table, list(fresh.batch.bodies)
    while table.to_move:
        seat = table.to_move[0]
        legal = [str(move) for move in table.game_of(seat).legal_moves(seat)]
        event: Event = Moved(seat=seat, notation="/" if "/" in legal else rng.choice(legal), at=CLOCK.now())
        table.apply(event, is_new=True)
        bodies.append(encode(event))
    return bodies, listing.row(table)


def rows(name: str, number: int, bodies: list[bytes], row: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of one table of the database."""
    for count in range(number):
        table = f"finished-{count:010}"
        if name == "sitting":
            yield f"person-{count % PERSONS}", table
            continue
        marks = list(checksums.marks(checksums.first(table), bodies))
        if name == "events":
            for seq, (body, mark) in enumerate(zip(bodies, marks, strict=True)):
                yield table, seq, body, mark
        else:
            summary = row.summary.replace(TEMPLATE.encode(), table.encode())
            visibility = "public" if count % 2 else "link"
            line = row._replace(id=table, summary=summary, visibility=visibility, updated=row.updated - count)
            yield *list_line(line), len(bodies), marks[-1]


def fill(store: str | Path, number: int) -> None:
    """Write as many finished tables into a store that a server has used before."""
    bodies, row = finished_game()
    if isinstance(store, Path):
        with closing(sqlite3.connect(store / DATABASE)) as connection, connection:
            for name, columns in COPIES:
                marks = ", ".join("?" * len(columns.split(", ")))
                statement = f"INSERT INTO {name} ({columns}) VALUES ({marks})"
                connection.executemany(statement, rows(name, number, bodies, row))
        return
    with psycopg.connect(store) as database:
        for name, columns in COPIES:
            with database.cursor().copy(f"COPY {name} ({columns}) FROM STDIN".encode()) as copy:
                for values in rows(name, number, bodies, row):
                    copy.write_row(values)
        database.execute("ANALYZE")
