"""The engine stays inside its arrays: random games with every access checked (NUMBA_BOUNDSCHECK=1)."""

from pathlib import Path

from tests.support.bounds import run_checked

CHECKED = """
import numpy as np
import kabuto
from kabuto.samurai.kernel import calls
from kabuto.samurai.kernel.convert import from_state, states
from kabuto.samurai.kernel.engine import jit
from kabuto.samurai.kernel.tables import LAND_BESIDE, LANDS, MAX_LEGAL, TOWNS

@jit
def read_nested(games, town, kind, seat):
    return games[0].influence[town, kind, seat]

@jit
def write_nested(games, land):
    games[0].land_token[land] = 1

@jit
def write(s, seat):
    s.hand[seat] = 1

@jit
def write_in_a_call(games, seat):
    write(games[0], seat)

@jit
def read_record(games, number):
    return games[number].land

@jit
def read_table(land):
    return LAND_BESIDE[land, 0]

room = states(1)
for function, last, beyond in (
    (read_nested, (TOWNS - 1, 2, 3), (TOWNS, 0, 0)),
    (read_nested, (0, 0, 3), (0, 0, 4)),
    (write_nested, (LANDS - 1,), (LANDS,)),
    (write_in_a_call, (3,), (4,)),
    (read_record, (0,), (1,)),
):
    function(room, *last)
    try:
        function(room, *beyond)
    except IndexError:
        continue
    raise SystemExit(f"{function.__name__}{beyond} is out of bounds and was not noticed")
try:
    read_table(LANDS)
except IndexError:
    pass
else:
    raise SystemExit("a table was read beyond its end unnoticed")

GAMES, listed, selected = 100, np.zeros(MAX_LEGAL, np.int64), np.zeros(0, np.int64)
for players in (2, 3, 4):
    for options in (
        {"edition": "rgg"},
        {"edition": "hig", "hands": "choose"},
        {"edition": "ffg", "figures": "draft", "null_exchange": True},
    ):
        game = from_state(kabuto.new("samurai", players=players, seed=players, **options).state, players)
        for out in (listed, selected):
            for seat in (-1, players - 1):
                steps = calls.playouts(game, game.copy(), GAMES, seat, out)
                assert steps > 20 * GAMES, "a game has more than a few steps"
print("checked")
"""


def test_random_games_stay_in_bounds_and_a_step_beyond_is_noticed(tmp_path: Path) -> None:
    run_checked(CHECKED, tmp_path)
