"""Schedules garbage collection for when no player is waiting.

A full collection stops the server while it looks at every object: a third of a second with 800 tables. So
Python collects only new objects by itself, and a full collection waits for a quiet moment. The server leaves
hardly anything in cycles, so its memory stays flat even if that moment is long in coming.
"""

import gc
from collections.abc import Callable
from time import monotonic

from kabuto.server.runtime.metrics import Metrics

NEW_OBJECTS = 2000
"""Python collects new objects when there are this many: that takes about a millisecond."""
NEVER = 1_000_000_000
IDLE_SECONDS, BUSY_SECONDS = 60.0, 600.0
"""Time between two full collections, on a server where nothing arrives at the moment and on a busy one."""


class Collector:
    """Decides when to run a full collection."""

    def __init__(self, received: Callable[[], int], metrics: Metrics) -> None:
        """``received`` is how much has arrived so far."""
        self._received, self._metrics = received, metrics
        self._seen = 0
        self._last: float | None = None
        gc.set_threshold(NEW_OBJECTS, NEVER, NEVER)

    async def look(self) -> None:
        """Collect if it is a good moment; to be called every second."""
        received = self._received()
        is_idle, self._seen = received == self._seen, received
        if self._last is None:
            self._collect()
            gc.freeze()  # what is there at the start stays: no collection has to look at it again
        elif monotonic() - self._last >= (IDLE_SECONDS if is_idle else BUSY_SECONDS) and gc.get_count()[1]:
            self._collect()

    def _collect(self) -> None:
        started = monotonic()
        gc.collect()
        self._last = monotonic()
        self._metrics.time("collection", self._last - started)
