"""How Yedo learns: what ``kabuto.learn`` asks of a game, over games played in compiled code.

A network estimates the chance of a seat to win from what the seat knows (``mind``). In the first games every
seat is ``greedy`` or ``random``: so it is learned what the positions of those have in common who win. Without
a network the rival in a contest is ``random``. Trading is brief, the cards are those of the house.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from kabuto.table import Value
from kabuto.yedo.kernel.convert import seed_word, states
from kabuto.yedo.kernel.record import LEGAL, SEATS
from kabuto.yedo.kernel.sampling import FORGOTTEN
from kabuto.yedo.kernel.tables import setting_record
from kabuto.yedo.learning.files import FILES
from kabuto.yedo.learning.games import CHOOSE, DESCRIBE, DICE, GREEDY, NEW, OLD, PLAY, RANDOM, work
from kabuto.yedo.learning.mind import MIND, ROOM, inputs, shapes
from kabuto.yedo.options import Setting
from kabuto.yedo.players.compiled.records import notes, weights_record

PLAYERS = (2, 3, 4, 5)
RIVAL = "random"
OPTIONS: dict[str, Value] = {"cards": "house", "overbids": True, "trading": "brief"}
"""The options of the games."""
WHIM = 40
"""How many percent of the moves that are learned from are any legal one: with none, what a single move brings
is hidden by who makes it, and a network learned so wins half of its games against ``random``."""
MIXED = 30
"""In how many percent of games some seats are ``greedy``'s once there is a network."""
EVERY = 8
"""One in so many positions is learned from: those between them say much the same."""
PART = 100
"""Games in one compiled call."""
MOST = 1500
"""No game has more moves for each seat."""

Weights = Sequence[Any]
Games = Mapping[str, Any]
"""Games as arrays: ``seed``, ``size`` (moves of each game), ``moves`` and ``winner``."""


def flat(network: Weights | None) -> Any:
    """The weights of a network in one row."""
    parts = network or [np.zeros(1)]
    return np.concatenate([np.asarray(part, np.float32).ravel() for part in parts])


class Desk:
    """The working memory of one thread."""

    def __init__(self, players: int, setting: Setting | None = None) -> None:
        self.setting, self.players = setting or Setting.of({**OPTIONS, "players": players}), players
        self.records = states(DICE)
        self.t, self.w, self.j = setting_record(self.setting), weights_record(self.setting), notes()
        self.m, self.out = np.zeros(1, MIND), np.zeros(LEGAL + FORGOTTEN, np.int64)

    def play(self, seeds: Any, seats: Any, whim: int, new: Any, old: Any) -> tuple[list[Any], Any]:
        """Play games: the moves of each, and who won."""
        moves = np.zeros((len(seeds), MOST * self.players), np.int32)
        sizes, winners = np.zeros(len(seeds), np.int64), np.zeros(len(seeds), np.int64)
        self._work(PLAY, seeds, seats, whim, new, old, moves, sizes, winners)
        return [row[:size] for row, size in zip(moves, sizes, strict=True)], winners

    def describe(self, seeds: Any, moves: Any, sizes: Any, winners: Any) -> tuple[Any, Any, Any, Any]:
        """Some positions after moves of these games."""
        room = int(sizes.sum()) // EVERY * 2 + 64
        found = (
            np.full((room, ROOM), inputs(self.players), np.int16),
            np.zeros((room, ROOM), np.float32),
            np.zeros(room, np.float32),
            np.zeros(room, np.int64),
        )
        none = np.zeros((1, SEATS), np.int64)
        number = self._work(
            DESCRIBE, seeds, none, 0, flat(None), flat(None), moves[None], sizes, winners, *found
        )
        which, values, wins, following = (each[:number] for each in found)
        most = int((which < inputs(self.players)).sum(axis=1).max(initial=1))
        return which[:, :most].copy(), values[:, :most].astype(np.float16), wins, following

    def choose(self, game: Any, dice: int, network: Any) -> int:
        """The move that a network prefers for the seat to move in a game."""
        self.records[0], self.records[DICE]["rng"] = game, dice
        none, no_games = np.zeros((1, SEATS), np.int64), np.zeros((1, 1), np.int32)
        return self._work(CHOOSE, none[0], none, 0, network, network, no_games, none[0], none[0])

    def _work(
        self, what: int, seeds: Any, seats: Any, whim: int, new: Any, old: Any, moves: Any,
        sizes: Any, winners: Any, which: Any = None, values: Any = None, wins: Any = None,
        following: Any = None,
    ) -> int:  # fmt: skip
        if which is None:
            which, values = np.zeros((1, 1), np.int16), np.zeros((1, 1), np.float32)
            wins, following = np.zeros(1, np.float32), np.zeros(1, np.int64)
        return int(
            work(
                what, self.records, seeds, self.t, self.w, self.j, self.m, seats, whim, new, old,
                inputs(self.players), self.out, moves, sizes, winners, EVERY, which, values, wins,
                following, np.zeros(SEATS, np.int64),
            )
        )  # fmt: skip


