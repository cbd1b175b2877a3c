"""One seat in each of many games of Samurai, with compiled opponents in the others."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from kabuto.table.numbers import missing

try:
    import numpy as np

    from kabuto.samurai.numbers import seat_calls
except ModuleNotFoundError as error:
    raise missing(error.name or "numba") from error
from kabuto.samurai.editions import OPTIONS
from kabuto.samurai.kernel.convert import states
from kabuto.samurai.kernel.tables import END, TURN
from kabuto.samurai.numbers import kernel, spaces
from kabuto.samurai.numbers.cpu import CHANCE
from kabuto.samurai.players import levels
from kabuto.samurai.players.learned import player as learned
from kabuto.samurai.players.learned.choosing import Mind
from kabuto.samurai.players.learned.native import new_mind
from kabuto.samurai.players.learned.weights import shipped
from kabuto.samurai.players.search import search
from kabuto.samurai.players.search.weights import GREEDY, TUNED
from kabuto.samurai.players.turn import BEAM
from kabuto.table import View
from kabuto.table.numbers.seats import Numbers, SeatGames
from kabuto.table.numbers.vectors import out_of_range
from kabuto.table.options import resolve

RANDOM, PLANNER, LEARNED = "random", ("greedy", "level6"), "learned"
SEARCHING: dict[str, Callable[..., search.Search]] = {
    **{f"level{n}": getattr(levels, f"level{n}") for n in range(7, 11)},
    "search:": search.entrant,
    "learned:": learned.entrant,
}
"""Name → an opponent that searches; after a colon follows the budget for a turn."""


class SamuraiSeats(SeatGames):
    """One seat in each of many games of Samurai."""

    name, dtype = "samurai", np.uint8
    compiled = (RANDOM, *PLANNER, LEARNED, *SEARCHING)
    actions, size = spaces.ACTIONS, spaces.SIZE

    def _prepare(self, options: Mapping[str, Any]) -> None:
        self.options = resolve(OPTIONS, options)
        self.players = int(self.options["players"])
        self._blank = spaces.blank(**self.options)
        self._minds: dict[str, Mind] = {}
        self._searching: dict[str, search.Search] = {}

    @cached_property
    def _arrays(self) -> seat_calls.Games:
        held, row = states(self.games), np.zeros(self.size, np.uint8)
        return seat_calls.Games(
            held, held.view(np.int32).reshape(self.games, kernel.WORDS), self._blank.view(np.int32),
            np.zeros(self.games, CHANCE), np.zeros(self.players), row, row.view(np.int32),
            self.reward, self.over, self.illegal, self.seat, self.to_move,
        )  # fmt: skip

    def _seed(self, words: Numbers, chance: Numbers) -> None:
        self._arrays.states["rng"], self._arrays.chance["rng"] = words, chance

    def _begin(self) -> None:
        seat_calls.begin_all(self._arrays, self.chosen)

    def _act(self, actions: Numbers) -> None:
        seat_calls.act(self._arrays, actions, self.chosen)

    def _act_for(self, which: Numbers, actions: Numbers) -> int:
        return int(seat_calls.act_for(self._arrays, which, actions))

    def _look(self, which: Numbers, observation: Numbers, mask: Numbers) -> None:
        seat_calls.look(self._arrays, which, observation, mask.view(np.uint8))

    def _finish(self) -> None:
        seat_calls.finish(self._arrays, self.observation, self.mask.view(np.uint8))

    def _answer(self, opponent: str) -> None:
        if opponent == RANDOM:
            seat_calls.answer_randomly(self._arrays)
        elif opponent == LEARNED:
            habits = learned.HABITS
            seat_calls.answer_learned(self._arrays, self._mind(opponent), habits.proposals, habits.beam)
        elif opponent in PLANNER:
            mind = self._mind(opponent)
            seat_calls.answer_planned(self._arrays, mind.evaluations[0], mind.singles, mind.plans, BEAM)
        else:
            while len(which := self.waiting()):
                for game in map(int, which):
                    self._search(game, self._searching[opponent])

    def invite(self, opponent: str) -> None:
        name, colon, budget = opponent.partition(":")
        if make := SEARCHING.get(name + colon):
            player = make(Random(0), budget) if colon else make(Random(0))
            if isinstance(player, learned.Measured):
                player.sit_with(self.players)
            self._searching[opponent] = player

    def _search(self, game: int, player: search.Search) -> None:
        """A whole turn of an opponent that searches, or one choice in set-up."""
        t = self._arrays
        root = t.states[game : game + 1].copy()  # everything that its seat cannot see is dealt again in it
        is_turn = root["phase"][0] == TURN
        if not is_turn and not isinstance(player, learned.Learned):
            seat_calls.set_up_game(t, game)
            return
        root["rng"] = t.chance["rng"][game]
        tried = player.tried([root], int(root["seat"][0]), self.players)
        t.chance["rng"][game] = root["rng"][0]
        moves = tried[0].moves[: None if is_turn else 1] if tried else ()
        ids = [action for move in moves for action in spaces.to_ids(move)]
        seat_calls.play_turn_of(t, game, np.array(ids or [END]))

    def _mind(self, opponent: str) -> Mind:
        """What an opponent needs to judge positions and plan turns."""
        if opponent not in self._minds:
            network = shipped().get(self.players) if opponent == LEARNED else None
            weights = (GREEDY,) * len(TUNED) if opponent == "greedy" else TUNED
            self._minds[opponent] = new_mind(self.players, network, weights)
        return self._minds[opponent]

    def observe(self, game: int, seat: int) -> Numbers:
        row = np.empty(self.size, np.uint8)
        spaces.observe(self._arrays.states, game, seat, row)
        return row

    def returns(self, game: int) -> list[float]:
        worth = np.zeros(self.players)
        spaces.returns(self._arrays.states, game, worth)
        return [float(share) for share in worth]

    def why_not(self, game: int, action: int) -> str:
        if not 0 <= action < self.actions:
            return out_of_range(self.actions)
        return spaces.why_not(self._arrays.states[game], action, self.options)

    def view(self, game: int, seat: int) -> View:
        return spaces.readable(self._arrays.states[game], self.options).view(seat)

    def ids(self, move: Any, game: int) -> Sequence[int]:
        return spaces.to_ids(move)
