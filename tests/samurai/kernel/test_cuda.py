"""The engine compiled for a GPU, through Numba's simulator: the same games as on the CPU."""

import json
from typing import Any

import numpy as np
import pytest

import kabuto
from kabuto.samurai.kernel import calls
from kabuto.samurai.kernel.convert import from_state
from tests.support.simulator import simulated

SIMULATED = """
import json, sys
import numpy as np
from numba import cuda
import kabuto
from kabuto.samurai.kernel import cuda_engine
from kabuto.samurai.kernel.convert import from_state

engine = cuda_engine(sys.argv[2])

@cuda.jit
def play(games, steps):
    i = cuda.grid(1)
    if i < games.shape[0]:
        steps[i] = engine.playout(games[i])

games = np.concatenate([
    from_state(kabuto.new("samurai", seed=number, **options).state, number)
    for number, options in enumerate(json.loads(sys.argv[1]))
])
steps = np.zeros(len(games), np.int64)
play[1, len(games)](games, steps)
print(json.dumps({"steps": steps.tolist(), "bytes": games.tobytes().hex()}))
"""

CASES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "edition": "hig", "hands": "choose"},
    {"players": 4, "edition": "ffg", "figures": "draft", "null_exchange": True},
]


@pytest.mark.parametrize("target", ["cuda", "cuda_compact"])
def test_the_gpu_source_plays_the_games_of_the_cpu(target: str) -> None:
    played = json.loads(simulated(SIMULATED, json.dumps(CASES), target))
    for number, options in enumerate(CASES):
        base = from_state(kabuto.new("samurai", seed=number, **options).state, number)
        work = base.copy()
        steps = calls.playouts(base, work, 1, -1, np.zeros(0, np.int64))
        size = work.dtype.itemsize
        assert played["steps"][number] == steps
        assert bytes.fromhex(played["bytes"])[number * size : (number + 1) * size] == work.tobytes()
