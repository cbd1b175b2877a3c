"""The compiled player of one setting, asked about records of games natively."""

from functools import lru_cache
from typing import Any

from kabuto.yedo.kernel.convert import states
from kabuto.yedo.kernel.moves import packing
from kabuto.yedo.kernel.tables import setting_record
from kabuto.yedo.options import Setting
from kabuto.yedo.players.compiled.entries import entries
from kabuto.yedo.players.compiled.job import GAMES
from kabuto.yedo.players.compiled.records import weights_record
from kabuto.yedo.players.compiled.think import think
from kabuto.yedo.players.weights import GREEDY, Weights


class Room:
    """What the compiled player needs for games with one setting."""

    def __init__(self, setting: Setting, weights: Weights = GREEDY) -> None:
        self.packing, self.players = packing(setting), setting.players
        (entry,) = entries()
        self._arrays = dict(entry.arguments)
        self.t, self.w, self.j = (self._arrays[name] for name in ("t", "w", "notes"))
        self.moves, self.out, self.results = (self._arrays[name] for name in ("moves", "out", "results"))
        self.t[:], self.w[:] = setting_record(setting), weights_record(setting, weights)

    def work(self, games: Any, what: int, number: int = 0, seat: int = 0, until: int = 0) -> int:
        """Do one of the things with the first game that need no samples."""
        self._arrays["job"][0] = 0
        for name, value in {"do": what, "number": number, "seat": seat, "until": until}.items():
            self._arrays["job"][name] = value
        return int(think(*{**self._arrays, "games": games}.values()))

    def nothing(self) -> int:
        """Have everything compiled."""
        return self.work(states(1), GAMES)


@lru_cache(maxsize=16)
def room(setting: Setting) -> Room:
    """The room for a setting; a process plays one game after the other in it."""
    return Room(setting)
