"""A PostgreSQL server for tests, and places in it that nobody else uses."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from deploy.database import postgres

_numbers = count()


class Databases:
    """Places in a server that are as good as databases, and quicker made: schemas."""

    def __init__(self, address: str, programs: Path) -> None:
        self._address = address
        self.programs = programs
        """Where PostgreSQL's own programs lie."""

    def new(self) -> str:
        """The address of a new, empty one."""
        name = f"kabuto{next(_numbers)}"
        with psycopg.connect(self._address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self._address}&options=-csearch_path%3D{name}"


@contextmanager
def running() -> Iterator[Databases]:
    """A server with nothing in it, stopped and deleted afterwards."""
    with postgres() as server:
        server.set(fsync="off")  # nobody needs it after the tests
        yield Databases(server.address, server.programs)
