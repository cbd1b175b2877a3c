"""The evaluation of ``players.evaluation`` for the engine's records, in compiled code.

It takes the same three steps: each seat's chance to win every figure, the figures each seat can expect, and
from them its chance to win. Tables replace exponentials where they can. One record holds all working memory.
"""

from math import sqrt
from typing import Any

import numpy as np

from kabuto.compiling import maths as _maths
from kabuto.compiling.targets import build, tools
from kabuto.samurai.kernel import engine as _engine
from kabuto.samurai.kernel.tables import (
    FIGURES_OF,
    FULL_HAND,
    OVER,
    RONIN_TOKEN,
    SHIP_TOKENS,
    SURROUND,
    TOWNS,
)
from kabuto.samurai.players.evaluation import GRIP, INFLUENCE, ON_LAND, OUT_OF_REACH, STEP, TINY, any_drawn
from kabuto.samurai.players.search.weights import MOST, Weights
from kabuto.samurai.tokens import FULL_SET, TOKENS

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
jit, apart, lowest, popcount = _tools.jit, _tools.apart, _tools.lowest, _tools.popcount
engine = build(_engine, TARGET)
merit, map_of, board_of = engine.merit, engine.map_of, engine.legality.board_of
exp = build(_maths, TARGET).exp


def _reach() -> Any:
    """Kind of figure, influence → the tokens that add at least that much from a land space."""
    table = np.zeros((3, OUT_OF_REACH + 1), np.int64)
    for token, number in enumerate(FULL_SET):
        for kind in range(3):
            for need in range(INFLUENCE[number][kind] + 1 if ON_LAND[number] else 0):
                table[kind, need] |= 1 << token
    return table


REACH = _reach()
HELPERS = RONIN_TOKEN | SHIP_TOKENS
ANY_DRAWN = np.array(
    [
        [[any_drawn(min(good, tokens), tokens, size) for tokens in range(21)] for good in range(21)]
        for size in FULL_HAND.tolist()
    ]
)
"""Map, good tokens, all tokens → the chance that a hand drawn from them holds a good one."""
GAINS = 6
"""Values are cached up to this gain in influence; a turn rarely brings more."""

EVALUATION = np.dtype(
    [
        # The weights, written by ``prepare``.
        *((name, "f8") for name in ("first", "attention", "tempo", "extra", "denial", "rest", "draw")),
        *((name, "f8") for name in ("spread", "least_spread", "others_spread", "one_step")),
        ("stays", "f8", len(GRIP)),  # missing land spaces (two or more) → how often anyone wins the figure
        ("grip", "f8", (len(GRIP), MOST)),  # missing land spaces, influence → how much it counts
        ("holds", "f8", len(TOKENS)),  # what a token is worth in the hand when a game begins
        # The position.
        (
            "reach",
            "f8",
            (4, 3, OUT_OF_REACH + 1),
        ),  # seat, kind, influence → the chance that it can add that much
        ("counts", "f8", (4, 3)),  # seat, kind → figures it can expect
        ("spreads", "f8", 3),  # kind → how far off that may be
        ("odd", "f8", (4, 3)),  # seat, kind → its odds of having the most
        ("totals", "f8", 3),  # kind → the sum of these odds
        ("leads", "f8", (4, 3)),  # seat, kind → its chance of having the most
        ("others", "f8", (4, 3)),  # seat, kind → the strength of its figures of the other kinds
        ("odds", "f8", 4),  # seat → its chance to win the figure just looked at
        ("worth", "f8", (3, 4)),  # kind, seat → what one more figure for it adds to our chance to win
        ("chance", "f8"),  # our chance to win
        ("hold", "f8", len(TOKENS)),  # what a token is worth in the hand
        ("held", "i8", TOWNS),  # the figures of a settlement
        ("missing", "i8", TOWNS),  # its empty land spaces
        ("now", "f8", TOWNS),  # what its figures are worth
        ("gain", "f8", TOWNS),  # what the token being listed would add there
        ("open", "i8"),  # settlements that hold figures
        ("due", "i8"),  # those already surrounded, where captures wait for the end of the turn
        ("values", "f8", (TOWNS, 3, 2, GAINS)),  # cached values of figures
        ("known", "i8", (TOWNS, 3, 2, GAINS)),  # the stamp each was cached under
        ("seen", "i8", (TOWNS + 1) * (TOWNS + 1)),  # likewise: pairs of settlements listed for a ship
        ("stamp", "i8"),  # the current one: whatever has another is out of date
        ("singles", "i8"),  # how many single tokens are listed
    ],
    align=True,
)
"""The evaluation's weights, and its working memory for the current position."""


