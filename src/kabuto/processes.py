"""Work in several processes: how many processors there are for it, and who hears Ctrl-C."""

import os
import signal
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing import resource_tracker


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def deaf_to_interrupts() -> Generator[None]:
    """Processes started meanwhile never hear Ctrl-C, from their first instruction on; this one does later.

    They inherit that the signal is held back. For the caller it is there when this is over.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # the first process would start it, which lets the signal through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
