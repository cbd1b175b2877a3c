"""The evaluation of ``samurai_evaluation`` once more, inside the engine.

The same three steps over the engine's records: the chance of every seat at every figure, the figures each
seat can expect, and from them its chance to win. Tables take the place of exponentials where they can.
"""

from math import exp, sqrt
from typing import Any

import numpy as np

from kabuto.players.samurai_evaluation import (
    ATTENTION,
    DENIAL,
    EXTRA,
    FIRST,
    GRIP,
    INFLUENCE,
    LEAST_SPREAD,
    NOBODY,
    ON_LAND,
    OTHERS_SPREAD,
    OUT_OF_REACH,
    REST,
    SPREAD,
    STEP,
    TEMPO,
)
from kabuto.samurai.kernel.engine import jit, lowest, merit, popcount, slow_left
from kabuto.samurai.kernel.tables import (
    DROP,
    END,
    FIGURE,
    INFLUENCES,
    LAND_BESIDE,
    LANDS,
    OVER,
    PICK,
    RONIN_TOKEN,
    SEA_BESIDE,
    SEAS,
    SHIP_TOKENS,
    SHIPS,
    STRENGTH,
    SURROUND,
    TOWNS,
    TURN,
)
from kabuto.samurai.tokens import FULL_SET

MOST = 40
"""No seat has more influence on a figure than this."""
ODDS = np.exp(np.array(GRIP)[:, None] * np.arange(MOST)[None, :])
"""Missing land spaces (two or more), influence → weight."""
STAYS = 1.0 - np.array(NOBODY)


def _reach() -> Any:
    """Kind, influence → the tokens that add at least so much from a land space."""
    table = np.zeros((3, OUT_OF_REACH + 1), np.int64)
    for token, number in enumerate(FULL_SET):
        for kind in range(3):
            for need in range(INFLUENCE[number][kind] + 1 if ON_LAND[number] else 0):
                table[kind, need] |= 1 << token
    return table


REACH = _reach()
FAST_HELP = RONIN_TOKEN | SHIP_TOKENS


@jit
def chances(s, town, figure, missing, first, seat, gain, odds):
    """The chance of each seat to win a figure, when ``seat`` had ``gain`` more influence on it."""
    players = s.players
    highest = 0
    second = 0
    best = -1
    leaders = 1
    for each in range(players):
        amount = s.influence[town, figure, each] + (gain if each == seat else 0)
        if amount > highest:
            second = highest
            highest = amount
            best = each
            leaders = 1
        elif amount == highest:
            second = highest
            best = -1
            leaders += 1
        elif amount > second:
            second = amount
    if missing == 0:
        for each in range(players):
            odds[each] = 1.0 if each == best else 0.0
        return
    if missing > 1:
        total = 0.0
        for each in range(players):
            odds[each] = ODDS[missing, s.influence[town, figure, each] + (gain if each == seat else 0)]
            if each == first and missing == 2:
                odds[each] *= FIRST
            total += odds[each]
        for each in range(players):
            odds[each] *= STAYS[missing] / total
        return
    # One land space is missing: each seat in turn may fill it, and will if that wins the figure.
    still = 1.0
    attention = ATTENTION
    for turn in range(players):
        each = (first + turn) % players
        amount = s.influence[town, figure, each] + (gain if each == seat else 0)
        need = (second if each == best else highest) - amount + 1
        take = 0.0
        deny = 0.0
        if need <= OUT_OF_REACH:
            hand = s.hand[each]
            if hand & REACH[figure, max(need, 0)]:
                take = attention
            elif need > 0 and hand & REACH[figure, need - 1]:
                deny = DENIAL
                if hand & FAST_HELP:
                    take = attention * EXTRA
        odds[each] = still * take
        still *= 1.0 - take - deny
        attention *= TEMPO
    if highest == 0:
        leaders = players
    for each in range(players):
        if s.influence[town, figure, each] + (gain if each == seat else 0) == highest:
            odds[each] += still * REST / leaders


@jit
def next_to_play(s):
    """The seat that lays the next slow token."""
    if s.phase == TURN and not slow_left(s):
        return (s.seat + 1) % s.players
    return s.seat + 0


