"""Games of the planner on a GPU, as data for learning: the functions of the CPU once more.

Every thread plays one game after another until all are played, with working memory of its own. What it needs
most is *local*: the GPU stores that so that the threads of a warp read neighbouring words.
"""

from typing import Any

import numpy as np
from numba import config, cuda

from kabuto.compiling.targets import build
from kabuto.samurai.kernel.tables import STATE
from kabuto.samurai.learning import noting as _noting
from kabuto.samurai.learning.noting import MOST_ACTIONS
from kabuto.samurai.players.search.evaluation import EVALUATION, write
from kabuto.samurai.players.search.singles import MOST_SINGLES, SINGLE
from kabuto.samurai.players.search.turns import PLAN, ROOM
from kabuto.samurai.players.search.weights import TUNED

noting = build(_noting, "cuda_compact")
SIMULATED = bool(config.ENABLE_CUDASIM)
BLOCK, BLOCKS = 64, 8
"""Threads in a block, and blocks for each multiprocessor."""
OPTIONS = {} if SIMULATED else {"max_registers": 96}
"""With more registers for each thread there would be room for too few threads."""
GAME, JUDGEMENT = np.dtype((np.record, STATE)), np.dtype((np.record, EVALUATION))
"""The records of a thread: the simulator needs them as such."""


@cuda.jit(**OPTIONS)
def play(starts, weights, singles, plans, seed, width, beam, whim, odd, counter, out, sizes, results):
    """Play one game from each start."""
    thread = cuda.grid(1)
    records = cuda.local.array(2, GAME)
    evaluation = cuda.local.array(1, JUDGEMENT)
    s, dice, d = records[0], records[1], evaluation[0]
    noting.copy(d, weights[0])
    game = cuda.atomic.add(counter, 0, 1)
    while game < starts.shape[0]:
        noting.copy(s, starts[game])
        noting.throw(dice, seed + game)
        sizes[game] = noting.play_planned(
            s, dice, d, singles[thread], plans[thread], width, beam, whim, odd, out[game]
        )
        noting.final(s, results[game])
        game = cuda.atomic.add(counter, 0, 1)


class Planner:
    """Plays games of a number of players, with memory for all threads on the GPU."""

    def __init__(self, players: int, width: int, beam: int) -> None:
        processors = 1 if SIMULATED else cuda.get_current_device().MULTIPROCESSOR_COUNT
        self.shape = (1, 2) if SIMULATED else (processors * BLOCKS, BLOCK)
        threads = self.shape[0] * self.shape[1]
        weights = np.zeros(1, EVALUATION)
        write(weights[0], TUNED[players])
        self.weights = cuda.to_device(weights)
        self.width, self.beam = width, beam
        self.singles = cuda.device_array((threads, MOST_SINGLES), SINGLE)
        self.plans = cuda.device_array((threads, ROOM), PLAN)

    def play(self, starts: Any, seed: int, whim: int, odd: int) -> tuple[Any, Any, Any]:
        """Play a game from each start: how many actions each has, the actions, and the results."""
        number = len(starts)
        sizes = cuda.to_device(np.zeros(number, np.int64))
        out = cuda.to_device(np.zeros((number, MOST_ACTIONS), np.int16))
        results = cuda.to_device(np.zeros((number, 4)))
        self.launch(cuda.to_device(starts), seed, whim, odd, out, sizes, results)
        return sizes.copy_to_host(), out.copy_to_host(), results.copy_to_host()

    def launch(self, starts: Any, seed: int, whim: int, odd: int, out: Any, sizes: Any, results: Any) -> None:
        """Play games whose arrays are on the GPU already; returns when they are over."""
        counter = cuda.to_device(np.zeros(1, np.int64))
        play[self.shape](
            starts, self.weights, self.singles, self.plans,
            seed, self.width, self.beam, whim, odd, counter, out, sizes, results,
        )  # fmt: skip
        cuda.synchronize()
