"""Plans whole turns of Samurai in compiled code, much as ``players.turn`` does in plain Python.

``plan`` finds the turns that look best to the seat to move, using only what that seat may know: its own hand,
and which tokens the others have not played yet.
"""

import numpy as np

from kabuto.compiling.targets import build, tools
from kabuto.samurai.kernel import engine as _engine
from kabuto.samurai.kernel.tables import (
    DROP,
    END,
    FIGURE,
    KIND_OF,
    LAND_BESIDE,
    LANDS,
    PICK,
    SEA_BESIDE,
    SEA_WORD,
    SEAS,
    SHIP_KIND,
    SHIPS,
    T_KIND,
    TOWNS,
    TURN,
    X_KIND,
)
from kabuto.samurai.players.search import evaluation as _evaluation
from kabuto.samurai.players.search import singles as _singles
from kabuto.samurai.players.search.job import MOST_STEPS, WIDEST
from kabuto.samurai.players.search.singles import AMOUNT
from kabuto.samurai.players.turn import PLAY_ORDER
from kabuto.samurai.tokens import ASIDE_LIMIT

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
jit, apart, part, copy = _tools.jit, _tools.apart, _tools.part, _tools.copy
lowest, popcount = _tools.lowest, _tools.popcount
engine, evaluation = build(_engine, TARGET), build(_evaluation, TARGET)
kind_on, merit, random_action, step = engine.kind_on, engine.merit, engine.random_action, engine.step
study, town_value = evaluation.study, evaluation.town_value
list_singles = build(_singles, TARGET).list_singles

MOST_CHANGES = 12
ORDER = np.array(PLAY_ORDER)
ROOM = 2 * WIDEST + 1
"""How many plans to allocate: the best ones, two beams of half that size, and one to work on."""

PLAN = np.dtype(
    [
        ("value", "f8"),  # the chance to win after it, less what its tokens would be worth in the hand
        ("key", "i8"),  # a hash of its steps, whatever their order
        ("spent", "i8"),  # tokens of the hand
        ("land", "i8"),  # spaces taken
        ("sea", "i8", 2),
        ("steps", "i4"),
        ("towns", "i4"),  # how many settlements it changes
        ("surrounds", "i4"),
        ("first", "i2", MOST_STEPS),  # actions, in the order they were planned
        ("second", "i2", MOST_STEPS),  # the second half of an exchange, -1 for none
        ("town", "i1", MOST_CHANGES),
        ("filled", "i1", MOST_CHANGES),
        ("swap", "i1", MOST_CHANGES),
        ("more", "i1", (MOST_CHANGES, 3)),
        ("worth", "f8", MOST_CHANGES),  # what the change of a settlement adds to the chance to win
    ],
    align=True,
)
"""The tokens to play in a turn, or in the rest of one."""


@jit
def kind_of(action):
    """The token that an action plays."""
    if action < SHIPS:
        return action // LANDS
    if action < FIGURE:
        return SHIP_KIND + (action - SHIPS) // SEAS
    return X_KIND if action < PICK else T_KIND


@jit
def mixed(word):
    """A hash of a word."""
    word = (word + 1) * 0x9E3779B97F4A7C1
    word ^= word >> 29
    word *= 0x3F58476D1CE4E5B
    return word ^ (word >> 32)


@jit
def empty_plan(d, p):
    """Start a plan: nothing (more) is played."""
    p.value = d.chance
    p.key = 0
    p.spent = 0
    p.land = 0
    p.sea[0] = 0
    p.sea[1] = 0
    p.steps = 0
    p.towns = 0
    p.surrounds = 0


@apart
def alter(s, d, p, town, filled, helmet, buddha, rice, swap):
    """Change a settlement in a plan, on top of what the plan already changes there."""
    if d.open >> town & 1 == 0:
        return
    at = 0
    while at < p.towns and p.town[at] != town:
        at += 1
    if at == p.towns:
        p.towns += 1
        p.town[at] = town
        p.filled[at] = 0
        p.swap[at] = 0
        p.worth[at] = 0.0
        for kind in range(3):
            p.more[at, kind] = 0
    p.filled[at] += filled
    p.swap[at] ^= swap
    p.more[at, 0] += helmet
    p.more[at, 1] += buddha
    p.more[at, 2] += rice
    worth = (
        town_value(s, d, town, p.filled[at], p.more[at, 0], p.more[at, 1], p.more[at, 2], p.swap[at])
        - d.now[town]
    )
    p.value += worth - p.worth[at]
    p.worth[at] = worth
    if filled and p.filled[at] == d.missing[town]:
        p.surrounds = 1


@jit
def alter_token(s, d, p, town, kind, sign, filled):
    """Lay a token beside a settlement, or take it away (sign -1)."""
    alter(s, d, p, town, filled, sign * AMOUNT[kind, 0], sign * AMOUNT[kind, 1], sign * AMOUNT[kind, 2], 0)


