"""Programs that wait between two games: to start one again may take longer than the game.

A program waits only if it has said that it plays many games. It is ended with the process that started it.
"""

import atexit
import os
from collections.abc import Sequence
from threading import Lock
from time import monotonic

from kabuto.players.process import PATIENCE, Process

QUIT = b'{"type":"quit"}\n'
"""The last line that a program is sent."""
MOST = 8
"""How many programs wait at most; the one that has waited longest is ended."""

_Key = tuple[object, ...]
_WAITING: list[tuple[_Key, Process]] = []
_LOCK = Lock()


def take(command: Sequence[str]) -> Process | None:
    """A program that waits and was started by this command, in the same folder and environment."""
    key = _key(command)
    with _LOCK:
        for place in reversed(range(len(_WAITING))):
            if _WAITING[place][0] == key:
                return _WAITING.pop(place)[1]
    return None


def keep(command: Sequence[str], process: Process) -> None:
    """Let a program wait for its next game."""
    with _LOCK:
        _WAITING.append((_key(command), process))
    _end(MOST)


def end_all() -> None:
    """Send all that wait away."""
    _end(0)


def _end(most: int) -> None:
    """Let no more than these wait; the others have the time of one to exit."""
    with _LOCK:
        surplus = [process for _, process in _WAITING[: max(len(_WAITING) - most, 0)]]
        del _WAITING[: len(surplus)]
    for process in surplus:
        process.send(QUIT)
        process.close()
    deadline = monotonic() + PATIENCE
    for process in surplus:
        process.stop(max(deadline - monotonic(), 0.0))


def _key(command: Sequence[str]) -> _Key:
    return tuple(command), os.getcwd(), tuple(sorted(os.environ.items()))


atexit.register(end_all)
