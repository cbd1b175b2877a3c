"""Many games of Samurai on the CPU, in flat arrays, by one or several threads."""

import threading
from time import sleep
from typing import Any
from weakref import finalize

import numpy as np

from kabuto.parallel.processes import processors
from kabuto.samurai.kernel.convert import states
from kabuto.samurai.kernel.tables import ACTIONS
from kabuto.samurai.numbers import blocks
from kabuto.samurai.numbers.fields import SIZE
from kabuto.samurai.numbers.kernel import WORDS

CHANCE = np.dtype([("rng", "i8")])
"""The sampler's random generator: one of its own, so that sampling changes no game."""


class Processor:
    """The arrays, and everything that is done to all games at once."""

    def __init__(self, games: int, players: int, blank: Any, threads: int) -> None:
        self.states = states(games)
        self.chance = np.zeros(games, CHANCE)
        self.sampled, self.actions = np.zeros(games, np.int64), np.zeros(games, np.int64)
        self.observation = np.zeros((games, SIZE), np.uint8)
        self.mask = np.zeros((games, ACTIONS), np.bool_)
        self.reward = np.zeros((games, players), np.float32)
        self.done = np.zeros(games, np.bool_)
        self.seat = np.zeros(games, np.int64)
        self._all = [self.states, self.chance, self.actions, self.observation, self.mask]
        self._all += [self.reward, self.done, self.seat]
        arrays = blocks.Games(
            states=self.states,
            words=self.states.view(np.int32).reshape(games, WORDS),
            blank=blank.view(np.int32),
            chance=self.chance,
            sampled=self.sampled,
            actions=self.actions,
            observation=self.observation,
            rows=self.observation.view(np.int32),
            mask=self.mask.view(np.uint8),
            reward=self.reward,
            done=self.done,
            seat=self.seat,
        )
        self._workers = Workers(arrays, threads)

    def step(self, actions: Any) -> int:
        """Do the actions if all are legal; the first game whose action is not, or -1.

        They are copied first, so that nobody can change them between the check and the step.
        """
        self._workers.finish()
        np.copyto(self.actions, actions, casting="unsafe")
        self._workers.control[blocks.ILLEGAL] = len(self.actions)
        self._workers.do(blocks.CHECK)
        game = int(self._workers.control[blocks.ILLEGAL])
        if game < len(self.actions):
            return game
        self._workers.do(blocks.ADVANCE)
        return -1

    def begin(self, chance: Any | None) -> None:
        """Restart all games, with new random generators or the ones they have."""
        self._workers.finish()
        if chance is not None:
            self.states["rng"], self.chance["rng"] = chance
        self._workers.do(blocks.BEGIN)

    def sample(self) -> Any:
        """A random legal action for each game."""
        self._workers.do(blocks.SAMPLE)
        return self.sampled

    def state(self, game: int) -> Any:
        """The record of a game, as an array of one."""
        self._workers.finish()
        return self.states[game : game + 1]

    def save(self) -> tuple[Any, ...]:
        """Copies of everything that changes."""
        self._workers.finish()
        return tuple(array.copy() for array in self._all)

    def load(self, *saved: Any) -> None:
        """Carry on from what was saved."""
        for array, copy in zip(self._all, saved, strict=True):
            array[...] = copy


class Workers:
    """The calling thread and its helpers, never more than there are blocks and cores.

    A helper that finds nothing to do for a while goes to sleep, and the next task wakes it. Waking takes as
    long as a few hundred steps of a game, so no task waits for a helper: the threads that are awake do the
    work. A forked process has no helpers, and the calling thread does everything. A task is started and
    finished in one compiled call, which Ctrl-C does not interrupt.
    """

    def __init__(self, games: blocks.Games, threads: int) -> None:
        number = -(-len(games.states) // blocks.BLOCK)
        self.control = np.zeros(blocks.CONTROL, np.int64)
        self.control[blocks.TICKET] = number
        self._games = games
        self._failed: list[BaseException] = []
        closed = threading.Event()
        self._alarms = [threading.Lock() for _ in range(1, min(threads, number, processors()))]
        for alarm in self._alarms:
            alarm.acquire()
            given = (self.control, games, alarm, closed, self._failed)
            threading.Thread(target=_help, args=given, daemon=True).start()
        finalize(self, _dismiss, self._alarms, closed)

    def do(self, task: int) -> None:
        """Do a task in all games."""
        self.finish()
        _wake(self._alarms)
        try:
            blocks.work(self.control, task, self._games)
        finally:
            self.finish()  # after Ctrl-C too

    def finish(self) -> None:
        """Wait until no thread works on the arrays, before anyone reads or writes them."""
        if self.control[blocks.DONE] == self.control[blocks.DUE]:
            return
        while not blocks.work(self.control, blocks.WAIT, self._games):
            if self._failed:
                raise RuntimeError("a thread failed") from self._failed[0]
            sleep(0)  # let another thread run, even on this core


def _help(control: Any, games: blocks.Games, alarm: Any, closed: Any, failed: list[BaseException]) -> None:
    """Work whenever woken, until it is closed."""
    try:
        while alarm.acquire() and not closed.is_set():
            blocks.work(control, blocks.HELP, games)
    except BaseException as error:
        failed.append(error)


def _wake(alarms: list[Any]) -> None:
    """Wake all helpers; one that is still busy notices when it would go to sleep."""
    for alarm in alarms:
        if alarm.locked():
            alarm.release()


def _dismiss(alarms: list[Any], closed: threading.Event) -> None:
    closed.set()
    _wake(alarms)
