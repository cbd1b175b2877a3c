"""A step of one game in as little time as a call from Python takes."""

import numpy as np

from kabuto.compiling.cpu_tools import quick, record_at
from kabuto.samurai.kernel.engine import legality, step
from kabuto.samurai.kernel.tables import MAX_LEGAL, OVER, STATE

game_at, room_at = record_at(STATE), record_at(np.dtype([("ids", np.int64, MAX_LEGAL)]))


@quick
def play(game, room, action):
    """Do an action of the game at an address and list what is legal then, in the room at another address.

    The result is four times the number of legal actions, plus the seat to move: 0 when the game is over; -1,
    and no change, if the action is not legal.
    """
    s = game_at(game)
    if not legality.is_legal(s, action):
        return -1
    step(s, action, -1)
    return 0 if s.phase == OVER else legality.legal(s, room_at(room).ids, 0) << 2 | s.seat
