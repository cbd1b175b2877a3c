"""What a network of Yedo is shown of a position, and what it makes of it.

Its inputs are what one seat knows: everything that lies open, how many cards others hold, its own hand, and
the points that this clan can expect (``players.compiled.estate``). They never depend on a hidden card; a test
deals those again. The network has two hidden layers; its weights are one row of numbers.
"""

import numpy as np

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import DISTRICTS, FIRST_ANNEX
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.kernel.record import MISSIONS, SEATS, SPOTS
from kabuto.yedo.kernel.tables import CARDS
from kabuto.yedo.players.compiled import estate as _estate

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner = _tools.inner
p = build(_pieces, TARGET)
estate = build(_estate, TARGET)

PUBLIC = 46
"""Inputs for each seat, the one that looks first."""
HAND = CARDS + CARDS + MISSIONS
AROUND = 120
"""Inputs for what belongs to no seat."""
WIDE, NARROW = 64, 32
"""Units of the two layers."""
ROOM = 384
"""No position has more inputs that are not zero."""
VERSION = 1

MIND = np.dtype(
    [
        ("size", "i4"),
        ("which", "i2", ROOM),  # the inputs that are not zero
        ("value", "f4", ROOM),
        ("wide", "f4", WIDE),
        ("narrow", "f4", NARROW),
    ],
    align=True,
)
"""What one position shows, and working memory."""


def inputs(players: int) -> int:
    """How many inputs a network has."""
    return players * PUBLIC + HAND + AROUND


def shapes(players: int) -> tuple[tuple[int, ...], ...]:
    """The shapes of the weights: pairs of matrix and bias, and the last layer with its bias at the end."""
    return (inputs(players), WIDE), (WIDE,), (WIDE, NARROW), (NARROW,), (NARROW + 1,)


@inner
def tell(m, which, value):
    """An input, if it is not zero."""
    if value != 0.0:
        m.which[m.size] = which
        m.value[m.size] = value
        m.size += 1


@inner
def look(s, t, w, j, m, seat):
    """What a seat knows of a position."""
    m.size = 0
    for n in range(s.players):
        _look_at_clan(s, m, (seat + n) % s.players, PUBLIC * n)
    at = PUBLIC * int(s.players)
    for hand in range(3):
        for n in range(s.hands[seat, hand]):
            if p.is_first(s, seat, hand, n):
                card, number = int(s.hand[seat, hand, n]), 1
                while n + number < s.hands[seat, hand] and s.hand[seat, hand, n + number] == card:
                    number += 1
                tell(m, at + CARDS * hand + card, 1.0 * number)
    _look_around(s, t, m, at + HAND)
    tell(m, at + HAND + AROUND - 1, estate.estate(s, t, w, j, seat) * 0.05)


@inner
def _look_at_clan(s, m, seat, at):
    """What lies open of a clan, and how many cards it holds."""
    tell(m, at, s.mon[seat] * 0.1)
    tell(m, at + 1, s.points[seat] * 0.05)
    tell(m, at + 2, s.home[seat] * 0.5)
    tell(m, at + 3, s.reserve[seat] * 0.5)
    tell(m, at + 4, s.ladies[seat] * 0.5)
    tell(m, at + 5, s.blessed[seat] * 1.0)
    tell(m, at + 6, s.blackmail[seat] * 1.0)
    for n in range(4):
        tell(m, at + 7 + n, (s.owned[seat] >> n & 1) * 1.0)
        tell(m, at + 11 + n, s.here[seat, FIRST_ANNEX + n] * 1.0)
        tell(m, at + 15 + n, s.finished[seat, n] * 0.5)
    for n in range(3):
        tell(m, at + 19 + n, s.hands[seat, n] * 0.3)
    for n in range(8):
        tell(m, at + 22 + n, p.arms(s, seat, n) * 0.5)
    for n in range(len(DISTRICTS)):
        tell(m, at + 30 + n, p.in_district(s, seat, n) * 0.5)
    tell(m, at + 37, p.place_in_order(s, seat) * 0.3)
    tell(m, at + 38, s.rebate[seat] * 0.2)
    tell(m, at + 39, 1.0 if s.won[seat] >= 0 else 0.0)
    tell(m, at + 40, 1.0 if s.loan[seat] > 0 else 0.0)
    for n in range(s.tracks):
        if s.track[n] == seat:
            tell(m, at + 41, 1.0)
    for n in range(s.lap_size):
        if s.lap[(s.lap_top + n) & p.LAP_RING] == seat:
            tell(m, at + 42, 1.0)
            break
    if s.tasks and s.task[s.tasks - 1, 1] == seat:
        tell(m, at + 43, 1.0)
    if s.bid and s.best == seat:
        tell(m, at + 44, s.bid * 0.1)
    saved = 0
    for n in range(SPOTS):
        saved += s.saved[seat, n]
    tell(m, at + 45, saved * 0.5)


@inner
def _look_around(s, t, m, at):
    """What belongs to no clan."""
    tell(m, at + min(int(s.round_no), 15), 1.0)
    tell(m, at + 16 + int(s.step), 1.0)
    if s.tasks:
        tell(m, at + 48 + min(int(s.task[s.tasks - 1, 0]), 31), 1.0)
    tell(m, at + 80 + int(s.patrol), 1.0)
    tell(m, at + 87 + int(s.colour), 1.0)
    if s.closed >= 0:
        tell(m, at + 89 + int(s.closed), 1.0)
    for field in range(5):
        if s.market[field] >= 0:
            tell(m, at + 96 + field, 1.0)
    for n in range(4):
        tell(m, at + 101 + n, s.annexes[n] * 0.3)
    tell(m, at + 105, s.geishas * 0.2)
    tell(m, at + 106, s.blessings * 0.2)
    tell(m, at + 107, s.church * 0.1)
    for n in range(4):
        tell(m, at + 108 + n, 1.0 if s.height[c.H_MISSION + n] else 0.0)


@inner
def judge(m, net, inputs):
    """The logarithm of the odds to win, after ``look``; every sum is added up in the same order."""
    at = inputs * WIDE
    for unit in range(WIDE):
        m.wide[unit] = net[at + unit]
    for n in range(m.size):
        row, value = m.which[n] * WIDE, m.value[n]
        for unit in range(WIDE):
            m.wide[unit] += value * net[row + unit]
    at += WIDE
    for unit in range(NARROW):
        m.narrow[unit] = net[at + WIDE * NARROW + unit]
    for one in range(WIDE):
        if m.wide[one] > 0.0:
            for unit in range(NARROW):
                m.narrow[unit] += m.wide[one] * net[at + one * NARROW + unit]
    at += WIDE * NARROW + NARROW
    total = net[at + NARROW] * 1.0
    for unit in range(NARROW):
        if m.narrow[unit] > 0.0:
            total += m.narrow[unit] * net[at + unit]
    return total


assert SEATS * PUBLIC + HAND + AROUND < 2**15
