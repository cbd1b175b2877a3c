"""The network of the learned evaluation: two layers of units over the inputs that are not zero."""

from typing import Any, NamedTuple

import numpy as np

from kabuto.samurai.kernel.engine import jit
from kabuto.samurai.players.learned.features import layout

WIDE, NARROW = 128, 32
"""Units of the two layers."""
ZERO = np.float32(0.0)


class Network(NamedTuple):
    """The weights of a network for one number of players, as arrays of 32-bit floats."""

    first: Any
    """Input → wide units."""
    first_bias: Any
    second: Any
    """Wide unit → narrow units."""
    second_bias: Any
    last: Any
    """Narrow unit → its weight; after the last one follows the bias."""


def shapes(players: int) -> Network:
    """The shapes of the weights."""
    return Network((layout(players).size, WIDE), (WIDE,), (WIDE, NARROW), (NARROW,), (NARROW + 1,))


class Units(NamedTuple):
    """Working memory of a network."""

    wide: Any
    narrow: Any


def units() -> Units:
    """Working memory for one thread."""
    return Units(np.zeros(WIDE, np.float32), np.zeros(NARROW, np.float32))


@jit
def logit(network, units, sight):
    """The logarithm of the odds that the seat wins the game.

    Every sum is added up in the same order, so the result is the same on all processors.
    """
    wide = units.wide
    narrow = units.narrow
    first = network.first
    second = network.second
    for unit in range(WIDE):
        wide[unit] = network.first_bias[unit]
    for i in range(sight.size):
        which = sight.inputs[i]
        value = sight.values[i]
        for unit in range(WIDE):
            wide[unit] += value * first[which, unit]
    for unit in range(NARROW):
        narrow[unit] = network.second_bias[unit]
    for i in range(WIDE):
        value = wide[i]
        if value > ZERO:
            for unit in range(NARROW):
                narrow[unit] += value * second[i, unit]
    total = network.last[NARROW]
    for unit in range(NARROW):
        if narrow[unit] > ZERO:
            total += narrow[unit] * network.last[unit]
    return float(total)
