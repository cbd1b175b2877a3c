"""The games that a search tries, played by the compiled engine."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from kabuto.yedo.kernel.convert import states
from kabuto.yedo.kernel.deals import Deals
from kabuto.yedo.kernel.moves import packing
from kabuto.yedo.kernel.record import LEGAL
from kabuto.yedo.kernel.tables import setting_record
from kabuto.yedo.moves import Move
from kabuto.yedo.options import Setting
from kabuto.yedo.players.chance import End
from kabuto.yedo.players.compiled import calls
from kabuto.yedo.players.compiled.records import notes, weights_record
from kabuto.yedo.players.weights import GREEDY, Weights
from kabuto.yedo.views.view import YedoView


class Room:
    """What the compiled player needs for games with one setting."""

    def __init__(self, setting: Setting, weights: Weights = GREEDY) -> None:
        self.packing, self.players = packing(setting), setting.players
        self.t, self.w, self.j = setting_record(setting), weights_record(setting, weights), notes()
        self.out, self.moves = np.zeros(LEGAL, np.int64), np.zeros(LEGAL, np.int64)
        self.results = np.zeros(LEGAL)

    def work(
        self, games: Any, what: int, number: int = 0, seat: int = 0, until: int = 0, far: bool = False
    ) -> int:
        """One of the operations of ``calls``."""
        return int(
            calls.work(
                games, self.t, self.w, self.j, what, number, seat, until, int(far),
                self.out, self.moves, self.results,
            )
        )  # fmt: skip

    def nothing(self) -> int:
        """Have everything compiled."""
        return self.work(states(1), calls.GAMES)

    def ends(
        self, games: Any, moves: Sequence[Move | None], word: int, until: int, far: bool = True
    ) -> list[End]:
        """The end of the first game after each move and greedy play; every card of it must be known."""
        games[0]["rng"] = word
        for n, move in enumerate(moves):
            self.moves[n] = calls.NO_MOVE if move is None else self.packing.pack(move)
        self.work(games, calls.TRY, len(moves), until=until, far=far)
        rows = self.results[: len(moves) * calls.ROW].reshape(len(moves), calls.ROW).tolist()
        return [End(tuple(row[: self.players]), int(row[-1])) for row in rows]


@lru_cache(maxsize=16)
def room(setting: Setting) -> Room:
    """The room for a setting; a process plays one game after the other in it."""
    return Room(setting)


class Tried:
    """Games that a search tries, in samples of what a view does not show."""

    def __init__(self, room: Room, deals: Deals) -> None:
        self.room, self.deals, self.games = room, deals, states(1)

    def deal(self, rng: Random) -> None:
        """Draw another sample; the generator has made the one that draws."""
        self.deals.fill(self.games, 1)

    def ends(self, moves: Sequence[Move | None], word: int, until: int, far: bool = True) -> list[End]:
        """The end after each move and greedy play."""
        return self.room.ends(self.games, moves, word, until, far)


def tried(view: YedoView, rng: Random) -> Tried:
    """Games in samples of what a view does not show; ``BadOption`` if its past is too long."""
    return Tried(room(view.state.setting), Deals(view, rng.getrandbits(64)))
