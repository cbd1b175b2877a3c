"""Games of the planner on a GPU, through Numba's simulator: the ones that the CPU plays."""

import json
from typing import Any

import numpy as np
import pytest

from kabuto.samurai import learning
from kabuto.samurai.kernel import calls
from kabuto.samurai.kernel.convert import states
from kabuto.samurai.kernel.tables import END
from kabuto.samurai.learning.games import play_games
from kabuto.samurai.learning.noting import MOST_ACTIONS
from kabuto.samurai.players.learned.native import new_mind
from tests.support.simulator import simulated

SIMULATED = """
import json, sys, warnings
import numpy as np
from kabuto.samurai.kernel.tables import STATE
from kabuto.samurai.learning.gpu import Planner

warnings.filterwarnings("ignore", "overflow encountered")  # hashes wrap around
players, seed, width, beam, whim, odd = map(int, sys.argv[1:7])
starts = np.frombuffer(bytes.fromhex(sys.argv[7]), STATE)
sizes, out, results = Planner(players, width, beam).play(starts, seed, whim, odd)
print(json.dumps([[row[:size].tolist() for row, size in zip(out, sizes)], results.tolist()]))
"""
SETTINGS = (3, 2, 40, 20)
"""Width, beam, and how many percent of turns are any of the candidates, and of opening hands any hand."""


def planned(starts: Any, players: int, seed: int) -> tuple[list[list[int]], Any]:
    """The actions and results of games on the CPU."""
    number = len(starts)
    out, sizes, results = (
        np.zeros((number, MOST_ACTIONS), np.int16), np.zeros(number, np.int64), np.zeros((number, 4))
    )  # fmt: skip
    minds = (new_mind(players, None),) * 2
    play_games(
        starts, states(2), minds, np.zeros((number, 4), np.int64), seed, *SETTINGS, out, sizes, results
    )
    return [row[:size].tolist() for row, size in zip(out, sizes, strict=True)], results


def near_the_end(players: int, seed: int, number: int, turns: int) -> Any:
    """Games of which so many turns are left: the simulator takes a second for each."""
    starts = learning._starts(players, seed + np.arange(number))
    for game, actions in enumerate(planned(starts, players, seed)[0]):
        ends = [at for at, action in enumerate(actions) if action == END]
        for action in actions[: ends[-turns - 1] + 1]:
            calls.step(starts, game, action, -1)
    return starts


@pytest.mark.parametrize(
    ("players", "seed", "turns"), [(2, 1, 2), pytest.param(4, 4, 3, marks=pytest.mark.prove)]
)
def test_the_games_are_those_of_the_cpu(players: int, seed: int, turns: int) -> None:
    starts = near_the_end(players, seed, 2, turns)
    asked = [players, seed, *SETTINGS]
    played, results = json.loads(simulated(SIMULATED, *map(str, asked), starts.tobytes().hex()))
    expected = planned(starts, players, seed)
    assert played == expected[0]
    assert results == expected[1].tolist()
