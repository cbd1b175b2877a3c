"""Action ids and the layout of observations as tables that compiled code reads."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from kabuto.table import IllegalMove
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel.moves import packing
from kabuto.yedo.kernel.tables import setting_record
from kabuto.yedo.moves import MOST_MON, move
from kabuto.yedo.numbers import seeing
from kabuto.yedo.numbers.actions import LOTS, ids
from kabuto.yedo.numbers.fields import QUESTIONS, layout
from kabuto.yedo.options import BRIEF, FREE, Setting

SLOTS = 4096
"""Places for moves in the table of ids, most of which stay free."""
HASH = 0x9E3779B1
NO_SEAT, SEAT_A, SEAT_B, SEAT_C = range(4)
"""Which argument of a move names a seat, if one does."""


class Tables(NamedTuple):
    """What compiled code needs of the ids and the layout of a game."""

    setting: Any
    """Board and cards (``tables.setting_record``)."""
    at: Any
    """Where each field of an observation begins (``seeing``)."""
    moves: Any
    """Id → its move, with seats counted from the mover, or -1 for one that is never legal here."""
    seats: Any
    """Id → which argument of its move is a seat."""
    keys: Any
    """Slot → move, 0 if it is free."""
    ids: Any
    """Slot → the id of that move."""


@lru_cache(maxsize=16)
def tables(setting: Setting) -> Tables:
    """The tables of the games with this setting; ``BadOption`` for cards that have no ids."""
    trading = FREE if setting.free_trade else BRIEF
    own, pack = ids(setting.cards.name, trading), packing(setting)
    moves, seats = np.full(own.number, -1, np.int64), np.zeros(own.number, np.int8)
    keys, found = np.zeros(SLOTS, np.int64), np.zeros(SLOTS, np.int64)
    for number, text in enumerate(own.texts):
        try:
            packed = pack.pack(move(text.replace("+", "")))
        except IllegalMove:
            continue  # the lots of another number of players
        moves[number] = packed
        if "+" in text:
            seats[number] = _seat_of(packed >> 24, text)
        if packed >> 24 not in (c.V_BID, c.V_MON):
            slot = (packed * HASH & 0xFFFFFFFF) >> 20
            while keys[slot]:
                slot = (slot + 1) % SLOTS
            keys[slot], found[slot] = packed + 1, number
    at = _places(setting, trading)
    assert own.texts[own.number - 2 * MOST_MON] == "mon 1"
    assert own.texts[own.number - 3 * MOST_MON] == "bid 1"
    return Tables(setting_record(setting), at, moves, seats, keys, found)


def _seat_of(verb: int, text: str) -> int:
    if verb == c.V_OFFER:
        return SEAT_A
    return SEAT_B if text.split(" ")[2].startswith("+") else SEAT_C


def _places(setting: Setting, trading: str) -> Any:
    own = layout(setting.cards.name, trading)
    at = np.zeros(seeing.AT_SIZE, np.int64)
    assert tuple(own.at) == seeing.FIELD_NAMES[: len(own.at)]
    at[: len(own.at)] = list(own.at.values())
    at[seeing.SIZE], at[seeing.THINGS] = own.size, len(own.things)
    at[seeing.N_MISSIONS], at[seeing.N_BONUSES] = own.missions, own.bonuses
    at[seeing.FIRST_LOT] = LOTS.index(setting.board.lots[0])
    at[seeing.FACES : seeing.QUESTIONS_AT] = own.first_face
    at[seeing.QUESTIONS_AT :] = [QUESTIONS.index(name) for name in c.TASK_NAMES]
    return at
