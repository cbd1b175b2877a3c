"""One game of Yedo at a time, by the rules."""

from random import Random
from secrets import randbits
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kabuto.table import BadOption, IllegalMove, Value
from kabuto.table.numbers.single import RulesSingle
from kabuto.table.options import resolve
from kabuto.yedo.game import Yedo
from kabuto.yedo.numbers import spaces
from kabuto.yedo.numbers.actions import ids
from kabuto.yedo.numbers.fields import layout


class YedoSingle(RulesSingle):
    """A game of Yedo."""

    name, actions, size, dtype = "yedo", spaces.ACTIONS, spaces.SIZE, np.int16
    game: Yedo

    def __init__(self, options: dict[str, Any]) -> None:
        self.seat = None
        self._options: dict[str, Value] = resolve(Yedo.option_table, options, lasting=True)
        self.players = int(self._options["players"])
        self._rng = Random(randbits(128))
        cards, trading = str(self._options["cards"]), str(self._options["trading"])
        self.actions, self.size = ids(cards, trading).number, layout(cards, trading).size
        self.game = Yedo(self._options, seed=0)

    def observe(self, seat: int) -> NDArray[Any]:
        return spaces.observation(self.game.view(seat))

    def mask(self) -> NDArray[np.int8]:
        return spaces.mask(self.game)

    def act(self, action: int) -> None:
        game = self.game
        try:
            game.play(spaces.to_move(game, action))
        except BadOption as refusal:
            self.refuse(action, refusal.reason)
        except IllegalMove as refusal:
            self.refuse_move(action, refusal.reason)
        self.seat = game.to_move

    def notation(self, action: int) -> str:
        return str(spaces.to_move(self.game, action))
