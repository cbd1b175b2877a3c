"""How fast games are played on a GPU: one thread per game, the functions of the CPU once more.

    python benchmarks/gpu.py

Random games: a block is one warp, which copies 32 games into shared memory, plays them to their end and
copies them back. Games of the planner, in which every seat plans whole turns: on the GPU and on one core of
the CPU, with the settings of its level (one turn, a beam of 4) and with those of learning.

It needs a CUDA device and numba-cuda, and says so where there is none. Random games are the best of five
runs, the planner's of two.
"""

import sys
from time import perf_counter, process_time
from typing import Any

import numpy as np
from numba import cuda, int64

from kabuto.samurai import learning
from kabuto.samurai.bench import start
from kabuto.samurai.kernel import cuda_engine
from kabuto.samurai.kernel.convert import states
from kabuto.samurai.learning.games import play_games
from kabuto.samurai.learning.noting import MOST_ACTIONS
from kabuto.samurai.players.learned.native import new_mind

GAMES = (65_536, 262_144, 1_048_576)
ROUNDS = 5
PLANS = {"one turn, beam 4": (1, 4), "learning": (learning.WIDTH, learning.BEAM)}
"""How many turns the planner considers, and how many plans it extends."""
ON_CPU, ON_GPU = 600, 131_072
"""Games of the planner."""


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


def planned(players: int, width: int, beam: int) -> tuple[float, float, float]:
    """Games of the planner in a second on one core and on the GPU, and the share of games that are the same.

    Rounding differs in the last digits between the two, and a turn that is as good may be preferred.
    """
    from kabuto.samurai.learning.gpu import Planner

    starts = learning._starts(players, 1 + np.arange(ON_CPU))
    mind, seats = new_mind(players, None), np.zeros((ON_CPU, 4), np.int64)
    out, sizes, results = _room(ON_CPU)
    settings = (width, beam, learning.WHIM, learning.ODD)
    play_games(starts[:2], states(2), (mind, mind), seats, 1, *settings, out, sizes, results)
    begin = process_time()
    play_games(starts, states(2), (mind, mind), seats, 1, *settings, out, sizes, results)
    alone = process_time() - begin
    planner, best = Planner(players, width, beam), float("inf")
    many, (moves, *rest) = cuda.to_device(np.resize(starts, ON_GPU)), map(cuda.to_device, _room(ON_GPU))
    for _ in range(3):  # the first one compiles
        begin = perf_counter()
        planner.launch(many, 1, learning.WHIM, learning.ODD, moves, *rest)
        best = min(best, perf_counter() - begin)
    same = (moves.copy_to_host()[:ON_CPU] == out).all(axis=1)
    return ON_CPU / alone, ON_GPU / best, float(same.mean())


def _room(games: int) -> tuple[Any, Any, Any]:
    return np.zeros((games, MOST_ACTIONS), np.int16), np.zeros(games, np.int64), np.zeros((games, 4))


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
    for players in (2, 4):
        for name, (width, beam) in PLANS.items():
            core, gpu, same = planned(players, width, beam)
            print(
                f"{players} players, planned turns ({name}): {gpu:,.0f} games/s, {core:,.0f} on one core, "
                f"{gpu / core:.0f} times; {same:.1%} of the games are the same",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
