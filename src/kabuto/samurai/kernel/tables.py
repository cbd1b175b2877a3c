"""The engine's lookup tables, and the record of a game; the numbers themselves are in ``ids``."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from kabuto.samurai.board import NEIGHBOURS, SETTLEMENT
from kabuto.samurai.kernel.ids import ACTIONS as ACTIONS
from kabuto.samurai.kernel.ids import AROUND, BOARDS, LAND_OF, SEA_OF, WHOLE_SETS
from kabuto.samurai.kernel.ids import CHOOSE as CHOOSE
from kabuto.samurai.kernel.ids import CHOOSING as CHOOSING
from kabuto.samurai.kernel.ids import DRAFTING as DRAFTING
from kabuto.samurai.kernel.ids import DROP as DROP
from kabuto.samurai.kernel.ids import END as END
from kabuto.samurai.kernel.ids import FIGURE as FIGURE
from kabuto.samurai.kernel.ids import FIRST_TOKENS as FIRST_TOKENS
from kabuto.samurai.kernel.ids import KINDS as KINDS
from kabuto.samurai.kernel.ids import KINDS_BY_SHIFT as KINDS_BY_SHIFT
from kabuto.samurai.kernel.ids import LAND_SPACES as LAND_SPACES
from kabuto.samurai.kernel.ids import LANDS as LANDS
from kabuto.samurai.kernel.ids import MAP_STEP as MAP_STEP
from kabuto.samurai.kernel.ids import MAX_LEGAL as MAX_LEGAL
from kabuto.samurai.kernel.ids import OVER as OVER
from kabuto.samurai.kernel.ids import PICK as PICK
from kabuto.samurai.kernel.ids import PUT as PUT
from kabuto.samurai.kernel.ids import RONIN as RONIN
from kabuto.samurai.kernel.ids import RONIN_KIND as RONIN_KIND
from kabuto.samurai.kernel.ids import RONIN_TOKEN as RONIN_TOKEN
from kabuto.samurai.kernel.ids import SEA_SPACES as SEA_SPACES
from kabuto.samurai.kernel.ids import SEA_WORD as SEA_WORD
from kabuto.samurai.kernel.ids import SEAS as SEAS
from kabuto.samurai.kernel.ids import SEAT_STEP as SEAT_STEP
from kabuto.samurai.kernel.ids import SHIP_KIND as SHIP_KIND
from kabuto.samurai.kernel.ids import SHIP_TOKENS as SHIP_TOKENS
from kabuto.samurai.kernel.ids import SHIPS as SHIPS
from kabuto.samurai.kernel.ids import SLOW_KINDS as SLOW_KINDS
from kabuto.samurai.kernel.ids import SLOW_TOKENS as SLOW_TOKENS
from kabuto.samurai.kernel.ids import T_KIND as T_KIND
from kabuto.samurai.kernel.ids import T_TOKEN as T_TOKEN
from kabuto.samurai.kernel.ids import TOWNS as TOWNS
from kabuto.samurai.kernel.ids import TURN as TURN
from kabuto.samurai.kernel.ids import TWINS as TWINS
from kabuto.samurai.kernel.ids import X_KIND as X_KIND
from kabuto.samurai.kernel.ids import X_TOKEN as X_TOKEN
from kabuto.samurai.maps import MAPS
from kabuto.samurai.tokens import FULL_SET, TOKENS

Table = NDArray[np.int64]

# Tokens: a seat's 20 tokens are numbered in the order of their kinds, so equal ones are neighbours.
KIND_OF: Table = np.array(FULL_SET, np.int64)
FIRST_OF: Table = np.array([FULL_SET.index(kind) for kind in range(KINDS)], np.int64)
STRENGTH: Table = np.array([kind.strength for kind in TOKENS], np.int64)
INFLUENCES: Table = np.array([kind.influences for kind in TOKENS], np.int64)


BOARD_STEP = 5
"""Tables by board have this many rows for each map, one for each number of players."""


def _by_board(maps: Sequence[Mapping[int, int]]) -> Table:
    return np.array([rows.get(players, 0) for rows in maps for players in range(BOARD_STEP)], np.int64)


LAND_IN_PLAY = _by_board(LAND_OF)
SEA_IN_PLAY: Table = np.stack(
    [_by_board([{n: words[half] for n, words in seas.items()} for seas in SEA_OF]) for half in range(2)],
    axis=1,
)
CITIES = _by_board([{n: sum(1 << s for s in b.cities) for n, b in boards.items()} for boards in BOARDS])
VILLAGES = _by_board([{n: sum(1 << s for s in b.villages) for n, b in boards.items()} for boards in BOARDS])
FIGURES_OF = _by_board([{n: b.figures for n, b in boards.items()} for boards in BOARDS])

# By map: the tokens of a player, and how many are a full hand.
WHOLE_SET: Table = np.array(WHOLE_SETS, np.int64)
FULL_HAND: Table = np.array([each.hand for each in MAPS.values()], np.int64)

SURROUND: Table = np.array(AROUND, np.int64)
"""Settlement → the land around it."""
LAND_BESIDE: Table = np.array(
    [[SETTLEMENT[n] for n in NEIGHBOURS[space] if n in SETTLEMENT] for space in LAND_SPACES], np.int64
)
"""Land → the two settlements beside it."""
SEA_BESIDE: Table = np.array(
    [([SETTLEMENT[n] for n in NEIGHBOURS[s] if n in SETTLEMENT] + [-1, -1])[:2] for s in SEA_SPACES], np.int64
)
"""Sea → the settlements beside it, -1 where there are fewer than two."""


STATE = np.dtype(
    [
        ("land", "i8"),  # empty land in play
        ("sea", "i8", 2),  # empty sea in play
        ("figures", "i8", 3),  # kind → settlements that hold one
        ("movable", "i8", 4),  # seat → land where it has a token that a token exchange may move
        ("touched", "i8"),  # settlements to check for captures
        ("rng", "i8"),  # state of the random generator, never 0
        ("hand", "i4", 4),  # seat → tokens in hand
        ("pile", "i4", 4),  # seat → tokens still to be drawn, in no order: chance picks one at a time
        ("played", "i4"),  # tokens played in this turn
        ("pick", "i2"),  # first half of an exchange, -1 for none
        ("players", "i1"),
        ("seat", "u1"),
        ("phase", "i1"),
        ("passes", "i1"),
        ("late", "i1"),  # 1: captures after the turn's tokens; 0: after each token
        ("null", "i1"),  # 1: equal figures may be exchanged
        ("setup", "i1"),  # 1: players put the figures on the map; plus MAP_STEP × the number of the map
        ("aside", "i1", 3),
        ("captured", "i1", (4, 3)),
        ("influence", "i1", (TOWNS, 3, 4)),  # settlement, kind, seat
        ("land_token", "i1", LANDS),  # 0, or 1 + kind + SEAT_STEP × seat
        ("sea_token", "i1", SEAS),
    ],
    align=True,
)
"""One game."""
