"""How fast both games' search is as WebAssembly, beside native code: ``python benchmarks/wasm.py``.

Needs what ``python web/wasm.py`` builds. The same turns are thought over natively and in node, one after the
other; a figure is the median of processor seconds, a ratio the median of the ratios. Sizes are by brotli.
"""

import argparse
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).parents[1]))

import kabuto
from kabuto.compiling import machines
from kabuto.compiling.arrays import Native
from kabuto.folder.making.build import SEARCH, tool
from kabuto.players import make
from kabuto.samurai import Samurai
from kabuto.samurai.players.search import Search
from kabuto.yedo import Yedo
from kabuto.yedo.players.compiled.entries import entries
from kabuto.yedo.players.levels import EFFORTS
from tests.support.machine import NodeMachine

LEVELS, PLAYERS = (6, 7, 8, 9, 10), (2, 3, 4, 5)
SIZE = """
const { readFileSync } = require('fs'), { brotliCompressSync } = require('zlib')
console.log(process.argv.slice(1).map((path) => brotliCompressSync(readFileSync(path)).length).join(' '))
"""


def positions(players: int, number: int) -> Iterator[Samurai]:
    """Positions when a turn begins, from all parts of games."""
    rng, found = random.Random(players), 0
    while found < number:
        game = kabuto.new("samurai", players=players, seed=rng.getrandbits(32))
        walker = make("greedy", "samurai", rng)
        for _ in range(rng.randrange(25 * players)):
            if game.to_move is not None:
                game.play(walker.choose(game.view(game.to_move)))
        if game.to_move is not None and not game.state.played:
            found += 1
            yield game


def decisions(players: int, number: int) -> Iterator[Yedo]:
    """Decisions of Yedo between two moves or more, from all parts of games."""
    rng, found = random.Random(players), 0
    while found < number:
        game = kabuto.new("yedo", players=players, seed=rng.getrandbits(32))
        walker = make("greedy", "yedo", rng)
        for _ in range(rng.randrange(90 * players)):
            if game.to_move is not None:
                game.play(walker.choose(game.view(game.to_move)))
        if game.to_move is not None and len(game.legal_moves()) > 1:
            found += 1
            yield game


class Timed(Native):
    """Measures a machine."""

    seconds = 0.0

    def call(self, entry: str) -> None:
        """Call the entry point."""
        began = process_time()
        super().call(entry)
        self.seconds += process_time() - began


def decide(level: int, players: int, number: int, node: NodeMachine) -> None:
    """Print a row of Yedo: the compiled part of decisions that are tried."""
    (native,) = map(Timed, entries())
    rows = []
    for seed, game in enumerate(decisions(players, number)):
        assert game.to_move is not None
        view, row = game.view(game.to_move), []
        for machine in (native, node):
            machines.use(machine)
            for _ in range(1 if seed else 2):  # the first time, it is loaded
                native.seconds = node.seconds = 0.0
                make(f"level{level}", "yedo", random.Random(seed)).choose(view)
            row.append(machine.seconds)
        machines.use(None)
        if all(row):
            rows.append(row)
    tell(f"Yedo, level {level}, {players} players", *zip(*rows, strict=True))


class Clock:
    """Measures an engine."""

    def __init__(self, engine: Any) -> None:
        self.seconds, self._think = 0.0, engine.think
        engine.think = self

    def __call__(self, root: Any) -> None:
        began = process_time()
        self._think(root)
        self.seconds += process_time() - began


def measure(level: int, players: int, number: int, node: NodeMachine) -> None:
    """Print a row."""
    native, there = [], []
    for seed, game in enumerate(positions(players, number)):
        view, times = game.view(game.to_move), []
        for machine in (None, node):
            machines.use(machine)
            player = cast(Search, make(f"level{level}", "samurai", random.Random(seed)))
            clock = Clock(player.workspaces[0].engine)
            for _ in range(1 if seed else 2):  # the first time, it is loaded
                clock.seconds = node.seconds = 0.0
                player.weigh(view)
            times.append(node.seconds if machine else clock.seconds)
        native.append(times[0])
        there.append(times[1])
    machines.use(None)
    tell(f"Samurai, level {level}, {players} players", native, there)


def tell(name: str, native: Sequence[float], there: Sequence[float]) -> None:
    """Print a row."""
    ratio = median(other / own for own, other in zip(native, there, strict=True))
    slow = quantiles(there, n=20)[-1] if len(there) > 1 else there[0]
    row = f"{median(native):.3f} s | {median(there):.3f} s, 95 %: {slow:.3f} | {ratio:.2f}"
    print(f"| {name} | {row} |", flush=True)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--levels", type=int, nargs="+", default=LEVELS)
    parser.add_argument("--players", type=int, nargs="+", default=PLAYERS)
    asked = parser.parse_args()
    files = [SEARCH / "kernel.wasm", *sorted(SEARCH.glob("*.bin"))]
    told = subprocess.run(
        [*tool("node"), "-e", SIZE, *map(str, files)], capture_output=True, text=True, check=True
    )
    for path, size in zip(files, map(int, told.stdout.split()), strict=True):
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB, brotli {size / 1000:.0f} kB")
    print("| a turn | native | WebAssembly | ratio |\n|---|---|---|---|")
    with NodeMachine(SEARCH) as node:
        for level in asked.levels:
            for players in {*asked.players} - {5}:
                measure(level, players, asked.positions, node)
        for level in {*asked.levels} & {*EFFORTS}:
            for players in asked.players:
                decide(level, players, asked.positions, node)


if __name__ == "__main__":
    main()