@jit
def expect(s, first, counts, spreads, odds):
    """The figures that each seat can expect of each kind, and how uncertain they are."""
    for kind in range(3):
        doubt = 0.0
        for seat in range(s.players):
            counts[seat, kind] = s.captured[seat, kind]
        towns = s.figures[kind]
        while towns:
            town = lowest(towns)
            towns &= towns - 1
            chances(s, town, kind, popcount(s.land & SURROUND[town]), first, -1, 0, odds)
            for seat in range(s.players):
                counts[seat, kind] += odds[seat]
                doubt += odds[seat] * (1.0 - odds[seat])
        spreads[kind] = SPREAD * sqrt(doubt / s.players) + LEAST_SPREAD


@jit
def lead_chances(players, counts, spreads, leads):
    """The chance of each seat to lead each kind."""
    for kind in range(3):
        most = 0.0
        for seat in range(players):
            most = max(most, counts[seat, kind])
        total = 0.0
        for seat in range(players):
            leads[seat, kind] = exp((counts[seat, kind] - most) / spreads[kind])
            total += leads[seat, kind]
        for seat in range(players):
            leads[seat, kind] /= total


@jit
def win_chance(players, counts, leads, mine):
    """The chance of a seat to win: it leads two kinds, or one and has the most other figures."""
    a = leads[mine, 0]
    b = leads[mine, 1]
    c = leads[mine, 2]
    chance = a * b + b * c + c * a - 2.0 * a * b * c
    if players == 2:
        return chance
    total = counts[mine, 0] + counts[mine, 1] + counts[mine, 2]
    for kind in range(3):
        one = (kind + 1) % 3
        two = (kind + 2) % 3
        both = 0.0
        x = 0.0
        y = 0.0
        for each in range(players):
            if each != mine:
                more = counts[each, 0] + counts[each, 1] + counts[each, 2] - total
                both += leads[each, one] * leads[each, two]
                x += leads[each, one] * exp((more - counts[each, one]) / OTHERS_SPREAD)
                y += leads[each, two] * exp((more - counts[each, two]) / OTHERS_SPREAD)
        no_one = 1.0 - leads[mine, one]
        no_two = 1.0 - leads[mine, two]
        strength = exp(-counts[mine, kind] / OTHERS_SPREAD)
        rivals = x / (no_one + 1e-9) + y / (no_two + 1e-9)
        chance += leads[mine, kind] * (no_one * no_two - both) * strength / (strength + rivals)
    return chance


@jit
def evaluate(s, results, counts, spreads, leads, odds):
    """The chance of every seat to win; they add up to one."""
    expect(s, next_to_play(s), counts, spreads, odds)
    lead_chances(s.players, counts, spreads, leads)
    total = 0.0
    for seat in range(s.players):
        results[seat] = win_chance(s.players, counts, leads, seat)
        total += results[seat]
    for seat in range(s.players):
        results[seat] /= total


@jit
def appraise(s, worth, counts, spreads, leads, odds):
    """What one more figure is worth: for whom, of which kind, to whom it goes."""
    expect(s, (s.seat + 1) % s.players, counts, spreads, odds)
    lead_chances(s.players, counts, spreads, leads)
    for each in range(s.players):
        worth[each, 0, each] = win_chance(s.players, counts, leads, each)
    for each in range(s.players):
        base = worth[each, 0, each]
        for kind in range(3):
            for seat in range(s.players):
                worth[each, kind, seat] = -base
    for seat in range(s.players):
        for kind in range(3):
            counts[seat, kind] += STEP
            lead_chances(s.players, counts, spreads, leads)
            for each in range(s.players):
                worth[each, kind, seat] += win_chance(s.players, counts, leads, each)
                worth[each, kind, seat] /= STEP
            counts[seat, kind] -= STEP


@jit
def gain_at(s, town, seat, strength, influences, lands, worth, odds):
    """What an own token beside a settlement changes, in chances to win."""
    total = 0.0
    missing = popcount(s.land & SURROUND[town])
    first = (seat + 1) % s.players
    for figure in range(3):
        if s.figures[figure] >> town & 1 == 0:
            continue
        gain = strength if influences >> figure & 1 else 0
        if gain == 0 and lands == 0:
            continue
        chances(s, town, figure, missing, first, seat, 0, odds)
        for each in range(s.players):
            total -= worth[seat, figure, each] * odds[each]
        chances(s, town, figure, missing - lands, first, seat, gain, odds)
        for each in range(s.players):
            total += worth[seat, figure, each] * odds[each]
    return total


