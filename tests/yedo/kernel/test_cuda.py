"""The engine compiled for a GPU, through Numba's simulator: the same games as on the CPU."""

import json

import numpy as np
import pytest

from kabuto.yedo.kernel import calls
from kabuto.yedo.kernel.convert import seed_word, states
from kabuto.yedo.kernel.record import LEGAL
from kabuto.yedo.kernel.tables import setting_record
from kabuto.yedo.options import Setting
from tests.support.simulator import simulated

CASES: list[dict[str, int | str | bool]] = [
    {"players": 2, "cards": "city", "overbids": True, "trading": "free"},
    {"players": 3, "cards": "house", "overbids": False, "trading": "brief"},
]
SIMULATED = """
import json, sys
import numpy as np
from numba import cuda
from kabuto.compiling.targets import build
from kabuto.yedo.kernel import engine
from kabuto.yedo.kernel.convert import seed_word, states
from kabuto.yedo.kernel.record import LEGAL
from kabuto.yedo.kernel.tables import setting_record
from kabuto.yedo.options import Setting

built = build(engine, "cuda")

@cuda.jit
def play(games, t, out, moves):
    i = cuda.grid(1)
    if i < moves.shape[0]:
        built.deal(games[i], t[i])
        moves[i] = built.play_out(games[i], t[i], out[i])

cases = json.loads(sys.argv[1])
games, t = states(len(cases)), np.concatenate([setting_record(Setting.of(case)) for case in cases])
games["rng"][: len(cases)] = [seed_word(n) for n in range(len(cases))]
moves = np.zeros(len(cases), np.int64)
play[1, len(cases)](games, t, np.zeros((len(cases), LEGAL), np.int64), moves)
print(json.dumps({"moves": moves.tolist(), "games": [each.tobytes().hex() for each in games]}))
"""


@pytest.mark.prove
def test_the_gpu_source_plays_the_games_of_the_cpu() -> None:
    played = json.loads(simulated(SIMULATED, json.dumps(CASES)))
    for number, case in enumerate(CASES):
        games, out = states(1), np.zeros(LEGAL, np.int64)
        games[0]["rng"] = seed_word(number)
        assert played["moves"][number] == calls.play_out(games, 0, setting_record(Setting.of(case)), 1, out)
        assert played["games"][number] == games[0].tobytes().hex()
