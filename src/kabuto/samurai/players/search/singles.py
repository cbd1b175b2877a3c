"""Single tokens to play, in compiled code: every token wherever it makes a difference, with its value."""

import numpy as np

from kabuto.compiling.targets import build, tools
from kabuto.samurai.kernel import engine as _engine
from kabuto.samurai.kernel.tables import (
    DROP,
    FIGURE,
    INFLUENCES,
    KIND_OF,
    LAND_BESIDE,
    LANDS,
    PICK,
    RONIN_KIND,
    RONIN_TOKEN,
    SEA_BESIDE,
    SEA_WORD,
    SEAS,
    SHIP_KIND,
    SHIPS,
    STRENGTH,
    T_KIND,
    TOWNS,
    X_KIND,
)
from kabuto.samurai.players.evaluation import INFLUENCE
from kabuto.samurai.players.search import evaluation as _evaluation

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
jit, apart, lowest = _tools.jit, _tools.apart, _tools.lowest
engine = build(_engine, TARGET)
kind_on, menu = engine.kind_on, engine.menu
town_value = build(_evaluation, TARGET).town_value

MOST_SINGLES = 1024
"""No hand has more choices than this."""
AMOUNT = np.array(INFLUENCE)
"""Kind of token → the influence it has on each kind of figure."""
NOTHING = -1

SINGLE = np.dtype(
    [
        ("value", "f8"),  # the chance to win after it, less what the token would be worth in the hand
        ("near", "i8"),  # the settlements it changes
        ("first", "i2"),  # its action
        ("second", "i2"),  # the second half of an exchange, or NOTHING
        ("fast", "i1"),
        ("surrounds", "i1"),  # whether it surrounds a settlement
    ],
    align=True,
)
"""A token to play, and where."""


@apart
def note_single(d, singles, value, first, second, fast, surrounds, near):
    """Add a token to the list."""
    one = singles[d.singles]
    one.value = value
    one.first = first
    one.second = second
    one.fast = fast
    one.surrounds = surrounds
    one.near = near
    d.singles += 1


@apart
def list_land(s, d, singles, kind, fast):
    """List a token on every empty land space; of those that change nothing, only the first."""
    helmet, buddha, rice = AMOUNT[kind, 0], AMOUNT[kind, 1], AMOUNT[kind, 2]
    towns = d.open & ~d.due
    while towns:
        town = lowest(towns)
        towns &= towns - 1
        d.gain[town] = town_value(s, d, town, 1, helmet, buddha, rice, 0) - d.now[town]
    land = s.land
    waste = False
    while land:
        space = lowest(land)
        land &= land - 1
        near = ((1 << LAND_BESIDE[space, 0]) | (1 << LAND_BESIDE[space, 1])) & d.open
        if near == 0:
            if waste:
                continue
            waste = True
        value = d.chance - d.hold[kind]
        surrounds = 0
        for side in range(2):
            town = LAND_BESIDE[space, side]
            if d.open >> town & 1:
                value += d.gain[town]
                if d.missing[town] == 1:
                    surrounds = 1
        note_single(d, singles, value, kind * LANDS + space, NOTHING, fast, surrounds, near)


@apart
def list_sea(s, d, singles, kind):
    """List a ship on the empty sea spaces: one for each set of settlements that it can influence."""
    strength = STRENGTH[kind]
    towns = d.open
    while towns:
        town = lowest(towns)
        towns &= towns - 1
        d.gain[town] = town_value(s, d, town, 0, strength, strength, strength, 0) - d.now[town]
    d.stamp += 1
    for half in range(2):
        sea = s.sea[half]
        while sea:
            space = lowest(sea) + half * SEA_WORD
            sea &= sea - 1
            value = d.chance - d.hold[kind]
            near = 0
            key = 0
            for side in range(2):
                town = SEA_BESIDE[space, side]
                if town >= 0 and d.open >> town & 1:
                    value += d.gain[town]
                    near |= 1 << town
                    key = key * (TOWNS + 1) + town + 1
            if d.seen[key] == d.stamp:
                continue
            d.seen[key] = d.stamp
            note_single(d, singles, value, SHIPS + (kind - SHIP_KIND) * SEAS + space, NOTHING, 1, 0, near)


