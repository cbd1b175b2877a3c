"""What a damaged write-ahead log has cost.

After a crash SQLite takes the log's transactions over up to the first frame that fails its checksum, and
says nothing of those behind it. Here the log is read before SQLite does it, and what it left out is reported.
The damaged files are kept, so that a person can look for what was lost.

The format is documented at https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
"""

import os
import shutil
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from kabuto.host.log import short, warn

HEADER, FRAME = 32, 24
"""Bytes of the log's header, and of each frame's."""
BIG_ENDIAN = 0x377F0683
"""The magic number of a log whose checksums are made of big-endian words; one less: little-endian."""


class Loss(NamedTuple):
    """What SQLite leaves out of a damaged log."""

    frame: int
    """The first frame that is damaged, from 0."""
    transactions: int
    """How many transactions end there or later; 0: the file ends in the middle of a frame."""


@contextmanager
def watch(path: Path) -> Iterator[Loss | None]:
    """Look at a database's log, let SQLite open it, and report what the log has lost."""
    log = path.with_name(f"{path.name}-wal")
    loss = examine(log)
    if loss is None:
        yield None
        return
    kept = _keep(path, log)
    warn(
        "journal_damaged",
        path=str(log),
        frame=loss.frame,
        transactions=loss.transactions,
        kept=str(kept) if kept else "no room for a copy",
    )
    yield loss
    if kept:
        for table, before, now in _shorter(kept / path.name, path):
            warn("events_lost", table=short(table), stored=before, left=now)


def examine(log: Path) -> Loss | None:
    """What is lost of a log; None if nothing is, as far as the log can tell."""
    try:
        content = log.read_bytes()
    except OSError:
        return None
    if not content:
        return None
    return _loss(content, *_sound(content))


def _sound(content: bytes) -> tuple[int, bytes]:
    """How many frames pass their checksums, and the salt that marks the present frames."""
    if len(content) < HEADER:
        return 0, b""
    step = _step(content)
    state = _checksum(content, content[: HEADER - 8], (0, 0))
    if struct.pack(">II", *state) != content[HEADER - 8 : HEADER]:
        return 0, content[HEADER + 8 : HEADER + 16]  # without a header, the first frame is all we know
    salt, number = content[16:24], 0
    for start in range(HEADER, len(content) - step + 1, step):
        head, page = content[start : start + FRAME], content[start + FRAME : start + step]
        if head[8:16] != salt:
            break
        state = _checksum(content, page, _checksum(content, head[:8], state))
        if struct.pack(">II", *state) != head[16:24]:
            break
        number += 1
    return number, salt


def _loss(content: bytes, sound: int, salt: bytes) -> Loss | None:
    """The transactions behind the sound frames: a frame that ends one says so, and bears the present salt."""
    step = _step(content)
    starts = range(HEADER + sound * step, len(content) - step + 1, step)
    frames = [content[start : start + FRAME] for start in starts]
    ends = sum(head[8:16] == salt and head[4:8] != bytes(4) for head in frames)
    is_cut = (len(content) - HEADER) % step != 0
    return Loss(sound, ends) if ends or is_cut else None


def _step(content: bytes) -> int:
    """Bytes of a frame with its page."""
    size = int.from_bytes(content[8:12], "big")
    is_size = 512 <= size <= 65536 and not size & (size - 1)
    return FRAME + (size if is_size else 4096)


def _checksum(content: bytes, data: bytes, state: tuple[int, int]) -> tuple[int, int]:
    """SQLite's checksum of some more data."""
    order = ">" if int.from_bytes(content[:4], "big") == BIG_ENDIAN else "<"
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    one, two = state
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = one + first + two & 0xFFFFFFFF
        two = two + second + one & 0xFFFFFFFF
    return one, two


def _keep(path: Path, log: Path) -> Path | None:
    """Copy the database and its damaged log aside; None if there is no room."""
    folder = path.with_name(f"damaged-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
    try:
        folder.mkdir(mode=0o700)
        for file in (path, log):
            shutil.copy2(file, folder)
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
        return None
    return folder


def _shorter(kept: Path, path: Path) -> list[tuple[str, int, int]]:
    """Tables that have fewer events than the damaged log says: table, events there, events now."""
    mended = kept.with_name("mended.sqlite")
    try:
        shutil.copy2(kept, mended)
        content = kept.with_name(f"{kept.name}-wal").read_bytes()
        mended.with_name(f"{mended.name}-wal").write_bytes(_mended(content))
        before, now = _lengths(mended), _lengths(path)
    except (OSError, sqlite3.Error):
        return []  # too much is broken to tell
    finally:
        for file in kept.parent.glob("mended.sqlite*"):
            with suppress(OSError):
                os.remove(file)
    return [
        (table, length, now.get(table, 0))
        for table, length in sorted(before.items())
        if length > now.get(table, 0)
    ]


def _mended(content: bytes) -> bytes:
    """The log with checksums that fit whatever it holds: good enough to count what was there."""
    sound, salt = _sound(content)
    step = _step(content)
    head = struct.pack(">IIII", BIG_ENDIAN, 3007000, step - FRAME, 0) + salt
    state = _checksum(head, head, (0, 0))
    parts = [head, struct.pack(">II", *state)]
    for start in range(HEADER, len(content) - step + 1, step):
        front, page = content[start : start + 8] + salt, content[start + FRAME : start + step]
        if start >= HEADER + sound * step and content[start + 8 : start + 16] != salt:
            continue  # of an older log, or damaged beyond recognition
        state = _checksum(head, page, _checksum(head, front[:8], state))
        parts += [front, struct.pack(">II", *state), page]
    return b"".join(parts)


def _lengths(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT tab, count(*) FROM events GROUP BY tab"
        return dict(connection.execute(query).fetchall())
