"""Ends a process in time after a signal to stop."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from kabuto.host.log import warn

LONGEST = 9.0
"""Seconds after a signal to stop until the process ends in any case: what was accepted is stored."""


@contextmanager
def ending_in_time() -> Iterator[Callable[[], None]]:
    """What to call on a signal to stop: if the block goes on for too long then, it is ended."""
    timer = Timer(LONGEST, _end)
    timer.daemon = True
    has_begun = False

    def begin() -> None:
        nonlocal has_begun
        if not has_begun:
            has_begun = True
            timer.start()

    try:
        yield begin
    finally:
        timer.cancel()


def _end() -> None:
    warn("closed_by_force", seconds=LONGEST)
    os._exit(1)
