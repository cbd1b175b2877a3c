"""How fast the readable rules are: steps, copies, views and samples, and the start-up.

    python benchmarks/rules.py [--seconds 2] [--json FILE]

A step is one move chosen at random from the full list of legal moves and played, checked. The machine's
own speed is measured in the same run (a loop of plain Python), so that two runs can be compared.
"""

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import kabuto

TARGETS = {"steps/s, 2 players": 15_000, "copy, µs": 30, "import, ms": 150}
"""What the product promises on one core of a small machine."""


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each figure (default 2)")
    parser.add_argument("--json", help="write the figures to this file too")
    arguments = parser.parse_args()

    figures = {"plain loop, M/s": plain_loop(arguments.seconds)}
    for players in (2, 3, 4):
        figures[f"steps/s, {players} players"] = steps_per_second(players, arguments.seconds)
    game = halfway()
    view = game.view(0)
    rng = random.Random(0)
    figures["copy, µs"] = microseconds(game.copy)
    figures["legal_moves, µs"] = microseconds(game.legal_moves)
    figures["view, µs"] = microseconds(lambda: game.view(0))
    figures["view.to_json, µs"] = microseconds(view.to_json)
    figures["view.sample, µs"] = microseconds(lambda: view.sample(rng))
    figures["import, ms"] = import_time()

    for name, figure in figures.items():
        target = TARGETS.get(name)
        print(f"{name:24} {figure:12,.1f}" + (f"   target {target:,}" if target else ""))
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)


def plain_loop(seconds: float) -> float:
    """Additions per second in plain Python, in millions: the yardstick of the machine."""

    def run() -> float:
        start, total = perf_counter(), 0
        for number in range(1_000_000):
            total += number
        return perf_counter() - start

    return 1 / median(run() for _ in range(max(3, int(seconds * 10))))


def steps_per_second(players: int, seconds: float) -> float:
    """Random games of the default edition, one after the other."""
    rng, steps, seed, start = random.Random(players), 0, 0, perf_counter()
    while (elapsed := perf_counter() - start) < seconds or not steps:
        game = kabuto.new("samurai", players=players, seed=seed)
        while game.to_move is not None:
            game.play(rng.choice(game.legal_moves()))
        steps, seed = steps + game.ply, seed + 1
    return steps / elapsed


def halfway() -> Any:
    """A 4-player game after 40 random moves."""
    game, rng = kabuto.new("samurai", players=4, seed=1), random.Random(1)
    for _ in range(40):
        game.play(rng.choice(game.legal_moves()))
    return game


def microseconds(call: Callable[[], object], rounds: int = 5) -> float:
    """The time of one call: the median of a few rounds."""

    def run() -> float:
        start = perf_counter()
        for _ in range(300):
            call()
        return (perf_counter() - start) / 300 * 1e6

    return median(run() for _ in range(rounds))


def import_time() -> float:
    """``import kabuto`` and a first game of Samurai in a new process, less an empty process."""

    def run(code: str) -> float:
        start = perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return (perf_counter() - start) * 1000

    return median(run("import kabuto; kabuto.new('samurai')") - run("pass") for _ in range(7))


if __name__ == "__main__":
    main()
