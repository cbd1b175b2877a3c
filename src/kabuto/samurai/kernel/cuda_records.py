"""Records of games in a GPU's shared memory, which is as quick as a cache that never misses.

The threads of a block copy its games there and back together. ``cuda`` is a global here because Numba's
simulator replaces globals.
"""

import numpy as np
from numba import cuda

from kabuto.samurai.kernel.tables import STATE

LANES = 32
"""Threads of a warp."""
LONGS = STATE.itemsize // 8
HELD_LONGS = LONGS + 1
"""Words of 64 bits in the record of a game, and in shared memory, where an extra word before each record
keeps the same fields of two games in different memory banks."""
HELD = np.dtype((np.record, np.dtype([("before", "i8"), *STATE.descr], align=True)))
"""A game in shared memory."""
assert 2 * LANES <= LONGS <= 3 * LANES, "a warp copies a record in three parts"
assert HELD.itemsize == 8 * HELD_LONGS


@cuda.jit(device=True)
def carry(thread, threads, games, source, source_at, source_step, target, target_at, target_step):
    """Copy the records of some games, each by one warp, whose threads copy neighbouring words."""
    lane = thread & (LANES - 1)
    game = thread // LANES
    while game < games:
        one = source_at + game * source_step + lane
        other = target_at + game * target_step + lane
        target[other] = source[one]
        target[other + LANES] = source[one + LANES]
        if lane < LONGS - 2 * LANES:
            target[other + 2 * LANES] = source[one + 2 * LANES]
        game += threads // LANES