@apart
def unspent(s, p, kind):
    """A token of a kind in hand that a plan does not use yet, or -1."""
    tokens = s.hand[s.seat] & ~p.spent
    while tokens:
        token = lowest(tokens)
        if KIND_OF[token] == kind:
            return token
        tokens &= tokens - 1
    return -1


@jit
def beside_open(d, sea):
    """The settlements with figures beside a sea space."""
    found = 0
    for side in range(2):
        town = SEA_BESIDE[sea, side]
        if town >= 0:
            found |= d.open & (1 << town)
    return found


@apart
def spare_sea(s, d, p, sea):
    """This sea space, or another beside the same settlements if the plan already uses it, or -1."""
    if p.sea[sea // SEA_WORD] >> sea % SEA_WORD & 1 == 0:
        return sea
    for half in range(2):
        free = s.sea[half] & ~p.sea[half]
        while free:
            other = lowest(free) + half * SEA_WORD
            free &= free - 1
            if beside_open(d, other) == beside_open(d, sea):
                return other
    return -1


@apart
def add_step(s, d, p, first, second):
    """Add a token to a plan, on another space as good if its own is taken; False if that is impossible."""
    kind = kind_of(first)
    token = unspent(s, p, kind)
    if token < 0 or p.steps == MOST_STEPS:
        return False
    if first < SHIPS:
        land = first % LANDS
        if p.land >> land & 1:
            return False
        p.land |= 1 << land
        for side in range(2):
            alter_token(s, d, p, LAND_BESIDE[land, side], kind, 1, 1)
    elif first < FIGURE:
        sea = spare_sea(s, d, p, (first - SHIPS) % SEAS)
        if sea < 0:
            return False
        first = SHIPS + (kind - SHIP_KIND) * SEAS + sea
        p.sea[sea // SEA_WORD] |= 1 << sea % SEA_WORD
        for side in range(2):
            town = SEA_BESIDE[sea, side]
            if town >= 0:
                alter_token(s, d, p, town, kind, 1, 0)
    elif first < PICK:
        a = (first - FIGURE) % TOWNS
        b = (second - FIGURE) % TOWNS
        swap = (1 << (first - FIGURE) // TOWNS) | (1 << (second - FIGURE) // TOWNS)
        alter(s, d, p, a, 0, 0, 0, 0, swap)
        alter(s, d, p, b, 0, 0, 0, 0, swap)
    else:
        source = first - PICK
        land = second - DROP
        if p.land >> land & 1:
            return False
        p.land |= 1 << land
        moved = kind_on(s, source)
        for side in range(2):
            alter_token(s, d, p, LAND_BESIDE[source, side], moved, -1, 0)
        for side in range(2):
            alter_token(s, d, p, LAND_BESIDE[land, side], moved, 1, 1)
    p.key += mixed(first * 2048 + second)
    p.spent |= 1 << token
    p.value -= d.hold[kind]
    p.first[p.steps] = first
    p.second[p.steps] = second
    p.steps += 1
    return True


@apart
def settle(s, town, held, helmet, buddha, rice, sign):
    """Give a surrounded settlement's figures to their winners, or undo it (sign -1); how many nobody won."""
    me = s.seat
    aside = 0
    for kind in range(3):
        if held >> kind & 1:
            gain = helmet if kind == 0 else (buddha if kind == 1 else rice)
            best = -1
            most = 0
            for seat in range(s.players):
                amount = s.influence[town, kind, seat] + (gain if seat == me else 0)
                if amount > most:
                    most = amount
                    best = seat
                elif amount == most:
                    best = -1
            if best >= 0:
                s.captured[best, kind] += sign
            else:
                aside += 1
    return aside


@apart
def decide(s, d, p):
    """The result for the seat to move if a plan ends the game, or -1 if it does not."""
    left0 = popcount(s.figures[0])
    left1 = popcount(s.figures[1])
    left2 = popcount(s.figures[2])
    aside = s.aside[0] + s.aside[1] + s.aside[2]
    due = d.due
    for at in range(p.towns):
        town = int(p.town[at])
        if p.filled[at] == d.missing[town]:
            held = d.held[town] ^ p.swap[at]
            due &= ~(1 << town)
            left0 -= held & 1
            left1 -= held >> 1 & 1
            left2 -= held >> 2 & 1
            aside += settle(s, town, held, p.more[at, 0], p.more[at, 1], p.more[at, 2], 1)
    rest = due
    while rest:
        town = lowest(rest)
        rest &= rest - 1
        held = d.held[town]
        left0 -= held & 1
        left1 -= held >> 1 & 1
        left2 -= held >> 2 & 1
        aside += settle(s, town, held, 0, 0, 0, 1)
    result = -1.0
    if left0 == 0 or left1 == 0 or left2 == 0 or aside >= ASIDE_LIMIT:
        mine = merit(s, s.seat)
        winners = 0
        result = 1.0
        for seat in range(s.players):
            other = merit(s, seat)
            if other > mine:
                result = 0.0
            if other == mine:
                winners += 1
        result /= winners
    for at in range(p.towns):
        town = int(p.town[at])
        if p.filled[at] == d.missing[town]:
            settle(s, town, d.held[town] ^ p.swap[at], p.more[at, 0], p.more[at, 1], p.more[at, 2], -1)
    rest = due
    while rest:
        town = lowest(rest)
        rest &= rest - 1
        settle(s, town, d.held[town], 0, 0, 0, -1)
    return result


@jit
def judge_plan(s, d, p):
    """If a plan ends the game, set its value to the result."""
    if p.surrounds or d.due:
        result = decide(s, d, p)
        if result >= 0.0:
            p.value = result
            for at in range(p.steps):
                p.value -= d.hold[kind_of(p.first[at])]


@apart
def insert(plans, start, kept, most, candidate):
    """Insert a plan into a list that starts at ``start``, best first, of at most ``most``; its new length."""
    was = kept
    if kept == most:
        if candidate.value <= plans[start + kept - 1].value:
            return kept
        at = kept - 1
    else:
        at = kept
        kept += 1
    for i in range(at):
        if plans[start + i].key == candidate.key:
            return was
    while at > 0 and plans[start + at - 1].value < candidate.value:
        copy(plans[start + at], plans[start + at - 1])
        at -= 1
    copy(plans[start + at], candidate)
    return kept


@part
def begin(s, d, singles, plans, wanted, beam):
    """Plans of one token: keep the best, and start the beam with the best and any that surround something."""
    work = plans[2 * WIDEST]
    kept = 0
    rows = 0
    if s.played or d.singles == 0:
        empty_plan(d, work)
        judge_plan(s, d, work)
        kept = insert(plans, 0, kept, wanted, work)
    for urgent in range(2):
        limit = 2 * beam if urgent else beam
        for i in range(d.singles):
            one = singles[i]
            if one.surrounds != urgent:
                continue
            if (
                urgent
                or d.due
                or rows < limit
                or kept < wanted
                or one.value > plans[WIDEST + rows - 1].value
                or one.value > plans[kept - 1].value
            ):
                empty_plan(d, work)
                add_step(s, d, work, one.first, one.second)
                judge_plan(s, d, work)
                one.value = work.value
                kept = insert(plans, 0, kept, wanted, work)
                rows = insert(plans, WIDEST, rows, limit, work)
    return kept, rows


@part
def extend(s, d, plans, base, one):
    """Copy a plan to the working one and add a token; False if that is impossible."""
    copy(plans[2 * WIDEST], plans[base])
    if not add_step(s, d, plans[2 * WIDEST], one.first, one.second):
        return False
    judge_plan(s, d, plans[2 * WIDEST])
    return True


@apart
def plan(s, d, singles, plans, wanted, beam):
    """Find the turns that look best, best first; how many there are, at most ``wanted``.

    This is a beam search. In each round, every plan in the beam is extended by one fast token: any that
    changes the same settlements, or the best one elsewhere.
    """
    study(s, d)
    list_singles(s, d, singles)
    kept, rows = begin(s, d, singles, plans, wanted, beam)
    row = WIDEST
    following = WIDEST + WIDEST // 2
    while rows > 0:
        top = plans[0].value
        grown = 0
        for base in range(row, row + rows):
            touched = 0
            for at in range(plans[base].towns):
                touched |= 1 << int(plans[base].town[at])
            elsewhere = -1
            for i in range(d.singles + 1):
                if i == d.singles:
                    if elsewhere < 0:
                        break
                    i = elsewhere
                elif singles[i].fast == 0:
                    continue
                elif singles[i].near & touched == 0:
                    better = elsewhere < 0 or singles[i].value > singles[elsewhere].value
                    if better and unspent(s, plans[base], kind_of(singles[i].first)) >= 0:
                        elsewhere = i
                    continue
                if extend(s, d, plans, base, singles[i]):
                    grown = insert(plans, following, grown, beam, plans[2 * WIDEST])
                    kept = insert(plans, 0, kept, wanted, plans[2 * WIDEST])
        if grown == 0 or plans[following].value <= top:
            break
        rows = grown
        row, following = following, row
    return kept


@jit
def play_plan(s, p):
    """Play the steps of a plan in the order they should be played; the turn does not end yet."""
    for group in range(4):
        for at in range(p.steps):
            if ORDER[kind_of(p.first[at])] == group:
                step(s, p.first[at], -1)
                if p.second[at] >= 0:
                    step(s, p.second[at], -1)


@part
def play_turn(s, d, singles, plans, beam):
    """Play the whole turn that looks best to the seat to move; in set-up, make a random choice."""
    if s.phase != TURN:
        step(s, random_action(s, s), -1)
    elif plan(s, d, singles, plans, 1, beam) and plans[0].steps:
        play_plan(s, plans[0])
    elif not s.played:
        step(s, random_action(s, s), -1)
    if s.phase == TURN and s.played:
        step(s, END, -1)
