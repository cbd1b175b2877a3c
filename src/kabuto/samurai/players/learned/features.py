"""What the learned evaluation looks at, in compiled code.

A position is described for the seat that has just ended its turn and not drawn yet, from what this seat may
know: its own hand, and which tokens the others have not played. Seats are in turn order from there: the seat
itself comes first, then the one that is to move.

The description is a list of *inputs*: numbers, most of which are zero in any one position.

- for every settlement and every figure on it, that it is there, and each seat's influence on it and chance
  to win it
- for every settlement with figures, how many land spaces are missing
- for every kind of figure, who has captured and can expect how many, the tokens that influence only it, and
  how many of its figures stand how: land spaces missing, and the seat's lead there
- the other tokens, what the hand-made evaluation thinks of each seat, and a few more

The kinds of figure are described alike: exchanging two of them exchanges inputs and changes nothing else.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from kabuto.compiling.maths import log
from kabuto.samurai.kernel.engine import jit, lowest, popcount
from kabuto.samurai.kernel.tables import LAND_BESIDE, TOWNS
from kabuto.samurai.players.search.evaluation import expect_figures, figure_odds, look, run_race, win_chance
from kabuto.samurai.players.search.weights import MOST
from kabuto.samurai.tokens import ASIDE_LIMIT, FULL_SET, TOKENS

VERSION = 2
"""Changes whenever an input means something else, so that no network reads what it has not learned."""
MISSING = 4
"""Missing land spaces are told apart up to this number."""
KIND_TOKENS = 3
"""Tokens of a seat that influence one kind of figure only."""
COMMON_TOKENS = np.array(
    [
        sum(1 << token for token, each in enumerate(FULL_SET) if each == kind)
        for kind in range(3 * KIND_TOKENS, len(TOKENS))
    ]
)
"""The tokens of each other kind."""
COMMON = len(COMMON_TOKENS)
PAIR = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]])
"""How much land the two settlements beside a land space miss, less one and at most 2 → number of the pair."""
PAIRS = 6
LEAD = 4
"""Leads in influence are told apart up to this number, behind and ahead."""
LEADS = 2 * LEAD + 1
NEAR = 3
"""Figures are counted by how much land is missing up to this number."""
STANDINGS = NEAR * LEADS
COUNTED = 8
"""Figures of a kind, captured or left, are told apart up to one less than this number."""
GENERAL = 8
GRADED = (2 * np.tanh(np.arange(MOST) / 4)).astype(np.float32)
"""Influence → the input: differences count less where there is much of it."""
LEAST_CHANCE = 0.002
"""Chances nearer to 0 or 1 than this are not told apart."""


class Layout(NamedTuple):
    """Where the inputs are."""

    missing: int
    kinds: int
    per_kind: int
    common: int
    size: int


@cache
def layout(players: int) -> Layout:
    """The inputs for a number of players."""
    missing = TOWNS * 3 * (1 + 2 * players)
    kinds = missing + TOWNS * MISSING
    per_kind = 3 * players + 3 + KIND_TOKENS * (players + 1) + STANDINGS + COUNTED * (players + 1)
    common = kinds + 3 * per_kind
    whole = COMMON * (players + 1) + 2 * players + PAIRS + ASIDE_LIMIT + GENERAL
    return Layout(missing, kinds, per_kind, common, common + whole)


def exchanged(players: int, order: tuple[int, int, int]) -> list[int]:
    """Input → the input that stands for the same if the kinds of figure are in another order."""
    where, towns = layout(players), 1 + 2 * players
    figures = [
        (town * 3 + order[kind]) * towns + each
        for town in range(TOWNS)
        for kind in range(3)
        for each in range(towns)
    ]
    kinds = [
        where.kinds + order[kind] * where.per_kind + n for kind in range(3) for n in range(where.per_kind)
    ]
    return [*figures, *range(where.missing, where.kinds), *kinds, *range(where.common, where.size)]


SIGHT = np.dtype(
    [("size", "i8"), ("inputs", "i4", layout(4).size), ("values", "f4", layout(4).size)], align=True
)
"""A described position: the inputs that are not zero, and their values."""


@jit
def see(sight, which, value):
    """Add an input to a description, unless it is zero."""
    if value != 0.0:
        sight.inputs[sight.size] = which
        sight.values[sight.size] = value
        sight.size += 1


@jit
def see_figures(s, d, me, sight):
    """The settlements that hold figures; the next input after them."""
    players = s.players
    towns = d.open
    each_figure = 1 + 2 * players
    end = TOWNS * 3 * each_figure
    while towns:
        town = lowest(towns)
        towns &= towns - 1
        for kind in range(3):
            if s.figures[kind] >> town & 1:
                at = (town * 3 + kind) * each_figure
                see(sight, at, 1.0)
                figure_odds(s, d, town, kind, d.missing[town], me, 0)
                each = me
                for place in range(players):
                    see(sight, at + 1 + place, GRADED[s.influence[town, kind, each]])
                    see(sight, at + 1 + players + place, d.odds[each])
                    each = each + 1 if each + 1 < players else 0
        missing = d.missing[town]
        see(sight, end + town * MISSING + (missing if missing < MISSING else MISSING) - 1, 1.0)
    return end + TOWNS * MISSING


@jit
def see_kind_tokens(sight, at, tokens, kind):
    """The tokens of a set that influence only this kind of figure; the next input."""
    for strength in range(KIND_TOKENS):
        see(sight, at + strength, tokens >> (KIND_TOKENS * kind + strength) & 1)
    return at + KIND_TOKENS


@jit
def see_standings(s, d, me, sight, at, kind):
    """How many figures of a kind stand how for the seat; the next input."""
    first = sight.size
    for standing in range(STANDINGS):
        sight.inputs[first + standing] = at + standing
        sight.values[first + standing] = 0.0
    towns = s.figures[kind]
    while towns:
        town = lowest(towns)
        towns &= towns - 1
        most = 0
        for each in range(s.players):
            if each != me and s.influence[town, kind, each] > most:
                most = s.influence[town, kind, each]
        lead = min(max(s.influence[town, kind, me] - most, -LEAD), LEAD) + LEAD
        sight.values[first + (min(d.missing[town], NEAR) - 1) * LEADS + lead] += 0.5
    for standing in range(STANDINGS):  # move those that are not zero together
        if sight.values[first + standing] != 0.0:
            sight.inputs[sight.size] = sight.inputs[first + standing]
            sight.values[sight.size] = sight.values[first + standing]
            sight.size += 1
    return at + STANDINGS


@jit
def see_number(sight, at, number):
    """A number of figures, each told apart from the others; the next input."""
    see(sight, at + (number if number < COUNTED else COUNTED - 1), 1.0)
    return at + COUNTED


@jit
def see_kinds(s, d, me, sight, at):
    """What there is to know about each kind of figure; the next input after it."""
    players = s.players
    for kind in range(3):
        each = me
        for _ in range(players):
            see(sight, at, s.captured[each, kind] * 0.25)
            see(sight, at + 1, d.counts[each, kind] * 0.25)
            see(sight, at + 2, d.leads[each, kind])
            at += 3
            each = each + 1 if each + 1 < players else 0
        see(sight, at, d.spreads[kind])
        see(sight, at + 1, popcount(s.figures[kind]) * 0.125)
        see(sight, at + 2, s.aside[kind] * 0.5)
        at = see_kind_tokens(sight, at + 3, s.hand[me], kind)
        at = see_kind_tokens(sight, at, s.pile[me], kind)
        each = me
        for _ in range(1, players):
            each = each + 1 if each + 1 < players else 0
            at = see_kind_tokens(sight, at, s.hand[each] | s.pile[each], kind)
        at = see_standings(s, d, me, sight, at, kind)
        each = me
        for _ in range(players):
            at = see_number(sight, at, s.captured[each, kind])
            each = each + 1 if each + 1 < players else 0
        at = see_number(sight, at, popcount(s.figures[kind]))
    return at


@jit
def see_tokens(sight, at, tokens):
    """How many tokens of a set there are of each other kind; the next input."""
    for kind in range(COMMON):
        see(sight, at + kind, popcount(tokens & COMMON_TOKENS[kind]))
    return at + COMMON


@jit
def see_pairs(s, d, sight, at):
    """The empty land, by how much is missing around the settlements beside it."""
    first = sight.size
    for pair in range(PAIRS):
        sight.inputs[first + pair] = at + pair
        sight.values[first + pair] = 0.0
    sight.size += PAIRS
    land = s.land
    while land:
        space = lowest(land)
        land &= land - 1
        one = d.missing[LAND_BESIDE[space, 0]]  # both hold figures, for they are not surrounded yet
        two = d.missing[LAND_BESIDE[space, 1]]
        sight.values[first + PAIR[one - 1 if one < 3 else 2, two - 1 if two < 3 else 2]] += 0.25
    return at + PAIRS


@jit
def see_whole(s, d, me, sight, at):
    """What there is to know about the position as a whole."""
    players = s.players
    at = see_tokens(sight, at, s.hand[me])
    at = see_tokens(sight, at, s.pile[me])
    each = me
    for _ in range(1, players):
        each = each + 1 if each + 1 < players else 0
        at = see_tokens(sight, at, s.hand[each] | s.pile[each])
    total = 0.0
    for seat in range(players):
        d.odds[seat] = win_chance(d, players, seat)
        total += d.odds[seat]
    each = me
    for _ in range(players):
        chance = min(max(d.odds[each] / total, LEAST_CHANCE), 1.0 - LEAST_CHANCE)
        see(sight, at, chance)
        see(sight, at + 1, log(chance / (1.0 - chance)) * 0.5)
        at += 2
        each = each + 1 if each + 1 < players else 0
    at = see_pairs(s, d, sight, at)
    aside = s.aside[0] + s.aside[1] + s.aside[2]
    see(sight, at + (aside if aside < ASIDE_LIMIT else ASIDE_LIMIT - 1), 1.0)
    at += ASIDE_LIMIT
    following = me + 1 if me + 1 < players else 0
    see(sight, at, aside * 0.33)
    see(sight, at + 1, s.late)
    see(sight, at + 2, s.passes)
    see(sight, at + 3, popcount(s.hand[me]) * 0.2)
    see(sight, at + 4, popcount(s.pile[me]) * 0.07)
    see(sight, at + 5, popcount(s.hand[following] | s.pile[following]) * 0.07)
    see(sight, at + 6, popcount(s.land) * 0.05)
    see(sight, at + 7, (popcount(s.figures[0]) + popcount(s.figures[1]) + popcount(s.figures[2])) * 0.05)


@jit
def describe(s, d, me, sight):
    """Describe a position for the seat that has just ended its turn; ``d`` has the hand-made weights."""
    look(s, d, me)
    expect_figures(s, d, me)
    run_race(d, s.players)
    sight.size = 0
    at = see_figures(s, d, me, sight)
    at = see_kinds(s, d, me, sight, at)
    see_whole(s, d, me, sight, at)
