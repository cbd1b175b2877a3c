"""Threads that do a task in all games, block by block, without the lock of the interpreter."""

import threading
from time import sleep
from typing import Any
from weakref import finalize

import numpy as np

from kabuto.processes import processors
from kabuto.samurai.numbers import calls


class Crew:
    """The caller and its helpers, no more than there are blocks and processors.

    A helper that finds nothing to do for a while rests, and the next task wakes it. That takes as long as
    some hundred steps of a game, so nobody waits for it: who is there does what there is to do. In a forked
    process, which has no helpers, the caller does it all. A task is put up and done in one call, which
    Ctrl-C does not interrupt.
    """

    def __init__(self, arrays: list[Any], blocks: int, threads: int) -> None:
        self.control = np.zeros(calls.CONTROL, np.int64)
        self.control[calls.TICKET] = blocks
        self._arrays = arrays
        self._failed: list[BaseException] = []
        over = threading.Event()
        self._calls = [threading.Lock() for _ in range(1, min(threads, blocks, processors()))]
        for call in self._calls:
            call.acquire()
            given = (self.control, arrays, call, over, self._failed)
            threading.Thread(target=_help, args=given, daemon=True).start()
        finalize(self, _dismiss, self._calls, over)

    def do(self, task: int) -> None:
        """Do a task in all blocks."""
        self.settle()
        _wake(self._calls)
        try:
            calls.work(self.control, task, *self._arrays)
        finally:
            self.settle()  # with Ctrl-C too

    def settle(self) -> None:
        """See that nothing is being done any more, before anything is read or written."""
        if self.control[calls.DONE] == self.control[calls.DUE]:
            return
        while not calls.work(self.control, calls.WAIT, *self._arrays):
            if self._failed:
                raise RuntimeError("a thread failed") from self._failed[0]
            sleep(0)  # somebody else has to run, on this processor too


def _help(control: Any, arrays: list[Any], call: Any, over: Any, failed: list[BaseException]) -> None:
    """Work whenever called, until it is over."""
    try:
        while call.acquire() and not over.is_set():
            calls.work(control, calls.HELP, *arrays)
    except BaseException as error:
        failed.append(error)


def _wake(helpers: list[Any]) -> None:
    """Call all helpers: one that is still at work hears it when it would rest."""
    for call in helpers:
        if call.locked():
            call.release()


def _dismiss(helpers: list[Any], over: threading.Event) -> None:
    over.set()
    _wake(helpers)
