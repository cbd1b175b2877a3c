"""Where this user's data and caches are kept, locks that keep other processes out, and files written whole.

What it is built on is imported by the functions: ``import kabuto`` does without.
"""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copymode
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from platformdirs.api import PlatformDirsABC

APP = "kabuto"


def data_folder() -> Path:
    """Where this user's tables and games are kept: ``$XDG_DATA_HOME/kabuto`` or the system's default."""
    return _folders().user_data_path


def cache_folder() -> Path:
    """Where files that can be made again are kept; ``KABUTO_CACHE`` names another folder for them."""
    chosen = os.environ.get("KABUTO_CACHE")
    return Path(chosen).expanduser() / APP if chosen else _folders().user_cache_path


def lock(descriptor: int) -> None:
    """Lock an open file until it is closed or this process ends, without waiting.

    Raises ``BlockingIOError`` if another process has locked it. Outside Windows a folder can be locked too.
    """
    from filelock import lock_descriptor

    if not lock_descriptor(descriptor, blocking=False):
        raise BlockingIOError("locked by another process")


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A file to write, which takes the place of another one when it is finished, or goes without a trace."""
    path = path.resolve()
    fresh = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    old = path.exists()
    if old and not path.is_file():  # a device or a pipe would be replaced by a file
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    try:
        yield fresh
        with fresh.open("rb+") as file:
            os.fsync(file.fileno())
        if old:
            copymode(path, fresh)
        fresh.replace(path)
    except BaseException as error:
        fresh.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, str(fresh)):  # as when the disk is full
            error.filename = str(path)
        raise


def _folders() -> "PlatformDirsABC":
    if sys.platform == "win32":
        from platformdirs import PlatformDirs

        return PlatformDirs(APP, appauthor=False)
    from platformdirs.unix import Unix  # on macOS too: that is where command-line tools keep their data

    return Unix(APP)
