"""The search stays inside its arrays: whole games with every access checked (NUMBA_BOUNDSCHECK=1)."""

from pathlib import Path

import pytest

from tests.support.bounds import run_checked

CHECKED = """
from random import Random
import kabuto
from kabuto.players import play_out
from kabuto.samurai.players.learned.player import Learned
from kabuto.samurai.players.search import Search
from kabuto.samurai.players.search.textbook import Textbook

for players, options in (
    (2, {"edition": "rgg"}),
    (3, {"edition": "hig", "captures": "turn"}),
    (4, {"edition": "ffg", "null_exchange": True}),
):
    game = kabuto.new("samurai", players=players, seed=players, **options)
    seats = [Search(Random(seat), iterations=60) for seat in range(players - 1)]
    play_out(game, [*seats, Textbook(Random(9), iterations=300)])
    assert game.outcome is not None
    Search(Random(1), iterations=1).play_on(kabuto.new("samurai", players=players, seed=1).view(None), 50)
    game = kabuto.new("samurai", players=players, seed=players, hands="choose", figures="draft")
    play_out(game, [Learned(Random(seat), iterations=60) for seat in range(players)])
    Learned(Random(1), iterations=1).play_on(kabuto.new("samurai", players=players, seed=1).view(None), 50)
print("checked")
"""


@pytest.mark.prove
def test_games_of_the_search_stay_in_bounds(tmp_path: Path) -> None:
    run_checked(CHECKED, tmp_path)
