"""How Samurai learns: what ``kabuto.learn`` asks of a game, over games played in compiled code.

A network of two hidden layers estimates the chance of a seat to win (``players.learned``). Games are kept as
they were played: seeds, actions and results. So they stay useful when the inputs of the network change.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda

from kabuto.samurai.kernel.convert import seed_word, states
from kabuto.samurai.kernel.tables import END
from kabuto.samurai.learning.games import describe_games, play_games
from kabuto.samurai.learning.noting import MOST_ACTIONS
from kabuto.samurai.numbers import calls, spaces
from kabuto.samurai.players.learned import weights
from kabuto.samurai.players.learned.features import exchanged, layout
from kabuto.samurai.players.learned.native import new_mind
from kabuto.samurai.players.learned.network import Network, shapes

PLAYERS = (2, 3, 4)
WIDTH, BEAM = 24, 8
"""How many turns a player considers, and how many plans its planner extends."""
WHIM, ODD = 10, 20
"""How many percent of turns are any of these, and of chosen opening hands are any hand."""
MIXED = 20
"""In how many percent of games some seats play by the hand-made evaluation."""
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {},
    {"captures": "turn"},
    {"hands": "choose"},
    {"edition": "ffg", "figures": "draft"},
)
"""The options of the games, in turn."""
PART = 500
"""Games in one compiled call."""
MOST_INPUTS = 160
"""No position has more inputs that are not zero, times the number of players."""

Weights = Sequence[Any]
Games = Mapping[str, Any]
"""Games as arrays: ``seed``, ``options``, ``size`` (actions of each game), ``actions`` and ``results``."""


def play(
    network: Weights | None, players: int, seed: int, number: int, jobs: int, device: str = "cpu"
) -> Games:
    """Play games of a network against itself; without one, of the hand-made evaluation.

    Those without a network are played on a GPU, if there is one to use. Its rounding differs in the last
    digits, so that now and then it prefers another turn than the CPU would.
    """
    if network is None and device == "cuda" and cuda.is_available():
        found = [_play_on_gpu(players, seed, number)]
    else:
        parts = [(seed + first, min(PART, number - first)) for first in range(0, number, PART)]
        with ThreadPoolExecutor(jobs) as pool:
            found = list(pool.map(lambda part: _play_part(network, players, *part), parts))
    return {
        "players": np.array(players),
        **{name: np.concatenate([part[name] for part in found]) for name in found[0]},
    }


def _play_on_gpu(players: int, seed: int, number: int) -> dict[str, Any]:
    from kabuto.samurai.learning.gpu import Planner

    seeds = seed + np.arange(number)
    return _as_arrays(seeds, *Planner(players, WIDTH, BEAM).play(_starts(players, seeds), seed, WHIM, ODD))


def _play_part(network: Weights | None, players: int, seed: int, number: int) -> dict[str, Any]:
    seeds = seed + np.arange(number)
    chance = np.random.default_rng(seed)
    seats = np.full((number, 4), 0 if network is None else 1)
    if network is not None:
        mixed = chance.integers(100, size=number) < MIXED
        seats[mixed] = chance.integers(2, size=(int(mixed.sum()), 4))
    minds = (new_mind(players, network), new_mind(players, network))
    return _as_arrays(seeds, *_games(minds, players, seeds, seats, WHIM, ODD))


def _as_arrays(seeds: Any, sizes: Any, out: Any, results: Any) -> dict[str, Any]:
    actions = np.concatenate([row[:size] for row, size in zip(out, sizes, strict=True)])
    return {"seed": seeds, "size": sizes, "actions": actions, "results": results.astype(np.float32)}


def _games(minds: Any, players: int, seeds: Any, seats: Any, whim: int, odd: int) -> tuple[Any, Any, Any]:
    """Play games with these seeds: sizes, actions and results."""
    number = len(seeds)
    out, sizes, results = (
        np.zeros((number, MOST_ACTIONS), np.int16),
        np.zeros(number, np.int64),
        np.zeros((number, 4)),
    )
    play_games(
        _starts(players, seeds),
        states(2),
        minds,
        seats,
        int(seeds[0]),
        WIDTH,
        BEAM,
        whim,
        odd,
        out,
        sizes,
        results,
    )
    return sizes, out, results


def _starts(players: int, seeds: Any) -> Any:
    """The games of these seeds before the first action; the seed decides about the options too."""
    blanks = [spaces.blank(players=players, **options) for options in OPTIONS]
    games = states(len(seeds))
    for i, seed in enumerate(seeds):
        games[i]["rng"] = seed_word(int(seed))
        calls.begin(games, i, blanks[int(seed) % len(blanks)])
    return games


def describe(games: Games, jobs: int) -> tuple[Any, Any, Any, Any]:
    """The positions after every turn of these games.

    The inputs that are not zero and their values, filled up with an input beyond the last; what the game
    brought to the seat that moved; and the next position after a turn of this seat, or -1.
    """
    players = int(games["players"])
    offsets = np.concatenate([[0], np.cumsum(games["size"])])

    def part(first: int) -> tuple[Any, ...]:
        some, places = slice(first, first + PART), offsets[first : first + PART + 1]
        actions, mind = games["actions"][places[0] : places[-1]], new_mind(players, None)
        number = int((actions == END).sum())
        found = (
            np.full((number, MOST_INPUTS * players), layout(players).size, np.int16),
            np.zeros((number, MOST_INPUTS * players), np.float32),
            np.zeros(number, np.float32),
            np.zeros(number, np.int64),
        )
        number = describe_games(
            _starts(players, games["seed"][some]),
            states(2),
            mind.evaluations[0],
            mind.sight,
            actions,
            places - places[0],
            games["results"][some],
            *found,
            np.zeros(4, np.int64),
        )
        which, values, wins, following = (each[:number] for each in found)
        most = int((which < layout(players).size).sum(axis=1).max())
        return which[:, :most].copy(), values[:, :most].astype(np.float16), wins, following

    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(part, range(0, len(games["seed"]), PART)))
    starts = np.cumsum([0, *(len(wins) for _, _, wins, _ in found)])
    most = max(which.shape[1] for which, *_ in found)
    inputs = np.full((starts[-1], most), layout(players).size, np.int16)
    amounts = np.zeros((starts[-1], most), np.float16)
    for start, (which, values, _, following) in zip(starts, found, strict=False):
        rows = slice(start, start + len(which))
        inputs[rows, : which.shape[1]], amounts[rows, : which.shape[1]] = which, values
        following[following >= 0] += start
    wins, following = (np.concatenate([each[n] for each in found]) for n in (2, 3))
    return inputs, amounts, wins, following


def contest(new: Weights, old: Weights | None, players: int, seed: int, deals: int, jobs: int) -> Any:
    """Deal → the share of victories of a network, which sits on every seat once in every deal."""
    parts = [seed + np.arange(first, min(first + PART, deals)) for first in range(0, deals, PART)]

    def part(seeds: Any) -> Any:
        minds = new_mind(players, None), new_mind(players, old), new_mind(players, new)
        total = np.zeros(len(seeds))
        for seat in range(players):
            seats = np.full((len(seeds), 4), 0 if old is None else 1)
            seats[:, seat] = 2
            total += _games(minds, players, seeds, seats, 0, 0)[2][:, seat]
        return total / players

    with ThreadPoolExecutor(jobs) as pool:
        return np.concatenate(list(pool.map(part, parts)))


def exchanges(players: int) -> list[list[int]]:
    """Orders of the inputs that describe the same position: the kinds of figure are alike."""
    return [exchanged(players, (a, b, c)) for a, b, c in permutations(range(3))]


def sizes(players: int) -> Sequence[tuple[int, ...]]:
    """The shapes of the weights: pairs of matrix and bias, and the last layer with its bias at the end."""
    return shapes(players)


def read(file: Path) -> dict[int, Weights]:
    """Number of players → weights, from a file."""
    return dict(weights.read(file))


def write(file: Path, networks: Mapping[int, Weights], provenance: Mapping[str, Any]) -> None:
    """Write a file that ``read`` reads."""
    weights.write(file, {players: Network(*network) for players, network in networks.items()}, provenance)