@jit
def prepare(d, numbers):
    """Write the weights into an evaluation, in the order of ``Weights.numbers``."""
    d.first = numbers[0]
    d.attention = numbers[1]
    d.tempo = numbers[2]
    d.extra = numbers[3]
    d.denial = numbers[4]
    d.rest = numbers[5]
    d.draw = numbers[6]
    d.spread = numbers[7]
    d.least_spread = numbers[8]
    d.others_spread = numbers[9]
    d.one_step = exp(STEP / d.others_spread)
    at = 10
    for missing in range(d.stays.shape[0]):
        d.stays[missing] = 1.0 - numbers[at]
        at += 1
    for missing in range(d.stays.shape[0]):
        for amount in range(MOST):
            d.grip[missing, amount] = exp(numbers[at] * amount)
        at += 1
    for kind in range(d.holds.shape[0]):
        d.holds[kind] = numbers[at + kind]


def write(evaluation: Any, weights: Weights) -> None:
    """Write weights into an evaluation, from Python."""
    prepare(evaluation, np.array(weights.numbers()))


@apart
def figure_odds(s, d, town, kind, missing, me, gain):
    """Each seat's chance to win a figure if ``me``, the last to move, had ``gain`` more influence."""
    players = s.players
    highest = -1
    second = -1
    leaders = 0
    for each in range(players):
        amount = s.influence[town, kind, each] + (gain if each == me else 0)
        if amount > highest:
            second = highest
            highest = amount
            leaders = 1
        elif amount == highest:
            second = amount
            leaders += 1
        elif amount > second:
            second = amount
    if missing == 0:
        for each in range(players):
            amount = s.influence[town, kind, each] + (gain if each == me else 0)
            d.odds[each] = 1.0 if leaders == 1 and amount == highest and highest > 0 else 0.0
        return
    first = me + 1 if me + 1 < players else 0
    if missing > 1:
        total = 0.0
        for each in range(players):
            odd = d.grip[missing, s.influence[town, kind, each] + (gain if each == me else 0)]
            if each == first and missing == 2:
                odd *= d.first
            d.odds[each] = odd
            total += odd
        share = d.stays[missing] / total
        for each in range(players):
            d.odds[each] *= share
        return
    still = 1.0
    attention = d.attention
    each = first
    for _ in range(players):
        amount = s.influence[town, kind, each] + (gain if each == me else 0)
        need = (second if amount == highest else highest) - amount + 1
        if need > OUT_OF_REACH:
            need = OUT_OF_REACH
        able = d.reach[each, kind, need if need > 0 else 0]
        take = attention * able
        deny = 0.0
        if need > 0:
            deny = d.denial * (d.reach[each, kind, need - 1] - able)
        d.odds[each] = still * take
        still *= 1.0 - take - deny
        attention *= d.tempo
        each = each + 1 if each + 1 < players else 0
    share = still * d.rest / leaders
    for each in range(players):
        if s.influence[town, kind, each] + (gain if each == me else 0) == highest:
            d.odds[each] += share


@jit
def look(s, d, me):
    """What each seat may be able to add on a last land space, and the state of the settlements."""
    players = s.players
    drawn = map_of(s)
    for seat in range(players):
        pool = s.hand[seat] | s.pile[seat]
        tokens = popcount(pool)
        helped = d.extra * ANY_DRAWN[drawn, popcount(pool & HELPERS), tokens]
        for kind in range(3):
            less = 0.0
            for need in range(OUT_OF_REACH + 1):
                alone = ANY_DRAWN[drawn, popcount(pool & REACH[kind, need]), tokens]
                able = alone if need == 0 else (1.0 - helped) * alone + helped * less
                less = alone
                if seat == me:
                    able = 1.0 if s.hand[me] & REACH[kind, need] else d.draw * able
                d.reach[seat, kind, need] = able
    d.open = s.figures[0] | s.figures[1] | s.figures[2]
    d.due = 0
    towns = d.open
    while towns:
        town = lowest(towns)
        towns &= towns - 1
        d.missing[town] = popcount(s.land & SURROUND[town])
        d.held[town] = (
            (s.figures[0] >> town & 1) | (s.figures[1] >> town & 1) << 1 | (s.figures[2] >> town & 1) << 2
        )
        if d.missing[town] == 0:
            d.due |= 1 << town


@jit
def expect_figures(s, d, me):
    """The figures of each kind that each seat can expect, with their spread; how many are on the map."""
    players = s.players
    left = 0
    for kind in range(3):
        doubt = 0.0
        for seat in range(players):
            d.counts[seat, kind] = s.captured[seat, kind]
        towns = s.figures[kind]
        while towns:
            town = lowest(towns)
            towns &= towns - 1
            left += 1
            figure_odds(s, d, town, kind, d.missing[town], me, 0)
            for seat in range(players):
                d.counts[seat, kind] += d.odds[seat]
                doubt += d.odds[seat] * (1.0 - d.odds[seat])
        d.spreads[kind] = d.spread * sqrt(doubt / players) + d.least_spread
    return left


