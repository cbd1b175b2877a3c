"""The engine stays inside its arrays: random games with every access checked (NUMBA_BOUNDSCHECK=1)."""

from pathlib import Path

import pytest

from tests.support.bounds import run_checked

CHECKED = """
import numpy as np
from kabuto.compiling.cpu_tools import entry, inner
from kabuto.yedo.kernel import calls
from kabuto.yedo.kernel.convert import seed_word, states
from kabuto.yedo.kernel.record import HAND_ROOM, LEGAL
from kabuto.yedo.kernel.tables import setting_record
from kabuto.yedo.options import Setting

@inner
def write(s, n):
    s.hand[0, 0, n] = 1

@entry
def beyond(games, n):
    write(games[0], n)

games, out = states(1), np.zeros(LEGAL, np.int64)
beyond(games, HAND_ROOM - 1)
try:
    beyond(games, HAND_ROOM)
except IndexError:
    pass
else:
    raise SystemExit("a card beyond the hand was not noticed")

for players in (2, 3, 4, 5):
    for n, trading in enumerate(("free", "brief")):
        options = {"players": players, "cards": ("city", "house")[n], "overbids": True, "trading": trading}
        games = states(1)
        games[0]["rng"] = seed_word(players)
        moves = calls.play_out(games, 0, setting_record(Setting.of(options)), 500, out)
        assert moves > 500 * 100, "a game has more than a few moves"
print("checked")
"""


@pytest.mark.prove
def test_random_games_stay_in_bounds_and_a_step_beyond_is_noticed(tmp_path: Path) -> None:
    run_checked(CHECKED, tmp_path)
