"""Many games of Samurai on the processor: arrays, and the threads that step slices of them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from kabuto.envs import samurai_calls as calls
from kabuto.envs.samurai_fields import SIZE
from kabuto.samurai.kernel.convert import states
from kabuto.samurai.kernel.tables import ACTIONS

CHANCE = np.dtype([("rng", "i8")])
"""The generator of the sampler: its own, so that sampling changes no game."""


class Processor:
    """Games in flat arrays; each thread steps its slice, without the lock of the interpreter."""

    def __init__(self, games: int, players: int, blank: Any, threads: int) -> None:
        self.states = states(games)
        self.chance = np.zeros(games, CHANCE)
        self.actions = np.zeros(games, np.int64)
        self.observation = np.zeros((games, SIZE), np.uint8)
        self.mask = np.zeros((games, ACTIONS), np.bool_)
        self.reward = np.zeros((games, players), np.float32)
        self.done = np.zeros(games, np.bool_)
        self.seat = np.zeros(games, np.int64)
        self._all = [self.states, self.chance, self.actions, self.observation, self.mask]
        self._all += [self.reward, self.done, self.seat]
        words = self.states.view(np.int32).reshape(games, calls.WORDS)
        self._begin = (self.states, words, blank.view(np.int32))
        self._written = (
            self.observation,
            self.observation.view(np.int32),
            self.mask.view(np.uint8),
            self.reward,
            self.done,
            self.seat,
        )
        threads = min(threads, games)
        ends = [games * part // threads for part in range(threads + 1)]
        self._slices = list(pairwise(ends))
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def take(self, actions: Any) -> None:
        """Copy the actions in: nobody else can change them between the check and the step."""
        np.copyto(self.actions, actions, casting="unsafe")

    def first_illegal(self) -> int:
        """The first game whose action is not legal, -1 if there is none."""
        return min(
            (game for game in self._share(calls.first_illegal, self.states, self.actions) if game >= 0),
            default=-1,
        )

    def advance(self) -> None:
        """Do the actions, which are legal."""
        self._share(calls.advance, *self._begin, self.actions, *self._written)

    def begin(self, chance: Any | None) -> None:
        """Begin all games anew: with the generators ``chance``, or with those they have."""
        if chance is not None:
            self.states["rng"], self.chance["rng"] = chance
        self._share(calls.begin_all, *self._begin, *self._written)

    def sample(self) -> Any:
        """Any legal action for each game."""
        self._share(calls.sample, self.states, self.chance, self.actions)
        return self.actions

    def state(self, game: int) -> Any:
        """The record of a game, as an array of one."""
        return self.states[game : game + 1]

    def save(self) -> tuple[Any, ...]:
        """Everything that changes, copied."""
        return tuple(array.copy() for array in self._all)

    def load(self, *saved: Any) -> None:
        """Go on from what was saved."""
        for array, copy in zip(self._all, saved, strict=True):
            array[...] = copy

    def _share(self, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Call a function for every slice: the first one in this thread, the others beside it."""
        first, *others = self._slices
        if self._pool is None:
            return [function(*arguments, *first)]
        waiting = [self._pool.submit(function, *arguments, *part) for part in others]
        return [function(*arguments, *first), *(each.result() for each in waiting)]
