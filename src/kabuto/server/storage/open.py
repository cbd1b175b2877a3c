"""Where a server keeps what lasts: a data folder, which one server may use at a time, or a database."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from kabuto.folders import lock
from kabuto.host.log import warn
from kabuto.protocol.errors import sentence
from kabuto.server.storage.sql_store import SqlStore
from kabuto.server.storage.sqlite import SqliteStore
from kabuto.table import Refused

DATABASE, SECRET, ARCHIVE = "kabuto.sqlite", "secret", "archive"
"""What lies in it: the database, the key that signs cookies, the records of games that were purged."""


@contextmanager
def sole_use(data: Path) -> Iterator[None]:
    """Hold the locks of a data folder: two servers on one database would not see each other's moves."""
    with ExitStack() as held:
        try:
            data.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = held.enter_context((data / "lock").open("ab"))
        except OSError as error:
            raise Refused(sentence("data_unusable", reason=error.strerror), str(data)) from None
        try:
            lock(file.fileno())
            if sys.platform != "win32":
                # The file could be deleted under a running server and locked by a second one; not the folder.
                folder = os.open(data, os.O_RDONLY)
                held.callback(os.close, folder)
                lock(folder)
        except BlockingIOError:
            raise Refused(sentence("data_in_use"), str(data)) from None
        except OSError:
            pass  # a file system that knows no locks, or none for folders
        yield


def store_in(data: Path) -> SqlStore:
    """The store of a data folder."""
    path = data / DATABASE
    has_content = path.exists() and path.stat().st_size > 0
    if (data / SECRET).exists() and not has_content:
        warn("database_missing", path=str(path))  # the key is there, the tables are not
    return SqliteStore(path)


def postgres_for(address: str) -> Any:
    """The module for databases at such an address; it needs psycopg, which not everyone has."""
    if not address.startswith(("postgresql://", "postgres://")):
        raise Refused(sentence("no_postgres_address"), "--store")
    try:
        from kabuto.server.storage import postgres
    except ModuleNotFoundError as missing:
        raise Refused(sentence("no_postgres", name=missing.name), "--store") from None
    return postgres
