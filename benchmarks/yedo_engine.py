"""How fast Yedo's compiled engine is on one core, beside the readable rules.

python benchmarks/yedo_engine.py [--rounds N] [--before DIR] [--readable]

Measures in rounds, one after the other in each, and prints the median and the range. With ``--before`` the
package in that folder, such as the ``src`` of an older version, plays games of the readable rules too; with
``--readable`` nothing else is measured.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random
from typing import Literal

import numpy as np

import kabuto
from kabuto.envs import YedoVector
from kabuto.yedo.kernel import calls
from kabuto.yedo.kernel.convert import seed_word, states
from kabuto.yedo.kernel.deals import Deals
from kabuto.yedo.kernel.record import LEGAL
from kabuto.yedo.kernel.tables import setting_record
from kabuto.yedo.options import Setting
from kabuto.yedo.players.greedy import weigh
from kabuto.yedo.views.view import YedoView

BRIEF = """
import random, time
import kabuto
from kabuto.yedo import Yedo
told = {"players": 4}
if any(option.name == "trading" for option in Yedo.option_table):
    told["trading"] = "brief"
"""
"""Options of a game of four that older versions understand, too."""
READABLE = (
    BRIEF
    + """
begun = time.process_time()
for seed in range(10):
    game, rng = kabuto.new("yedo", seed=seed, **told), random.Random(seed)
    while game.to_move is not None:
        game.play(rng.choice(game.legal_moves()))
print(1000 * (time.process_time() - begun) / 10)
"""
)
GREEDY = (
    BRIEF
    + """
from kabuto.yedo.players.greedy import Greedy
begun = time.process_time()
for seed in range(3):
    game = kabuto.new("yedo", seed=seed, **told)
    player = Greedy(random.Random(seed))
    while game.to_move is not None:
        game.play(player.choose(game.view(game.to_move)))
print(1000 * (time.process_time() - begun) / 3)
"""
)
READY = """
import time
import numpy as np
from kabuto.yedo.kernel.warming import warm_all
import numba
begun = time.process_time()
warm_all()
print(time.process_time() - begun)
"""


def setting(players: int, trading: str) -> Setting:
    """A game with the cards ``city``."""
    return Setting.of({"players": players, "cards": "city", "overbids": True, "trading": trading})


def spent(work: Callable[[], object]) -> float:
    """Seconds of processor time."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def random_games(players: int, trading: str, number: int) -> tuple[float, float]:
    """Microseconds for a random game of the engine, moves listed, and millions of moves a second."""
    games, t, out = states(1), setting_record(setting(players, trading)), np.zeros(LEGAL, np.int64)
    games[0]["rng"] = seed_word(players)
    moves = [0]
    took = spent(lambda: moves.append(calls.play_out(games, 0, t, number, out)))
    return 1e6 * took / number, moves[-1] / took / 1e6


def driven() -> float:
    """Thousands of moves a second in one game that Python drives."""
    games, t, out, rng = states(1), setting_record(setting(4, "brief")), np.zeros(LEGAL, np.int64), Random(1)
    games[0]["rng"] = seed_word(1)
    moves, begun, pick = 0, time.process_time(), rng.random
    for _ in range(30):
        calls.deal(games, 0, t, out)
        number = calls.legal(games, 0, t, out)
        while number:
            number = calls.step(games, 0, t, out[int(pick() * number)], out)
            moves += 1
    return moves / (time.process_time() - begun) / 1e3


def rows(trading: Literal["free", "brief"]) -> float:
    """Thousands of rows a second of the vector environment, with observation and mask, one thread."""
    vector, took = YedoVector(1024, players=4, seed=1, trading=trading), 0.0
    for _ in range(40):
        actions = vector.sample()
        took += spent(lambda actions=actions: vector.step(actions))  # type: ignore[misc]
    return 40 * 1024 / took / 1e3


