"""How fast the engine plays random games on a GPU: one thread per game, the functions of the CPU once more.

    python benchmarks/gpu.py

It needs a CUDA device and numba-cuda, and says so where there is none. Every figure is the best of five runs.
"""

import sys
from time import perf_counter
from typing import Any

import numpy as np
from numba import cuda

from kabuto.samurai.bench import start
from kabuto.samurai.kernel import cuda_engine

GAMES = (65_536, 262_144)
BLOCK = 256
ROUNDS = 5


def kernel() -> Any:
    """Play every game to its end and write down how many steps it took."""
    playout = cuda_engine().playout

    @cuda.jit
    def play(states, steps):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            steps[i] = playout(states[i])

    return play


def measure(play: Any, players: int, games: int) -> tuple[float, float]:
    """Steps and games in a second."""
    states = np.repeat(start(players, 0), games)
    states["rng"] = np.random.default_rng(1).integers(1, 2**62, games)
    source, work = cuda.to_device(states), cuda.to_device(states)
    steps = cuda.to_device(np.zeros(games, np.int64))
    best = float("inf")
    for _ in range(ROUNDS + 1):  # the first one compiles
        work.copy_to_device(source)
        cuda.synchronize()
        begin = perf_counter()
        play[(games + BLOCK - 1) // BLOCK, BLOCK](work, steps)
        cuda.synchronize()
        best = min(best, perf_counter() - begin)
    return float(steps.copy_to_host().sum()) / best, games / best


def main() -> int:
    """Measure all combinations and print them."""
    if not cuda.is_available():
        print("There is no CUDA device here.", file=sys.stderr)
        return 1
    print(f"{cuda.get_current_device().name}: random playouts, select")
    play = kernel()
    for players in (2, 4):
        for games in GAMES:
            steps, finished = measure(play, players, games)
            print(
                f"{players} players, {games:,} games: "
                f"{steps / 1e9:.2f} billion steps/s, {finished / 1e6:.1f} million games/s",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
