"""Threads that do a task in all games, block by block, without the lock of the interpreter."""

import threading
from queue import SimpleQueue
from time import sleep
from typing import Any
from weakref import finalize

import numpy as np

from kabuto.envs import samurai_calls as calls
from kabuto.processes import processors


class Crew:
    """The caller and its helpers, no more than there are blocks and processors.

    A helper that finds nothing to do for a while rests, and the next task wakes it. That takes as long as
    some hundred steps of a game, so nobody waits for it: who is there does what there is to do. In a forked
    process, which has no helpers, the caller does it all.
    """

    def __init__(self, arrays: list[Any], blocks: int, threads: int) -> None:
        self.control = np.zeros(calls.CONTROL, np.int64)
        self.control[calls.TICKET] = blocks
        self._blocks, self._arrays = blocks, arrays
        self._resting: list[int] = []
        self._failed: list[BaseException] = []
        self._wake = [SimpleQueue[bool]() for _ in range(1, min(threads, blocks, processors()))]
        for number, wake in enumerate(self._wake):
            given = (self.control, arrays, wake, number, self._resting, self._failed)
            threading.Thread(target=_help, args=given, daemon=True).start()
        finalize(self, _dismiss, self._wake)

    def do(self, task: int) -> None:
        """Do a task in all blocks."""
        while not calls.offer(self.control, task, self._blocks):
            self._finish()  # a task that Ctrl-C interrupted
        while self._resting:
            self._wake[self._resting.pop()].put(True)
        self._finish()

    def _finish(self) -> None:
        while not calls.work(self.control, True, *self._arrays):
            if self._failed:
                raise RuntimeError("a thread failed") from self._failed[0]
            sleep(0)  # somebody else has to run, on this processor too


def _help(
    control: Any, arrays: Any, wake: Any, number: int, resting: list[int], failed: list[BaseException]
) -> None:
    """Work whenever woken, until told to go."""
    try:
        while True:
            resting.append(number)
            if not wake.get():
                break
            calls.work(control, False, *arrays)
    except BaseException as error:
        failed.append(error)


def _dismiss(helpers: list[SimpleQueue[bool]]) -> None:
    for wake in helpers:
        wake.put(False)
