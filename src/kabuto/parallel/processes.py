"""Worker processes: how many make sense, how each one starts, and who hears Ctrl-C."""

import os
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from threading import Thread


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def prepare_worker(
    parent: Connection, *, niceness: int = 0, on_end: Callable[[], object] = lambda: None
) -> None:
    """Set up the worker process that calls this: it ignores Ctrl-C and ends when its parent does.

    ``parent`` is the receiving end of a pipe that the parent process holds open and never writes to. When
    the parent closes it or dies, ``on_end`` is called and the worker exits, whatever it is busy with.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for library in ("OMP", "OPENBLAS", "MKL"):  # every core has a worker already
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    step_back(niceness)

    def watch() -> None:
        parent.poll(None)
        on_end()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def step_back(niceness: int) -> None:
    """Let other processes come first, by so much more than before."""
    with suppress(AttributeError, OSError):  # Windows has no niceness
        os.nice(niceness)


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
