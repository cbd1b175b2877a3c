"""The game in numbers: index spaces, action ids and the engine's lookup tables.

Sets are bit masks in non-negative 64-bit integers: the 56 land spaces, the 34 settlements, the 84 sea
spaces in two words of 42, the 20 tokens of a seat. Every index follows the order of the map.
"""

import numpy as np
from numpy.typing import NDArray

from kabuto.samurai.board import LAND, LAND_AROUND, NEIGHBOURS, SEA, SETTLEMENT, SETTLEMENTS, SPACES, board
from kabuto.samurai.tokens import FULL_SET, TOKEN, TOKENS, T, X

Table = NDArray[np.int64]

LAND_SPACES = tuple(number for number, space in enumerate(SPACES) if space.terrain == LAND)
"""Land index → space."""
SEA_SPACES = tuple(number for number, space in enumerate(SPACES) if space.terrain == SEA)
"""Sea index → space."""
LANDS, SEAS, TOWNS = len(LAND_SPACES), len(SEA_SPACES), len(SETTLEMENTS)
SEA_WORD = SEAS // 2
"""Sea spaces in each of the two words."""

# Kinds of token, in the order of ``TOKENS``.
KINDS = len(TOKENS)
SLOW_KINDS = RONIN_KIND = TOKEN["N1"]
"""H2 to S3 come first: they go on land and are not fast. The ronin follows, then two kinds of ship."""
SHIP_KIND = TOKEN["V1"]
X_KIND, T_KIND = X, T
"""The figure exchange and the token exchange."""

# Action ids: stable, documented, shared by 2 to 4 players.
RONIN = RONIN_KIND * LANDS
SHIPS = RONIN + LANDS
FIGURE = SHIPS + 2 * SEAS
"""Half of a figure exchange: kind × 34 + settlement; the first half names the earlier settlement."""
PICK = FIGURE + 3 * TOWNS
"""First half of a token exchange: which of the player's own tokens moves."""
DROP = PICK + LANDS
"""Second half: where it goes."""
END = DROP + LANDS
CHOOSE = END + 1
PUT = CHOOSE + KINDS
"""Set-up: kind × 34 + settlement."""
ACTIONS = PUT + 3 * TOWNS
"""How many ids there are."""

MAX_LEGAL = 1024
"""No position has more legal actions than this."""

# Tokens: a seat's 20 tokens are numbered in the order of their kinds, so equal ones are neighbours.
KIND_OF: Table = np.array(FULL_SET, np.int64)
FIRST_OF: Table = np.array([FULL_SET.index(kind) for kind in range(KINDS)], np.int64)
STRENGTH: Table = np.array([kind.strength for kind in TOKENS], np.int64)
INFLUENCES: Table = np.array([kind.influences for kind in TOKENS], np.int64)


def _tokens(*names: str) -> int:
    return sum(1 << number for number, kind in enumerate(FULL_SET) if TOKENS[kind].name in names)


ALL_TOKENS = (1 << len(FULL_SET)) - 1
SLOW_TOKENS = _tokens("helmet", "buddha", "rice", "samurai")
RONIN_TOKEN = _tokens("ronin")
SHIP_TOKENS = _tokens("ship")
X_TOKEN = _tokens("figure_exchange")
T_TOKEN = _tokens("token_exchange")
TWINS = sum(1 << n for n in range(len(FULL_SET) - 1) if FULL_SET[n] == FULL_SET[n + 1])
"""Tokens that have an equal one right after them."""
FIRST_TOKENS = ALL_TOKENS & ~(TWINS << 1)
"""The first token of every kind."""
KINDS_BY_SHIFT = tuple(
    sum(1 << kind for kind in range(KINDS) if FULL_SET.index(kind) == kind + shift) for shift in range(4)
)
"""Twins shift the tokens after them: how far → the kinds, as bits, whose first token is shifted so far."""
SEAT_STEP = 32
"""A token on the map is written as 1 + kind + ``SEAT_STEP`` × seat, and 0 stands for an empty space."""


def _mask(indices: tuple[int, ...], numbers: tuple[int, ...]) -> int:
    return sum(1 << index for index, number in enumerate(indices) if number in numbers)


def _by_players(masks: dict[int, int]) -> Table:
    return np.array([masks.get(players, 0) for players in range(5)], np.int64)


_BOARDS = {players: board(players) for players in (2, 3, 4)}
LAND_IN_PLAY = _by_players({n: _mask(LAND_SPACES, b.land) for n, b in _BOARDS.items()})
SEA_IN_PLAY: Table = np.stack(
    [
        _by_players({n: _mask(SEA_SPACES[half : half + SEA_WORD], b.sea) for n, b in _BOARDS.items()})
        for half in (0, SEA_WORD)
    ],
    axis=1,
)
CITIES = _by_players({n: sum(1 << s for s in b.cities) for n, b in _BOARDS.items()})
VILLAGES = _by_players({n: sum(1 << s for s in b.villages) for n, b in _BOARDS.items()})
FIGURES_OF = _by_players({n: b.figures for n, b in _BOARDS.items()})

SURROUND: Table = np.array(
    [sum(1 << LAND_SPACES.index(land) for land in around) for around in LAND_AROUND], np.int64
)
"""Settlement → the land around it."""
LAND_BESIDE: Table = np.array(
    [[SETTLEMENT[n] for n in NEIGHBOURS[space] if n in SETTLEMENT] for space in LAND_SPACES], np.int64
)
"""Land → the two settlements beside it."""
SEA_BESIDE: Table = np.array(
    [([SETTLEMENT[n] for n in NEIGHBOURS[s] if n in SETTLEMENT] + [-1, -1])[:2] for s in SEA_SPACES], np.int64
)
"""Sea → the settlements beside it, -1 where there are fewer than two."""

# Phases of a game.
CHOOSING, DRAFTING, TURN, OVER = range(4)

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
        ("draft", "i1"),  # 1: players put the figures on the map
        ("aside", "i1", 3),
        ("captured", "i1", (4, 3)),
        ("influence", "i1", (TOWNS, 3, 4)),  # settlement, kind, seat
        ("land_token", "i1", LANDS),  # 0, or 1 + kind + SEAT_STEP × seat
        ("sea_token", "i1", SEAS),
    ],
    align=True,
)
"""One game."""

assert [RONIN_KIND, SHIP_KIND, SHIP_KIND + 2, T_KIND, KINDS] == [12, 13, X_KIND, 16, 17], (
    "ids depend on this order"
)
assert sum(KINDS_BY_SHIFT) == (1 << KINDS) - 1