def views() -> list[YedoView]:
    """What the seat to move knows at every twentieth decision of a game of four by ``greedy``."""
    game, rng, found = kabuto.new("yedo", players=4, seed=1, trading="brief"), Random(1), []
    while game.to_move is not None:
        if game.ply % 20 == 0:
            found.append(game.view(game.to_move))
        game.play_unchecked(weigh(game.state, rng))
    return found


def samples(seen: list[YedoView], quick: bool) -> float:
    """Microseconds for a sample of hidden cards, the way to it from the view left out."""
    games = states(1000)
    games["rng"] = np.arange(1, 1002)
    every, took = [Deals(view) for view in seen], 0.0
    for deals in every:
        took += spent(lambda deals=deals: deals.fill(games, 1000, quick))  # type: ignore[misc]
    return 1e6 * took / 1000 / len(seen)


def sampled(seen: list[YedoView]) -> float:
    """Milliseconds for a sample by the readable rules, which goes the way from the view each time."""
    rng = Random(1)
    return 1e3 * spent(lambda: [view.sample(rng) for view in seen]) / len(seen)


def puzzles(seen: list[YedoView]) -> float:
    """Milliseconds from a view to what samples are drawn from, once for a decision."""
    return 1e3 * spent(lambda: [Deals(view) for view in seen]) / len(seen)


def readable(script: str, folder: str) -> float:
    """Milliseconds for a game of four by the readable rules of this package, or of the one in a folder."""
    environment = {**os.environ, **({"PYTHONPATH": folder} if folder else {})}
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, env=environment
    )
    return float(done.stdout)


def ready(folder: str) -> float:
    """Seconds until the engine is there once Numba has been imported, with its cache in a folder."""
    environment = {**os.environ, "KABUTO_CACHE": folder}
    done = subprocess.run(
        [sys.executable, "-c", READY], check=True, capture_output=True, text=True, env=environment
    )
    return float(done.stdout)


def engine_measures() -> list[tuple[str, Callable[[], float]]]:
    """What is measured of the engine, by name; it is compiled before."""
    seen, measures = views(), list[tuple[str, Callable[[], float]]]()
    for players in (2, 4):
        for trading in ("brief", "free"):
            name = f"engine, random game of {players}, {trading}, µs"
            measures.append((name, lambda p=players, t=trading: random_games(p, t, 400)[0]))  # type: ignore[misc]
    measures += [
        ("engine, moves listed, four, M moves/s", lambda: random_games(4, "brief", 400)[1]),
        ("driven from Python, k moves/s", driven),
        ("a sample as the view allows, µs", lambda: samples(seen, quick=False)),
        ("a quick deal, µs", lambda: samples(seen, quick=True)),
        ("from a view to its samples, once, ms", lambda: puzzles(seen)),
        ("view.sample, ms", lambda: sampled(seen)),
        ("vector environment, brief, k rows/s", lambda: rows("brief")),
        ("vector environment, free, k rows/s", lambda: rows("free")),
    ]
    random_games(2, "brief", 1)
    samples(seen[:1], quick=False)
    return measures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--before", default="")
    parser.add_argument("--readable", action="store_true", help="the readable rules alone")
    args = parser.parse_args()
    measures: list[tuple[str, Callable[[], float]]] = []
    for when, folder in (("before", args.before), ("today", "")):
        if folder or when == "today":
            for what, script in (("random", READABLE), ("greedy", GREEDY)):
                name = f"readable rules {when}, {what} game of four, ms"
                measures.append((name, lambda s=script, f=folder: readable(s, f)))  # type: ignore[misc]
    if not args.readable:
        measures += engine_measures()
    found: dict[str, list[float]] = {}
    for _ in range(args.rounds):
        for name, measure in measures:
            found.setdefault(name, []).append(measure())
    if not args.readable:
        with tempfile.TemporaryDirectory() as folder:
            found["compiling, s"] = [ready(folder)]
            found["ready from the cache, s"] = [ready(folder) for _ in range(args.rounds)]
    for name, values in found.items():
        print(f"{name}: {statistics.median(values):.4g} ({min(values):.4g} to {max(values):.4g})")


if __name__ == "__main__":
    main()
