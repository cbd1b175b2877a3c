"""Puzzles as pages are sent them, one file each: a puzzle is made when a person first asks for it."""

import asyncio
import gzip
import os
import zlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from shutil import rmtree
from weakref import WeakValueDictionary

import kabuto
from kabuto.host.backend import Answer

FOLDER = "puzzles"
"""Where they are in the data folder: a folder for the code that made them, and none for older code."""
CODE = (".py", ".toml", ".json")
"""Files on which an answer depends."""


class PuzzleFiles:
    """The files."""

    def __init__(self, data: Path) -> None:
        self._parent = data / FOLDER
        self._folder: Path | None = None
        self._making: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def get(self, name: str, zips: bool, make: Callable[[], Awaitable[Answer]]) -> Answer:
        """An answer that was made before, or is made now; ``zips``: whether it may be compressed."""
        lock = self._making.setdefault(name, asyncio.Lock())
        async with lock:  # many may ask for the puzzle of the day
            found = await asyncio.to_thread(self._read, name)
            if found is None:
                made = await make()
                found = made.body if made.is_zipped else gzip.compress(made.body, mtime=0)
                await asyncio.to_thread(self._write, name, found)
        return Answer(found, True) if zips else Answer(gzip.decompress(found), False)

    def _read(self, name: str) -> bytes | None:
        try:
            found = self._place(name).read_bytes()
            gzip.decompress(found)  # the checksum in it tells whether it is whole
        except (OSError, EOFError, zlib.error):
            return None
        return found

    def _write(self, name: str, body: bytes) -> None:
        with suppress(OSError):  # it is made again the next time
            place = self._place(name)
            place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            fresh = place.with_name(f".{place.name}.{os.getpid()}")
            fresh.write_bytes(body)  # no one waits for the disk: moves would have to, too
            fresh.replace(place)

    def _place(self, name: str) -> Path:
        if self._folder is None:
            self._folder = self._parent / version()
            with suppress(OSError):
                for old in self._parent.iterdir():
                    if old != self._folder:
                        rmtree(old, ignore_errors=True)
        return self._folder / f"{name}.json.gz"


@cache
def version() -> str:
    """What changes when the code does that makes an answer."""
    root, digest = Path(kabuto.__file__).parent, blake2b(digest_size=8)
    for file in sorted(root.rglob("*")):
        if file.suffix in CODE and "static" not in file.parts:
            found = file.stat()
            digest.update(f"{file.relative_to(root)} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
