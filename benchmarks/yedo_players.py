"""How fast Yedo's players are on one core: greedy compiled, and search with it and by the readable rules.

python benchmarks/yedo_players.py [--rounds N] [--games N]

Processor time; the median and the range over some rounds.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from random import Random
from typing import Any
from unittest.mock import patch

import kabuto
from kabuto.players import make
from kabuto.yedo.kernel.convert import seed_word, states
from kabuto.yedo.options import Setting
from kabuto.yedo.players import search
from kabuto.yedo.players.compiled import job
from kabuto.yedo.players.compiled.room import room
from kabuto.yedo.players.compiled.warming import warm_all
from kabuto.yedo.players.trials import Readable
from kabuto.yedo.views.view import YedoView

READY = """
import time
import numba
from kabuto.yedo.players.compiled.warming import warm_all
begun = time.process_time()
warm_all()
print(time.process_time() - begun)
"""


def greedy(players: int, trading: str, number: int = 200) -> float:
    """Milliseconds for a game of the compiled greedy player."""
    told: dict[str, int | str | bool] = {"players": players, "cards": "city", "trading": trading}
    told["overbids"] = True
    own, games = room(Setting.of(told)), states(1)
    games[0]["rng"] = seed_word(players)
    begun = time.process_time()
    own.work(games, job.GAMES, number, until=99)
    return 1000 * (time.process_time() - begun) / number


def by_rules() -> Any:
    """A context in which searches play by the readable rules."""
    return patch.object(search, "trials", Readable)


def level(name: str, players: int, number: int, compiled: bool) -> tuple[float, float]:
    """Seconds of decisions in a game between players of one level, and the longest decision in them."""
    took, longest = 0.0, 0.0
    for seed in range(number):
        game, player = (
            kabuto.new("yedo", players=players, seed=seed, trading="brief"),
            make(name, "yedo", Random(seed)),
        )
        while game.to_move is not None:
            view = game.view(game.to_move)
            assert isinstance(view, YedoView)
            with nullcontext() if compiled else by_rules():
                begun = time.process_time()
                move = player.choose(view)
                spent = time.process_time() - begun
            took, longest = took + spent, max(longest, spent)
            game.play(move)
    return took / number, longest


def ready(folder: str) -> float:
    """Seconds until the player is there once Numba has been imported, with its cache in a folder."""
    environment = {**os.environ, "KABUTO_CACHE": folder}
    done = subprocess.run(
        [sys.executable, "-c", READY], check=True, capture_output=True, text=True, env=environment
    )
    return float(done.stdout)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=2, help="games of a level in a round")
    args = parser.parse_args()
    warm_all()
    level("level8", 2, 1, compiled=True)
    found: dict[str, list[float]] = {}
    for _ in range(args.rounds):
        for players in (2, 4, 5):
            for trading in ("brief", "free"):
                name = f"greedy compiled, game of {players}, {trading}, ms"
                found.setdefault(name, []).append(greedy(players, trading))
        for name in ("level6", "level7", "level8"):
            for compiled, how in ((True, "compiled"), (False, "by the readable rules")):
                took, longest = level(name, 2, args.games, compiled)
                found.setdefault(f"{name} {how}, game of two, s", []).append(took)
                found.setdefault(f"{name} {how}, longest decision, ms", []).append(1000 * longest)
    with tempfile.TemporaryDirectory() as folder:
        found["compiling, s"] = [ready(folder)]
        found["ready from the cache, s"] = [ready(folder) for _ in range(args.rounds)]
    for name, values in found.items():
        print(f"{name}: {statistics.median(values):.4g} ({min(values):.4g} to {max(values):.4g})")


if __name__ == "__main__":
    main()
