"""How fast the engine plays random games on a GPU: one thread per game, the functions of the CPU once more.

    python benchmarks/gpu.py

A block is one warp: it copies 32 games into shared memory, plays them to their end and copies them back. It
needs a CUDA device and numba-cuda, and says so where there is none. Every figure is the best of five runs.
"""

import sys
from time import perf_counter
from typing import Any

import numpy as np
from numba import cuda, int64

from kabuto.samurai.bench import start
from kabuto.samurai.kernel import cuda_engine

GAMES = (65_536, 262_144, 1_048_576)
ROUNDS = 5


def kernel() -> Any:
    """Play every game to its end and write down how many steps it took."""
    playout = cuda_engine("cuda_compact").playout
    from kabuto.samurai.kernel.cuda_records import HELD, HELD_LONGS, LANES, LONGS, carry

    @cuda.jit
    def play(states, longs, steps):  # type: ignore[no-untyped-def]
        held = cuda.shared.array(0, HELD)
        held_longs = cuda.shared.array(0, int64)
        thread = cuda.threadIdx.x & (LANES - 1)
        first = (cuda.blockIdx.x & 0x7FFFFFFF) * LANES
        games = min(LANES, states.shape[0] - first)
        carry(thread, LANES, games, longs, first * LONGS, LONGS, held_longs, 1, HELD_LONGS)
        cuda.syncthreads()
        if thread < games:
            steps[first + thread] = playout(held[thread])
        cuda.syncthreads()
        carry(thread, LANES, games, held_longs, 1, HELD_LONGS, longs, first * LONGS, LONGS)

    def launch(states: Any, steps: Any) -> None:
        blocks = (len(states) + LANES - 1) // LANES
        play[blocks, LANES, 0, LANES * HELD.itemsize](states, states.view(np.int64), steps)

    return launch


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
        play(work, steps)
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
