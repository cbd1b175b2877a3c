"""The archive in a data folder: the records of games that were removed from the database."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

from kabuto.folders import whole


class FolderArchive:
    """Files with records, and the proofs of their deals beside them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def keep(self, table: str, record: dict[str, Any], proof: dict[str, Any] | None) -> None:
        """Keep the record of a game, and the proof of its deal if there is one; ``OSError`` if that fails."""
        place = self._place(table)
        await asyncio.to_thread(_write, place, json.dumps(record))
        if proof:
            await asyncio.to_thread(_write, place.with_suffix(".deal"), json.dumps(proof))

    def has(self, table: str) -> bool:
        """Whether a table was removed; the name may be any text."""
        return bool(re.fullmatch(r"[\w-]{1,64}", table, re.ASCII)) and self._place(table).exists()

    def _place(self, table: str) -> Path:
        return self._folder / table[:2] / f"{table}.json"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with whole(path) as fresh:
        fresh.write_text(text, encoding="utf-8")
