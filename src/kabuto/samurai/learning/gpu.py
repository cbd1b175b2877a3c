"""Games of the planner on a GPU, as data for learning: the functions of the CPU once more.

Every thread plays one game after another until all are played, with working memory of its own.
"""

from typing import Any

import numpy as np
from numba import config, cuda

from kabuto.samurai.kernel.tables import STATE
from kabuto.samurai.kernel.targets import build
from kabuto.samurai.learning import noting as _noting
from kabuto.samurai.learning.noting import MOST_ACTIONS
from kabuto.samurai.players.search.evaluation import EVALUATION
from kabuto.samurai.players.search.singles import MOST_SINGLES, SINGLE
from kabuto.samurai.players.search.turns import PLAN, ROOM
from kabuto.samurai.players.search.weights import TUNED

noting = build(_noting, "cuda_compact")
BLOCK = 64
"""Threads in a block."""
BLOCKS = 8
"""Blocks for each multiprocessor."""
OPTIONS = {} if config.ENABLE_CUDASIM else {"max_registers": 96}
"""More of them for each thread would leave room for too few threads."""


@cuda.jit(**OPTIONS)  # type: ignore[untyped-decorator]
def play(starts, memory, evaluations, singles, plans, seed, width, beam, whim, odd, counter, out, sizes, results):  # type: ignore[no-untyped-def]  # fmt: skip  # noqa: E501
    """Play one game from each start."""
    thread = cuda.grid(1)
    s = memory[thread, 0]
    dice = memory[thread, 1]
    game = cuda.atomic.add(counter, 0, 1)
    while game < starts.shape[0]:
        noting.copy(s, starts[game])
        noting.throw(dice, seed + game)
        sizes[game] = noting.play_planned(
            s, dice, evaluations[thread], singles[thread], plans[thread], width, beam, whim, odd, out[game]
        )
        noting.final(s, results[game])
        game = cuda.atomic.add(counter, 0, 1)


class Planner:
    """Plays games of a number of players, with memory for all threads on the GPU."""

    def __init__(self, players: int, width: int, beam: int) -> None:
        processors = 1 if config.ENABLE_CUDASIM else cuda.get_current_device().MULTIPROCESSOR_COUNT
        self.blocks, self.block = processors * BLOCKS, BLOCK
        if config.ENABLE_CUDASIM:
            self.blocks, self.block = 1, 2
        threads = self.blocks * self.block
        evaluation = np.zeros(1, EVALUATION)
        TUNED[players].write(evaluation[0])
        self.width, self.beam = width, beam
        self.memory = cuda.device_array((threads, 2), STATE)
        self.evaluations = cuda.to_device(np.repeat(evaluation, threads))
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
        play[self.blocks, self.block](
            starts, self.memory, self.evaluations, self.singles, self.plans,
            seed, self.width, self.beam, whim, odd, counter, out, sizes, results,
        )  # fmt: skip
        cuda.synchronize()