def words_of(seeds: Any) -> Any:
    """Seeds as the engine's generators begin."""
    return np.array([seed_word(int(seed)) for seed in seeds], np.int64)


def play(
    network: Weights | None, players: int, seed: int, number: int, jobs: int, device: str = "cpu"
) -> Games:
    """Play games of a network against itself; without one, of ``greedy`` and ``random``."""
    net = flat(network)

    def part(first: int) -> dict[str, Any]:
        seeds = seed + np.arange(first, min(first + PART, number))
        chance = np.random.default_rng(seed + first)
        seats = np.where(chance.integers(2, size=(len(seeds), SEATS)), GREEDY, RANDOM)
        if network is not None:
            alone = chance.integers(100, size=(len(seeds), 1)) >= MIXED
            seats[alone | (chance.integers(2, size=seats.shape) > 0)] = NEW
        moves, winners = Desk(players).play(words_of(seeds), seats, WHIM, net, net)
        sizes = np.array([len(row) for row in moves])
        return {"seed": seeds, "size": sizes, "moves": np.concatenate(moves), "winner": winners}

    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(part, range(0, number, PART)))
    return {
        "players": np.array(players),
        **{name: np.concatenate([each[name] for each in found]) for name in found[0]},
    }


def describe(games: Games, jobs: int) -> tuple[Any, Any, Any, Any]:
    """Positions of these games, each after a move of the seat that looks at it.

    The inputs that are not zero and their values, filled up with an input beyond the last; whether the seat
    won; and the next position of this seat in the game, or -1.
    """
    players = int(games["players"])
    offsets = np.concatenate([[0], np.cumsum(games["size"])])

    def part(first: int) -> tuple[Any, ...]:
        some = slice(first, first + PART)
        moves = games["moves"][offsets[first] : offsets[min(first + PART, len(games["size"]))]]
        return Desk(players).describe(
            words_of(games["seed"][some]), moves, games["size"][some], games["winner"][some]
        )

    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(part, range(0, len(games["seed"]), PART)))
    starts = np.cumsum([0, *(len(wins) for _, _, wins, _ in found)])
    most = max(which.shape[1] for which, *_ in found)
    which = np.full((starts[-1], most), inputs(players), np.int16)
    values = np.zeros((starts[-1], most), np.float16)
    for (start, end), (some, amounts, _, following) in zip(pairwise(starts), found, strict=True):
        which[start:end, : some.shape[1]], values[start:end, : some.shape[1]] = some, amounts
        following[following >= 0] += start
    wins, following = (np.concatenate([each[n] for each in found]) for n in (2, 3))
    return which, values, wins, following


def contest(new: Weights, old: Weights | None, players: int, seed: int, deals: int, jobs: int) -> Any:
    """Deal → the share of victories of a network, which sits on every seat once in every deal.

    The others are another network, or ``random`` if there is none.
    """
    nets = flat(new), flat(old)

    def part(first: int) -> Any:
        seeds = words_of(seed + np.arange(first, min(first + PART, deals)))
        total = np.zeros(len(seeds))
        for seat in range(players):
            seats = np.full((len(seeds), SEATS), RANDOM if old is None else OLD)
            seats[:, seat] = NEW
            total += Desk(players).play(seeds, seats, 0, *nets)[1] == seat
        return total / players

    with ThreadPoolExecutor(jobs) as pool:
        return np.concatenate(list(pool.map(part, range(0, deals, PART))))


def exchanges(players: int) -> list[list[int]]:
    """Orders of the inputs that describe the same position: none but the one."""
    return [list(range(inputs(players)))]


def sizes(players: int) -> Sequence[tuple[int, ...]]:
    """The shapes of the weights."""
    return shapes(players)


def read(file: Path) -> dict[int, Weights]:
    """Number of players → weights, from a file."""
    return dict(FILES.read(file))


def write(file: Path, networks: Mapping[int, Weights], provenance: Mapping[str, Any]) -> None:
    """Write a file that ``read`` reads."""
    FILES.write(file, networks, provenance)
