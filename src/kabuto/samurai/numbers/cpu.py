"""Many games of Samurai on the processor, in flat arrays."""

from typing import Any

import numpy as np

from kabuto.samurai.kernel.convert import states
from kabuto.samurai.kernel.tables import ACTIONS
from kabuto.samurai.numbers import calls
from kabuto.samurai.numbers.crew import Crew
from kabuto.samurai.numbers.fields import SIZE

CHANCE = np.dtype([("rng", "i8")])
"""The generator of the sampler: its own, so that sampling changes no game."""


class Processor:
    """The arrays, and what is done to all of them."""

    def __init__(self, games: int, players: int, blank: Any, threads: int) -> None:
        self.states = states(games)
        self.chance = np.zeros(games, CHANCE)
        self.drawn, self.actions = np.zeros(games, np.int64), np.zeros(games, np.int64)
        self.observation = np.zeros((games, SIZE), np.uint8)
        self.mask = np.zeros((games, ACTIONS), np.bool_)
        self.reward = np.zeros((games, players), np.float32)
        self.done = np.zeros(games, np.bool_)
        self.seat = np.zeros(games, np.int64)
        self._all = [self.states, self.chance, self.actions, self.observation, self.mask]
        self._all += [self.reward, self.done, self.seat]
        words = self.states.view(np.int32).reshape(games, calls.WORDS)
        rows, mask = self.observation.view(np.int32), self.mask.view(np.uint8)
        arrays = [self.states, words, blank.view(np.int32), self.chance, self.drawn, self.actions]
        arrays += [self.observation, rows, mask, self.reward, self.done, self.seat]
        self._crew = Crew(arrays, -(-games // calls.BLOCK), threads)

    def step(self, actions: Any) -> int:
        """Do the actions if all are legal; the first game whose action is not, -1 if there is none.

        They are copied first: nobody else can change them between the check and the step.
        """
        self._crew.settle()
        np.copyto(self.actions, actions, casting="unsafe")
        self._crew.control[calls.ILLEGAL] = len(self.actions)
        self._crew.do(calls.CHECK)
        game = int(self._crew.control[calls.ILLEGAL])
        if game < len(self.actions):
            return game
        self._crew.do(calls.ADVANCE)
        return -1

    def begin(self, chance: Any | None) -> None:
        """Begin all games anew: with the generators ``chance``, or with those they have."""
        self._crew.settle()
        if chance is not None:
            self.states["rng"], self.chance["rng"] = chance
        self._crew.do(calls.BEGIN)

    def sample(self) -> Any:
        """Any legal action for each game."""
        self._crew.do(calls.SAMPLE)
        return self.drawn

    def state(self, game: int) -> Any:
        """The record of a game, as an array of one."""
        self._crew.settle()
        return self.states[game : game + 1]

    def save(self) -> tuple[Any, ...]:
        """Everything that changes, copied."""
        self._crew.settle()
        return tuple(array.copy() for array in self._all)

    def load(self, *saved: Any) -> None:
        """Go on from what was saved."""
        for array, copy in zip(self._all, saved, strict=True):
            array[...] = copy
