"""One seat in each of many games of Yedo, with compiled opponents in the others."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from kabuto.table.numbers import missing

try:
    import numpy as np

    from kabuto.yedo.numbers import greedy_calls
    from kabuto.yedo.numbers import seat_calls as calls
except ModuleNotFoundError as error:
    raise missing(error.name or "numba") from error
from kabuto.table import BadOption, View
from kabuto.table.numbers.seats import Numbers, SeatGames
from kabuto.table.numbers.vectors import out_of_range
from kabuto.table.options import resolve
from kabuto.yedo.game import Yedo
from kabuto.yedo.kernel.convert import states, to_state
from kabuto.yedo.kernel.record import LEGAL
from kabuto.yedo.numbers.actions import ids
from kabuto.yedo.numbers.kernel_layout import tables
from kabuto.yedo.numbers.seeing import SIZE
from kabuto.yedo.numbers.vector import CHANCE
from kabuto.yedo.numbers.vector_calls import Games
from kabuto.yedo.options import OPTIONS, Setting
from kabuto.yedo.players.compiled.records import notes, weights_record
from kabuto.yedo.positions.position import write_position

RANDOM, GREEDY = "random", "greedy"


class YedoSeats(SeatGames):
    """One seat in each of many games of Yedo."""

    name, compiled, dtype = "yedo", (RANDOM, GREEDY), np.int16

    def _prepare(self, options: Mapping[str, Any]) -> None:
        self.options = resolve(OPTIONS, options)
        self._setting = Setting.of(self.options)
        self.players = self._setting.players
        self._ids = ids(str(self.options["cards"]), str(self.options["trading"]))
        self._tables = tables(self._setting)
        self.actions, self.size = self._ids.number, int(self._tables.at[SIZE])
        self._out = np.zeros(LEGAL, np.int64)
        self._weights, self._notes = weights_record(self._setting), notes()

    @cached_property
    def _arrays(self) -> Games:
        worth, nothing = np.zeros((self.games, self.players), np.float32), np.zeros(0, np.int64)
        return Games(
            states(self.games), np.zeros(self.games, CHANCE), nothing, nothing,
            self.observation, self.mask.view(np.uint8), worth, self.over, self.seat,
            self.reward, self.illegal, self.to_move,
        )  # fmt: skip

    @cached_property
    def _every(self) -> Numbers:
        return np.arange(self.games)

    def _do(
        self, task: int, which: Any = None, actions: Any = None, rows: Any = None, seat: int | None = None
    ) -> int:
        """Do a task to these games, or to all, with an action and a row of each."""
        seat = self.chosen if seat is None else seat
        which = self._every if which is None else which
        observation, mask = rows or (self.observation, self.mask)
        return int(
            calls.work(
                self._arrays, self._tables, task, 0, 0, which, which if actions is None else actions,
                observation, mask.view(np.uint8), seat, self._out,
            )
        )  # fmt: skip

    def _seed(self, words: Numbers, chance: Numbers) -> None:
        self._arrays.states["rng"][: self.games] = words
        self._arrays.chance["rng"] = chance

    def _begin(self) -> None:
        self._do(calls.BEGIN)

    def _act(self, actions: Numbers) -> None:
        self._do(calls.ACT, actions=actions)

    def _act_for(self, which: Numbers, actions: Numbers) -> int:
        return self._do(calls.ACT_FOR, which, actions)

    def _look(self, which: Numbers, observation: Numbers, mask: Numbers) -> None:
        self._do(calls.LOOK, which, rows=(observation, mask))

    def _finish(self) -> None:
        self._do(calls.FINISH)

    def _answer(self, opponent: str) -> None:
        if opponent == RANDOM:
            self._do(calls.ANSWER)
        else:
            setting = self._tables.setting
            greedy_calls.answer(self._arrays, setting, self._weights, self._notes, self._out)

    def observe(self, game: int, seat: int) -> Numbers:
        rows = np.zeros((1, self.size), np.int16), np.zeros((1, self.actions), np.int8)
        self._do(calls.OBSERVE, np.array([game]), rows=rows, seat=seat)
        found: Numbers = rows[0][0]
        return found

    def returns(self, game: int) -> list[float]:
        return [float(share) for share in self._arrays.reward[game]]

    def why_not(self, game: int, action: int) -> str:
        if not 0 <= action < self.actions:
            return out_of_range(self.actions)
        try:
            readable = self._readable(game)
            return readable.why_not(self._ids.to_move(readable, action)) or ""
        except BadOption as refusal:  # it names a seat that is not there
            return refusal.reason

    def _readable(self, game: int) -> Yedo:
        state = to_state(self._arrays.states[game], self._setting)
        return Yedo(self.options, seed=0, start=write_position(state))

    def view(self, game: int, seat: int) -> View:
        return self._readable(game).view(seat)

    def ids(self, move: Any, game: int) -> Sequence[int]:
        return [self._ids.to_id(self._readable(game), move)]
