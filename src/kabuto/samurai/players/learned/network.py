"""The network of the learned evaluation: two layers of units over the inputs that are not zero."""

from typing import Any, NamedTuple

import numpy as np

from kabuto.samurai.kernel.engine import jit
from kabuto.samurai.players.learned.features import layout

WIDE, NARROW = 256, 32
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
    base: Any
    """The wide units of the position that others are compared with."""
    known: Any
    """Its inputs."""
    listed: Any
    """Which of them are not zero."""
    seen: Any
    """Input → the number of the last position that has it."""
    which: Any
    """The inputs that differ from it, and by how much."""
    more: Any
    count: Any
    """The number of the current position, and how many inputs are listed."""


def units() -> Units:
    """Working memory for one thread."""
    size = layout(4).size
    return Units(
        np.zeros(WIDE, np.float32),
        np.zeros(NARROW, np.float32),
        np.zeros(WIDE, np.float32),
        np.zeros(size, np.float32),
        np.zeros(size, np.int32),
        np.zeros(size, np.int64),
        np.zeros(2 * size, np.int32),
        np.zeros(2 * size, np.float32),
        np.zeros(2, np.int64),
    )


@jit
def add_inputs(first, wide, which, values, number):
    """Add what some inputs give to the wide units, four at a time."""
    for i in range(0, number - 3, 4):
        a = which[i]
        b = which[i + 1]
        c = which[i + 2]
        d = which[i + 3]
        one = values[i]
        two = values[i + 1]
        three = values[i + 2]
        four = values[i + 3]
        for unit in range(WIDE):
            wide[unit] += (one * first[a, unit] + two * first[b, unit]) + (
                three * first[c, unit] + four * first[d, unit]
            )
    for i in range(number & ~3, number):
        a = which[i]
        one = values[i]
        for unit in range(WIDE):
            wide[unit] += one * first[a, unit]


@jit
def outcome(network, units):
    """What the rest of the network makes of the wide units."""
    wide = units.wide
    narrow = units.narrow
    second = network.second
    for unit in range(NARROW):
        narrow[unit] = network.second_bias[unit]
    for i in range(0, WIDE, 4):
        one = max(wide[i], ZERO)
        two = max(wide[i + 1], ZERO)
        three = max(wide[i + 2], ZERO)
        four = max(wide[i + 3], ZERO)
        for unit in range(NARROW):
            narrow[unit] += (one * second[i, unit] + two * second[i + 1, unit]) + (
                three * second[i + 2, unit] + four * second[i + 3, unit]
            )
    total = network.last[NARROW]
    for unit in range(NARROW):
        if narrow[unit] > ZERO:
            total += narrow[unit] * network.last[unit]
    return np.float64(total)


@jit
def logit(network, units, sight):
    """The logarithm of the odds that the seat wins the game.

    Every sum is added up in the same order, so the result is the same on all processors.
    """
    wide = units.wide
    for unit in range(WIDE):
        wide[unit] = network.first_bias[unit]
    add_inputs(network.first, wide, sight.inputs, sight.values, sight.size)
    return outcome(network, units)


@jit
def base_logit(network, units, sight):
    """The same, for a position that others will be compared with."""
    for i in range(units.count[1]):
        units.known[units.listed[i]] = ZERO
    for i in range(sight.size):
        units.known[sight.inputs[i]] = sight.values[i]
        units.listed[i] = sight.inputs[i]
    units.count[1] = sight.size
    found = logit(network, units, sight)
    for unit in range(WIDE):
        units.base[unit] = units.wide[unit]
    return found


@jit
def near_logit(network, units, sight):
    """The same again, quickly for a position that has most inputs in common with the one before."""
    units.count[0] += 1
    now = units.count[0]
    number = 0
    for i in range(sight.size):
        which = sight.inputs[i]
        units.seen[which] = now
        more = sight.values[i] - units.known[which]
        units.which[number] = which
        units.more[number] = more
        number += more != ZERO
    for i in range(units.count[1]):
        which = units.listed[i]
        units.which[number] = which
        units.more[number] = -units.known[which]
        number += units.seen[which] != now
    wide = units.wide
    for unit in range(WIDE):
        wide[unit] = units.base[unit]
    add_inputs(network.first, wide, units.which, units.more, number)
    return outcome(network, units)
