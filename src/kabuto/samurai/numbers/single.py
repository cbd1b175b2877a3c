"""One game of Samurai at a time, on the compiled engine."""

from secrets import randbits
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from kabuto.samurai.editions import OPTIONS
from kabuto.samurai.kernel.convert import seed_word
from kabuto.samurai.numbers import spaces
from kabuto.table import View
from kabuto.table.numbers.single import Single
from kabuto.table.options import resolve


class SamuraiSingle(Single):
    """A game of Samurai on the compiled engine."""

    name, actions, size, dtype = "samurai", spaces.ACTIONS, spaces.SIZE, np.uint8

    def __init__(self, options: dict[str, Any]) -> None:
        self.seat = None
        self._options = resolve(OPTIONS, options)
        self._blank = spaces.blank(**self._options)
        self._games = self._blank.copy()
        self._games["rng"] = seed_word(randbits(128))
        self.players = int(self._options["players"])

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self._games["rng"] = seed_word(seed)
        spaces.begin(self._games, 0, self._blank)
        self.seat = int(self._games["seat"][0])

    def observe(self, seat: int) -> NDArray[Any]:
        row = np.empty(self.size, np.uint8)
        spaces.observe(self._games, 0, seat, row)
        return row

    def mask(self) -> NDArray[np.int8]:
        row = np.empty(self.actions, np.uint8)
        spaces.write_mask(self._games, 0, row)
        return row.view(np.int8)

    def act(self, action: int) -> None:
        over = spaces.act(self._games, 0, action)
        if over < 0:
            reason = spaces.why_not(self._games[0], action, self._options)
            self.refuse_move(action, reason)
        self.seat = None if over else int(self._games["seat"][0])

    def notation(self, action: int) -> str:
        return spaces.describe(action)

    def returns(self) -> list[float]:
        worth = np.zeros(self.players)
        spaces.returns(self._games, 0, worth)
        return [float(share) for share in worth]

    def view(self, seat: int | None) -> View:
        return spaces.readable(self._games[0], self._options).view(seat)

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, _games=self._games.copy())
        return twin
