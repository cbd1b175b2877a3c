"""The compiled greedy player beside the readable one: the same worth of every move, the same choice."""

from collections.abc import Callable
from random import Random
from typing import Any

from kabuto.yedo import rules
from kabuto.yedo.kernel.moves import packing
from kabuto.yedo.moves import Move
from kabuto.yedo.options import Setting
from kabuto.yedo.players.chance import Chance
from kabuto.yedo.players.compiled import job
from kabuto.yedo.players.compiled.room import Room
from kabuto.yedo.players.greedy import best
from kabuto.yedo.players.move_values import judge
from kabuto.yedo.players.position_value import estate
from kabuto.yedo.state.state import State
from tests.yedo.kernel.side_by_side import Compiled, deal_beside

MASK = (1 << 64) - 1
RANDOM = 0.15
"""How often a game goes on with any legal move."""
Choose = Callable[[State, tuple[Move, ...], Random], Move]


class Player(Room):
    """The compiled player of one setting, asked by a record."""

    def choose(self, games: Any) -> int:
        """The number of the move that looks best."""
        return self.work(games, job.CHOOSE)

    def values(self, games: Any, seat: int, moves: list[int]) -> list[float]:
        """What moves are worth to a seat."""
        self.moves[: len(moves)] = moves
        self.work(games, job.VALUES, len(moves), seat)
        found: list[float] = self.results[: len(moves)].tolist()
        return found

    def estates(self, games: Any) -> list[float]:
        """What every clan has."""
        self.work(games, job.ESTATES)
        found: list[float] = self.results[: self.players].tolist()
        return found


def judge_beside(setting: Setting, seed: int, choose: Choose | None = None) -> int:
    """Judge every move of a game by both, and mostly go on as they judge; how many values were compared."""
    engine, player, rng = Compiled(), Player(setting), Random(f"judged {seed}")
    games, state, chance = deal_beside(engine, setting, seed)
    own, compared = packing(setting), 0
    legal = engine.legal(games, player.t)
    while legal:
        moves, seat = rules.legal_moves(state), state.tasks[-1].seat
        where = (seed, state.round, state.step, state.tasks[-1], [str(move) for move in moves])
        before = games.tobytes()
        found, value = player.values(games, seat, legal), judge(state, seat)
        worth = {move: value(move) for move in moves}
        apart = [(move, one, worth[move]) for move, one in zip(moves, found, strict=True)]
        assert [each for each in apart if each[1] != each[2]] == [], where
        if state.step == "auction":
            assert player.estates(games) == [estate(state, n) for n in range(setting.players)], where
        assert games.tobytes() == before, where
        games[0]["rng"] = chance.word = int(games[0]["rng"])
        twin = Chance(chance.word & MASK)
        chosen = best(moves, worth.__getitem__, twin) if len(moves) > 1 else moves[0]
        assert own.unpack(player.choose(games)) == chosen, where
        assert int(games[0]["rng"]) & MASK == twin.word, where
        games[0]["rng"] = chance.word
        if choose:
            move = choose(state, moves, rng)
        else:
            move = rng.choice(moves) if rng.random() < RANDOM else best(moves, worth.__getitem__, rng)
        legal = engine.step(games, player.t, own.pack(move))
        state = rules.after(state, move, chance)
        compared += len(moves)
    assert player.estates(games) == [estate(state, n) for n in range(setting.players)]
    return compared