@jit
def run_race(d, players):
    """Each seat's chance of having the most of each kind, and the strength of its other figures."""
    for kind in range(3):
        most = 0.0
        for seat in range(players):
            most = max(most, d.counts[seat, kind])
        total = 0.0
        for seat in range(players):
            d.odd[seat, kind] = exp((d.counts[seat, kind] - most) / d.spreads[kind])
            total += d.odd[seat, kind]
        for seat in range(players):
            d.leads[seat, kind] = d.odd[seat, kind] / total
        d.totals[kind] = total
    if players > 2:
        for seat in range(players):
            total = d.counts[seat, 0] + d.counts[seat, 1] + d.counts[seat, 2]
            for kind in range(3):
                d.others[seat, kind] = exp((total - d.counts[seat, kind]) / d.others_spread)


@apart
def win_chance(d, players, mine):
    """A seat's chance to win: with the most of two kinds, or of one kind and the most other figures."""
    a = d.leads[mine, 0]
    b = d.leads[mine, 1]
    c = d.leads[mine, 2]
    chance = a * b + b * c + c * a - 2.0 * a * b * c
    if players == 2:
        return chance
    for kind in range(3):
        one = (kind + 1) % 3
        two = (kind + 2) % 3
        both = 0.0
        x = 0.0
        y = 0.0
        for each in range(players):
            if each != mine:
                both += d.leads[each, one] * d.leads[each, two]
                x += d.leads[each, one] * d.others[each, one]
                y += d.leads[each, two] * d.others[each, two]
        not_one = 1.0 - d.leads[mine, one]
        not_two = 1.0 - d.leads[mine, two]
        strength = d.others[mine, kind]
        rivals = x / (not_one + TINY) + y / (not_two + TINY)
        chance += d.leads[mine, kind] * (not_one * not_two - both) * strength / (strength + rivals)
    return chance


@apart
def figure_value(s, d, town, kind, filled, gain):
    """What a figure would be worth after the seat to move fills land spaces and gains influence."""
    known = 0 <= gain < GAINS and filled < 2
    if known and d.known[town, kind, filled, gain] == d.stamp:
        return d.values[town, kind, filled, gain]
    figure_odds(s, d, town, kind, d.missing[town] - filled, s.seat, gain)
    total = 0.0
    for each in range(s.players):
        total += d.worth[kind, each] * d.odds[each]
    if known:
        d.known[town, kind, filled, gain] = d.stamp
        d.values[town, kind, filled, gain] = total
    return total


@apart
def town_value(s, d, town, filled, helmet, buddha, rice, swap):
    """What the figures of a settlement would be worth after a change by the seat to move."""
    total = 0.0
    held = d.held[town] ^ swap
    if held & 1:
        total += figure_value(s, d, town, 0, filled, helmet)
    if held & 2:
        total += figure_value(s, d, town, 1, filled, buddha)
    if held & 4:
        total += figure_value(s, d, town, 2, filled, rice)
    return total


@apart
def study(s, d):
    """Evaluate the position for the seat to move, before it chooses."""
    me = s.seat
    players = s.players
    look(s, d, me)
    left = expect_figures(s, d, me)
    run_race(d, players)
    d.chance = win_chance(d, players, me)
    for kind in range(3):
        more = exp(STEP / d.spreads[kind])
        one = (kind + 1) % 3
        two = (kind + 2) % 3
        total = d.totals[kind]
        for seat in range(players):
            # One more figure changes only the leads of this kind, and what the seat has beside the other two.
            odd = d.odd[seat, kind] * more
            for each in range(players):
                d.leads[each, kind] = d.odd[each, kind] / (total + odd - d.odd[seat, kind])
            d.leads[seat, kind] = odd / (total + odd - d.odd[seat, kind])
            d.others[seat, one] *= d.one_step
            d.others[seat, two] *= d.one_step
            d.worth[kind, seat] = (win_chance(d, players, me) - d.chance) / STEP
            d.others[seat, one] /= d.one_step
            d.others[seat, two] /= d.one_step
        for each in range(players):
            d.leads[each, kind] = d.odd[each, kind] / total
    d.stamp += 1
    towns = d.open
    while towns:
        town = lowest(towns)
        towns &= towns - 1
        d.now[town] = town_value(s, d, town, 0, 0, 0, 0, 0)
    stage = left / (3.0 * FIGURES_OF[board_of(s)])
    for kind in range(d.holds.shape[0]):
        d.hold[kind] = d.holds[kind] * stage


@jit
def final(s, results):
    """The result of a finished game: 1, divided among the winners."""
    best = -1
    winners = 0
    for seat in range(s.players):
        value = merit(s, seat)
        if value > best:
            best = value
            winners = 1
        elif value == best:
            winners += 1
    for seat in range(s.players):
        results[seat] = 1.0 / winners if merit(s, seat) == best else 0.0


@jit
def judge(s, d, results):
    """The result of a finished game, or each seat's chance to win an unfinished one between turns."""
    players = s.players
    if s.phase == OVER:
        final(s, results)
        return
    me = (s.seat + players - 1) % players
    look(s, d, me)
    expect_figures(s, d, me)
    run_race(d, players)
    total = 0.0
    for seat in range(players):
        results[seat] = win_chance(d, players, seat)
        total += results[seat]
    for seat in range(players):
        results[seat] /= total