@jit
def figure_value(s, town, figure, seat, worth, odds):
    """What a figure of a kind would be worth to a seat in a settlement, as influence stands there."""
    chances(s, town, figure, popcount(s.land & SURROUND[town]), (seat + 1) % s.players, -1, 0, odds)
    total = 0.0
    for each in range(s.players):
        total += worth[seat, figure, each] * odds[each]
    return total


@jit
def prepare(s, worth, partner, drops, odds):
    """What the second halves of exchanges can bring at best, for every seat: first halves are judged by it.

    ``partner[seat, f, g]``: a settlement gives a figure g and gets an f; ``drops[seat, kind]``: an own token
    of this kind is laid somewhere else.
    """
    for seat in range(s.players):
        for f in range(3):
            for g in range(3):
                partner[seat, f, g] = -1.0
                towns = s.figures[g] & ~s.figures[f]
                while f != g and towns:
                    town = lowest(towns)
                    towns &= towns - 1
                    value = figure_value(s, town, f, seat, worth, odds)
                    value -= figure_value(s, town, g, seat, worth, odds)
                    partner[seat, f, g] = max(partner[seat, f, g], value)
        for kind in range(12):
            drops[seat, kind] = -1.0
            land = s.land + 0
            while land:
                total = 0.0
                for side in range(2):
                    town = LAND_BESIDE[lowest(land), side]
                    total += gain_at(s, town, seat, STRENGTH[kind], INFLUENCES[kind], 1, worth, odds)
                land &= land - 1
                drops[seat, kind] = max(drops[seat, kind], total)


@jit
def promise(s, action, worth, hold, partner, drops, odds):
    """How promising an action looks: how the chance to win changes, less what the token is worth in hand."""
    seat = s.seat
    if action < SHIPS:
        kind = action // LANDS
        total = -hold[kind]
        for side in range(2):
            town = LAND_BESIDE[action % LANDS, side]
            total += gain_at(s, town, seat, STRENGTH[kind], INFLUENCES[kind], 1, worth, odds)
        return total
    if action < FIGURE:
        kind = 13 + (action - SHIPS) // SEAS
        total = -hold[kind]
        for side in range(2):
            town = SEA_BESIDE[(action - SHIPS) % SEAS, side]
            if town >= 0:
                total += gain_at(s, town, seat, STRENGTH[kind], INFLUENCES[kind], 0, worth, odds)
        return total
    if action < PICK:
        figure = (action - FIGURE) // TOWNS
        town = (action - FIGURE) % TOWNS
        if s.pick < 0:
            best = -1.0
            value = figure_value(s, town, figure, seat, worth, odds)
            for other in range(3):
                if s.figures[other] >> town & 1 == 0:
                    gain = figure_value(s, town, other, seat, worth, odds) - value
                    best = max(best, gain + partner[seat, figure, other])
            return best - hold[15]
        first = s.pick // TOWNS
        there = s.pick % TOWNS
        return (
            figure_value(s, town, first, seat, worth, odds)
            + figure_value(s, there, figure, seat, worth, odds)
            - figure_value(s, town, figure, seat, worth, odds)
            - figure_value(s, there, first, seat, worth, odds)
            - hold[15]
        )
    if action < END:
        land = action - PICK if action < DROP else s.pick - DROP
        kind = (s.land_token[land] - 1) & 31
        total = -hold[16]
        for side in range(2):
            town = LAND_BESIDE[land, side]
            total += gain_at(s, town, seat, -STRENGTH[kind], INFLUENCES[kind], 0, worth, odds)
            if action >= DROP:
                town = LAND_BESIDE[action - DROP, side]
                total += gain_at(s, town, seat, STRENGTH[kind], INFLUENCES[kind], 1, worth, odds)
        return total + (drops[seat, kind] if action < DROP else 0.0)
    return 0.0


@jit
def final(s, results):
    """The result of a finished game: 1, shared by the winners."""
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
def judge(s, results, counts, spreads, leads, odds):
    """The result of a finished game, or the chances in one that goes on."""
    if s.phase == OVER:
        final(s, results)
    else:
        evaluate(s, results, counts, spreads, leads, odds)
