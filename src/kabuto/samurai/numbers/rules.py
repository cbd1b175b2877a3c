"""One game of Samurai by action ids, on the readable rules: slower than the engine, but with its history.

Players that use the history, such as those that search, get complete views.
"""

from random import Random
from secrets import randbits
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from kabuto.samurai.editions import OPTIONS
from kabuto.samurai.game import Samurai
from kabuto.samurai.kernel.convert import from_state
from kabuto.samurai.kernel.tables import DROP, FIGURE
from kabuto.samurai.numbers import spaces
from kabuto.table.numbers.single import RulesSingle
from kabuto.table.options import resolve


class SamuraiByRules(RulesSingle):
    """A game of Samurai with its history."""

    name, actions, size, dtype = "samurai", spaces.ACTIONS, spaces.SIZE, np.uint8
    game: Samurai
    _half: tuple[int, ...]
    """The first half of an exchange."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.seat = None
        self._options = resolve(OPTIONS, options)
        self.players = int(self._options["players"])
        self._rng = Random(randbits(128))
        self._set(Samurai(self._options, seed=0))

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self._rng = Random(seed)
        self._set(Samurai(self._options, seed=self._rng.getrandbits(128)))
        self.seat = self.game.to_move

    def observe(self, seat: int) -> NDArray[Any]:
        row = np.empty(self.size, np.uint8)
        spaces.observe(self._record, 0, seat, row)
        return row

    def mask(self) -> NDArray[np.int8]:
        row = np.empty(self.actions, np.uint8)
        spaces.write_mask(self._record, 0, row)
        return row.view(np.int8)

    def act(self, action: int) -> None:
        if not spaces.is_legal(self._record, 0, action):
            reason = spaces.why_not(self._record[0], action, self._options)
            self.refuse_move(action, reason)
        if not self._half and FIGURE <= action < DROP:
            spaces.act(self._record, 0, action)
            self._half = (action,)
        else:
            self.play(spaces.from_ids((*self._half, action)))

    def play(self, move: Any) -> None:
        """Play a whole move of the seat to move."""
        super().play(move)
        self._set(self.game)

    def notation(self, action: int) -> str:
        return spaces.describe(action)

    def copy(self) -> Self:
        twin = super().copy()
        twin._record = self._record.copy()
        return twin

    def _set(self, game: Samurai) -> None:
        self.game, self._half = game, ()
        self._record = from_state(game.state)