@jit
def note_swap(d, singles, value, one, a, two, b):
    """Add a figure exchange to the list; the earlier settlement comes first."""
    first = FIGURE + one * TOWNS + a
    second = FIGURE + two * TOWNS + b
    if a > b:
        first, second = second, first
    note_single(d, singles, value, first, second, 1, 0, (1 << a) | (1 << b))


@jit
def list_swaps(s, d, singles):
    """List each figure that can be exchanged, together with the figure that is best to exchange it for."""
    for pair in range(3):
        one = 0 if pair < 2 else 1
        two = 1 if pair == 0 else 2
        swap = (1 << one) | (1 << two)
        best_a = -1
        best_b = -1
        towns = s.figures[one] ^ s.figures[two]
        while towns:
            town = lowest(towns)
            towns &= towns - 1
            d.gain[town] = town_value(s, d, town, 0, 0, 0, 0, swap) - d.now[town]
            if s.figures[one] >> town & 1:
                if best_a < 0 or d.gain[town] > d.gain[best_a]:
                    best_a = town
            elif best_b < 0 or d.gain[town] > d.gain[best_b]:
                best_b = town
        if best_a < 0 or best_b < 0:
            continue
        towns = s.figures[one] ^ s.figures[two]
        base = d.chance - d.hold[X_KIND]
        while towns:
            town = lowest(towns)
            towns &= towns - 1
            if s.figures[one] >> town & 1:
                note_swap(d, singles, base + d.gain[town] + d.gain[best_b], one, town, two, best_b)
            elif town != best_b:
                note_swap(d, singles, base + d.gain[best_a] + d.gain[town], one, best_a, two, town)


@apart
def leaving(s, d, space, kind):
    """What a seat loses when a token exchange takes its token from a space."""
    total = 0.0
    for side in range(2):
        town = LAND_BESIDE[space, side]
        if d.open >> town & 1:
            total += town_value(s, d, town, 0, -AMOUNT[kind, 0], -AMOUNT[kind, 1], -AMOUNT[kind, 2], 0)
            total -= d.now[town]
    return total


@jit
def list_moves(s, d, singles):
    """List token exchanges. Of the tokens that influence the same figures, only one moves.

    That is the strongest of those that cost next to nothing to move, or else the one that costs least.
    """
    for sort in range(4):
        influences = 1 << sort if sort < 3 else 7
        source = -1
        best_strength = -1
        lost = 0.0
        movable = s.movable[s.seat]
        while movable:
            space = lowest(movable)
            movable &= movable - 1
            kind = kind_on(s, space)
            if INFLUENCES[kind] == influences:
                worth = leaving(s, d, space, kind)
                strength = STRENGTH[kind] if worth > -d.hold[T_KIND] else 0
                if strength > best_strength or (strength == best_strength and worth >= lost):
                    best_strength = strength
                    lost = worth
                    source = space
        if source >= 0:
            from_here = d.singles
            moved = kind_on(s, source)
            list_land(s, d, singles, moved, 0)
            for i in range(from_here, d.singles):
                one = singles[i]
                one.value += d.hold[moved] - d.hold[T_KIND] + lost
                one.second = DROP + one.first % LANDS
                one.first = PICK + source
                one.near |= ((1 << LAND_BESIDE[source, 0]) | (1 << LAND_BESIDE[source, 1])) & d.open


@apart
def list_singles(s, d, singles):
    """List every token that can be played now, by itself, wherever it makes a difference."""
    d.singles = 0
    m = menu(s)
    slow = m.tokens & ~RONIN_TOKEN
    while slow:
        list_land(s, d, singles, KIND_OF[lowest(slow)], 0)
        slow &= slow - 1
    if m.others:
        list_moves(s, d, singles)
    if m.tokens & RONIN_TOKEN:
        list_land(s, d, singles, RONIN_KIND, 1)
    ships = m.ships
    while ships:
        list_sea(s, d, singles, KIND_OF[lowest(ships)])
        ships &= ships - 1
    if m.figures:
        list_swaps(s, d, singles)
