"""One game of Samurai at a time, on the compiled engine.

game = SamuraiSingle({"players": 2})
game.begin(seed=7)
while game.seat is not None:
    legal = game.legal()                  # ids, valid until the next action
    game.act(legal[int(random() * len(legal))])
"""

from functools import partial
from operator import index
from secrets import randbits
from typing import Any, Self

from kabuto.table.numbers import missing

try:
    import numpy as np
    from numpy.typing import NDArray

    from kabuto.samurai.numbers import quick_calls
except ModuleNotFoundError as error:
    raise missing(error.name or "numba") from error
from kabuto.samurai.editions import OPTIONS
from kabuto.samurai.kernel import calls as kernel_calls
from kabuto.samurai.kernel.convert import seed_word
from kabuto.samurai.kernel.tables import MAX_LEGAL
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
        self._ids = np.zeros(MAX_LEGAL, np.int64)
        self._number = 0
        self._take_room()
        self.players = int(self._options["players"])

    def _take_room(self) -> None:
        """Tell compiled code where the game is, and where it lists the legal actions."""
        self._play = partial(quick_calls.play(), self._games.ctypes.data, self._ids.ctypes.data)
        self._legal = self._ids.data

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self._games["rng"] = seed_word(seed)
        spaces.begin(self._games, 0, self._blank)
        self.seat = int(self._games["seat"][0])
        self._number = kernel_calls.legal(self._games, 0, self._ids)

    def observe(self, seat: int) -> NDArray[Any]:
        row = np.empty(self.size, np.uint8)
        spaces.observe(self._games, 0, seat, row)
        return row

    def mask(self) -> NDArray[np.int8]:
        row = np.empty(self.actions, np.uint8)
        spaces.write_mask(self._games, 0, row)
        return row.view(np.int8)

    def legal(self) -> memoryview:
        """The legal actions, ascending, in memory that the next action overwrites."""
        return self._legal[: self._number]

    def act(self, action: int) -> None:
        found = self._play(index(action))
        if found < 0:
            self.refuse_move(action, spaces.why_not(self._games[0], action, self._options))
        self._number, self.seat = found >> 2, found & 3 if found else None

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
        twin.__setstate__({**self.__getstate__(), "_games": self._games.copy(), "_ids": self._ids.copy()})
        return twin

    def __getstate__(self) -> dict[str, Any]:
        own = ("_play", "_legal")
        return {name: value for name, value in self.__dict__.items() if name not in own}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._take_room()
