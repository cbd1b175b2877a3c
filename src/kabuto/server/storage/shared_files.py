"""Files of the page, shared by servers of different versions.

The names of these files change with their content, and each version has its own. While two versions run side
by side, a page that came from one server asks another one for its files. So every server puts its files into
the database, and looks there for those that it does not have.
"""

import asyncio
import re
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from kabuto.protocol.errors import Refusal

DAY = 24 * 3600.0
KEPT = 7
"""Days for which a file is kept after the last server that has it: pages may be open that long."""
TABLES = """
    CREATE UNLOGGED TABLE IF NOT EXISTS assets (
        name TEXT PRIMARY KEY, body BYTEA NOT NULL, seen TIMESTAMPTZ NOT NULL
    );
"""
_NAME = re.compile(r"[\w.-]{1,100}")
_SEE = "UPDATE assets SET seen = now() WHERE name = ANY(?) RETURNING name"
_PUT = "INSERT INTO assets VALUES (?, ?, now()) ON CONFLICT DO NOTHING RETURNING name"
_FORGET = f"DELETE FROM assets WHERE seen < now() - interval '{KEPT} days' RETURNING name"


class Assets:
    """The files of all versions that use a database."""

    def __init__(self, run: Callable[..., Coroutine[Any, Any, list[Any]]]) -> None:
        """``run`` carries out a statement."""
        self._run = run

    async def find(self, name: str) -> bytes | None:
        """A file that another version has."""
        if not _NAME.fullmatch(name):
            return None
        rows = await self._run("SELECT body FROM assets WHERE name = ?", name)
        return bytes(rows[0][0]) if rows else None

    async def share_on(self, folder: Path) -> None:
        """Let the others have the files of a folder for as long as this server runs."""
        while True:
            with suppress(Refusal):
                await self.share(folder)
            await asyncio.sleep(DAY)

    async def share(self, folder: Path) -> None:
        """Let the others have the files of a folder, and forget those that no one has had for long."""
        files = {file.name: file for file in folder.glob("*") if file.is_file()}
        there = {name for (name,) in await self._run(_SEE, list(files))}
        for name in files.keys() - there:
            await self._run(_PUT, name, await asyncio.to_thread(files[name].read_bytes))
        await self._run(_FORGET)
