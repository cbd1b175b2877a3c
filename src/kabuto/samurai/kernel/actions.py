"""Converts moves to action ids and back.

| ids         | action                                                                    |
|-------------|---------------------------------------------------------------------------|
| 0 – 671     | a slow token (H2 … S3, 12 kinds) on land: kind × 56 + land                 |
| 672 – 727   | the ronin on land                                                         |
| 728 – 895   | a ship (V1, V2) at sea: 728 + kind × 84 + sea                             |
| 896 – 997   | half of a figure exchange: 896 + figure × 34 + settlement, twice          |
| 998 – 1053  | token exchange, first half: the own token on this land …                  |
| 1054 – 1109 | … second half: goes to this land                                          |
| 1110        | end of the turn                                                           |
| 1111 – 1127 | choose a token for the opening hand                                       |
| 1128 – 1229 | put a figure on the map: 1128 + figure × 34 + settlement                  |

Land, sea and settlements are numbered in map order. In a figure exchange, the half whose settlement comes
first on the map is played first.
"""

from collections.abc import Sequence

from kabuto.samurai import moves as make
from kabuto.samurai.board import SETTLEMENT, SETTLEMENTS, SPACES
from kabuto.samurai.kernel.ids import (
    ACTIONS,
    CHOOSE,
    DROP,
    END,
    FIGURE,
    LAND_SPACES,
    LANDS,
    PICK,
    PUT,
    RONIN,
    SEA_SPACES,
    SEAS,
    SHIPS,
    TOWNS,
)
from kabuto.samurai.moves import Move, Verb
from kabuto.samurai.sentences import WORDS
from kabuto.samurai.tokens import FIGURES, TOKEN, TOKENS
from kabuto.table import BadOption
from kabuto.table.options import check_number

_LAND = {space: index for index, space in enumerate(LAND_SPACES)}
_SEA = {space: index for index, space in enumerate(SEA_SPACES)}
_FIRST_SHIP = TOKEN["V1"]


def to_ids(move: Move) -> tuple[int, ...]:
    """The one or two action ids of a move; ``BadOption`` if it can never be legal."""
    try:
        match move.verb:
            case Verb.PLAY if move.token >= _FIRST_SHIP:
                return (SHIPS + (move.token - _FIRST_SHIP) * SEAS + _SEA[move.space],)
            case Verb.PLAY:
                return (move.token * LANDS + _LAND[move.space],)
            case Verb.EXCHANGE_FIGURES:
                return (
                    FIGURE + move.figure * TOWNS + SETTLEMENT[move.space],
                    FIGURE + move.other_figure * TOWNS + SETTLEMENT[move.other_space],
                )
            case Verb.EXCHANGE_TOKENS:
                return PICK + _LAND[move.space], DROP + _LAND[move.other_space]
            case Verb.CHOOSE if move.token >= 0:
                return (CHOOSE + move.token,)
            case Verb.PUT:
                return (PUT + move.figure * TOWNS + SETTLEMENT[move.space],)
            case Verb.END:
                return (END,)
    except KeyError:
        pass
    raise BadOption(WORDS.say("no_action_id", move=str(move)), "move")


def from_ids(ids: Sequence[int]) -> Move:
    """The move of one action id, or of the two halves of an exchange."""
    for number in ids:
        check_number(number, ACTIONS, "action")
    match [*ids]:
        case [first, second] if FIGURE <= first < PICK and FIGURE <= second < PICK:
            (f, a), (g, b) = divmod(first - FIGURE, TOWNS), divmod(second - FIGURE, TOWNS)
            return make.exchange_figures(SETTLEMENTS[a], f, SETTLEMENTS[b], g)
        case [first, second] if PICK <= first < DROP <= second < END:
            return make.exchange_tokens(LAND_SPACES[first - PICK], LAND_SPACES[second - DROP])
        case [one] if one < SHIPS:
            return make.play(one // LANDS, LAND_SPACES[one % LANDS])
        case [one] if one < FIGURE:
            kind, sea = divmod(one - SHIPS, SEAS)
            return make.play(_FIRST_SHIP + kind, SEA_SPACES[sea])
        case [one] if one == END:
            return make.END
        case [one] if CHOOSE <= one < PUT:
            return make.choose(one - CHOOSE)
        case [one] if one >= PUT:
            figure, town = divmod(one - PUT, TOWNS)
            return make.put(figure, SETTLEMENTS[town])
    raise BadOption(WORDS.say("not_action_ids", ids=str([*ids])), "action")


def describe(action: int) -> str:
    """What one action id means, halves of an exchange included."""
    action = check_number(action, ACTIONS, "action")
    if FIGURE <= action < PICK:
        figure, town = divmod(action - FIGURE, TOWNS)
        return f"X, {FIGURES[figure]} of {SPACES[SETTLEMENTS[town]].name}"
    if PICK <= action < END:
        land = SPACES[LAND_SPACES[(action - PICK) % LANDS]].name
        return f"T, {'from' if action < DROP else 'to'} {land}"
    return str(from_ids([action]))


assert (RONIN // LANDS, len(TOKENS)) == (TOKEN["N1"], PUT - CHOOSE), "ids follow the order of the tokens"
