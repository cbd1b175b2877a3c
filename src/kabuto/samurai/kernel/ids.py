"""The game in numbers: index spaces, action ids and sets, without any library.

Sets are bit masks in non-negative 64-bit integers: the 56 land spaces, the 34 settlements, the 84 sea
spaces in two words of 42, the 20 tokens of a seat. Every index follows the order of the map.
"""

from kabuto.samurai.board import LAND, LAND_AROUND, SEA, SETTLEMENTS, SPACES, board
from kabuto.samurai.maps import MAPS
from kabuto.samurai.tokens import FULL_SET, SETS, TOKEN, TOKENS, T, X

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


def _tokens(*names: str) -> int:
    return sum(1 << number for number, kind in enumerate(FULL_SET) if TOKENS[kind].name in names)


WHOLE_SETS = [
    sum(1 << FULL_SET.index(kind) + copy for kind in set(owned) for copy in range(owned.count(kind)))
    for owned in SETS.values()
]
"""Map → the tokens of a player."""
SLOW_TOKENS = _tokens("helmet", "buddha", "rice", "samurai")
RONIN_TOKEN = _tokens("ronin")
SHIP_TOKENS = _tokens("ship")
X_TOKEN = _tokens("figure_exchange")
T_TOKEN = _tokens("token_exchange")
TWINS = sum(1 << n for n in range(len(FULL_SET) - 1) if FULL_SET[n] == FULL_SET[n + 1])
"""Tokens that have an equal one right after them."""
FIRST_TOKENS = WHOLE_SETS[0] & ~(TWINS << 1)
"""The first token of every kind."""
KINDS_BY_SHIFT = tuple(
    sum(1 << kind for kind in range(KINDS) if FULL_SET.index(kind) == kind + shift) for shift in range(4)
)
"""Twins shift the tokens after them: how far → the kinds, as bits, whose first token is shifted so far."""
SEAT_STEP = 32
"""A token on the map is written as 1 + kind + ``SEAT_STEP`` × seat, and 0 stands for an empty space."""


def _mask(indices: tuple[int, ...], numbers: tuple[int, ...]) -> int:
    return sum(1 << index for index, number in enumerate(indices) if number in numbers)


BOARDS = [{players: board(players, name) for players in (2, 3, 4)} for name in MAPS]
"""Map → number of players → what is in play. Maps are numbered too, Japan first."""
MAP_NUMBER = {name: number for number, name in enumerate(MAPS)}
MAP_STEP = 2
"""A record has, in one number, whether figures are put on the map, and its map times this."""
LAND_OF = [{n: _mask(LAND_SPACES, b.land) for n, b in boards.items()} for boards in BOARDS]
"""Map → number of players → the land in play."""
SEA_OF = [
    {
        n: [_mask(SEA_SPACES[half : half + SEA_WORD], b.sea) for half in (0, SEA_WORD)]
        for n, b in boards.items()
    }
    for boards in BOARDS
]
AROUND = [sum(1 << LAND_SPACES.index(land) for land in around) for around in LAND_AROUND]
"""Settlement → the land around it."""

# Phases of a game.
CHOOSING, DRAFTING, TURN, OVER = range(4)

assert [RONIN_KIND, SHIP_KIND, SHIP_KIND + 2, T_KIND, KINDS] == [12, 13, X_KIND, 16, 17], (
    "ids depend on this order"
)
assert sum(KINDS_BY_SHIFT) == (1 << KINDS) - 1
