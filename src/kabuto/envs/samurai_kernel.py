"""Games of Samurai as environments step them: dealt, observed, masked and scored inside the engine.

Like the engine, one source for the CPU and, by ``cuda_kernel``, for a GPU. What a seat observes is written
by ``LANES`` workers side by side, each taking every ``LANES``-th number: on the CPU there is one, on a GPU
the 32 threads of a warp, so that neighbours write neighbouring bytes.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import numpy as np

from kabuto.envs.samurai_fields import KINDS, OFFSET
from kabuto.samurai.kernel import cuda_engine, engine
from kabuto.samurai.kernel.tables import (
    ACTIONS,
    ALL_TOKENS,
    CHOOSE,
    CHOOSING,
    CITIES,
    DRAFTING,
    DROP,
    END,
    FIGURE,
    FIGURES_OF,
    FIRST_OF,
    KIND_OF,
    LAND_IN_PLAY,
    LANDS,
    OVER,
    PICK,
    PUT,
    RONIN,
    RONIN_TOKEN,
    SEA_IN_PLAY,
    SEA_WORD,
    SEAS,
    SHIPS,
    STATE,
    SURROUND,
    T_TOKEN,
    TOWNS,
    TURN,
    VILLAGES,
    X_TOKEN,
)
from kabuto.samurai.kernel.targets import tools
from kabuto.samurai.tokens import FULL_SET

TARGET: str = globals().get("TARGET", "cpu")
jit, popcount, lowest = tools(TARGET)
if TARGET == "cuda":
    from kabuto.envs.cuda_lanes import LANES, lane

    rules = cuda_engine()
else:
    LANES, rules = 1, engine

    @jit
    def lane():
        """Which worker this is."""
        return 0


WORDS = STATE.itemsize // 4
"""Words of 32 bits in the record of a game."""
assert STATE.fields is not None
INFLUENCE_WORD = STATE.fields["influence"][1] // 4
INFLUENCE_WORDS = TOWNS * 3

INFLUENCE, FIGURES, MISSING = OFFSET["influence"], OFFSET["figures"], OFFSET["missing"]
LAND, SEA = OFFSET["land"], OFFSET["sea"]
HAND, UNPLAYED, PLAYED = OFFSET["hand"], OFFSET["unplayed"], OFFSET["played"]
HAND_SIZES, CAPTURED, ASIDE = OFFSET["hand_sizes"], OFFSET["captured"], OFFSET["aside"]
EXCHANGE, TO_MOVE, SEATS = OFFSET["exchange"], OFFSET["to_move"], OFFSET["seats"]
PHASE, PASSES, EDITION = OFFSET["phase"], OFFSET["passes"], OFFSET["edition"]

RONIN_ROW, SHIP_ROWS, FIGURE_ROWS, PICK_ROW, DROP_ROW, END_ROW, CHOOSE_ROW, PUT_ROWS, ROWS = (
    12, 13, 17, 20, 21, 22, 23, 24, 27
)  # fmt: skip
"""The action ids in rows: ids of one row are legal by the bits of one word."""


def _starts() -> list[int]:
    """Row → its first action id, and the end of the last row."""
    slow = [kind * LANDS for kind in range(RONIN_ROW)]
    ships = [SHIPS + half * SEA_WORD for half in range(4)]
    figures, puts = ([first + kind * TOWNS for kind in range(3)] for first in (FIGURE, PUT))
    return [*slow, RONIN, *ships, *figures, PICK, DROP, END, CHOOSE, *puts, ACTIONS]


ROW_START = np.array(_starts(), np.int64)
ROW_OF = np.repeat(np.arange(ROWS, dtype=np.int8), np.diff(ROW_START))
"""Action id → its row."""
ROWS_OF_KIND = np.array(
    [*range(SHIP_ROWS), SHIP_ROWS, SHIP_ROWS + 2, FIGURE_ROWS, PICK_ROW, DROP_ROW], np.int64
)
"""Kind of token → the first of its rows; the next kind's first ends them."""


def cuda_kernel() -> ModuleType:
    """This source once more, its functions compiled as device functions for a GPU."""
    name = f"{__name__}_cuda"
    if name not in sys.modules:
        spec = spec_from_file_location(name, __file__)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        module.TARGET = "cuda"  # type: ignore[attr-defined]
        spec.loader.exec_module(module)
        sys.modules[name] = module
    return sys.modules[name]


# What a seat observes.


@jit
def number(tokens, kind):
    """How many tokens of a kind there are in a set."""
    first = kind + (kind > 9) + (kind > 10) + (kind > 13)  # cheaper than a table that many lanes look into
    twin = (kind == 9) + (kind == 10) + (kind == 13)
    return (tokens >> first & 1) + (tokens >> (first + 1) & twin)


@jit
def after(seat, place, players):
    """The seat so many places after another; a remainder would take longer."""
    return seat + place - players * (seat + place >= players)


@jit
def known_tokens(s, seat):
    """The tokens that a seat has not played yet, as everybody knows them."""
    return ALL_TOKENS if s.phase == CHOOSING else s.hand[seat] | s.pile[seat]


@jit
def laid(token, in_play, seat, players):
    """What an observer reads on a space, of the engine's code for the token on it."""
    owner = (token - 1) >> 5
    return token + 1 + 32 * ((owner < seat) * players - seat) if token else in_play


@jit
def observe_influence(words, i, seat, players, out_words):
    """Influence: of the four seats, four bytes of a word. Turning it brings the observer first."""
    down = 8 * seat
    up = 8 * (players - seat)
    keep = (1 << (8 * players)) - 1
    for w in range(lane(), INFLUENCE_WORDS, LANES):
        word = int(words[i, INFLUENCE_WORD + w]) & 0xFFFFFFFF
        out_words[w] = (word >> down | word << up) & keep


@jit
def observe_board(s, seat, out):
    """Figures, tokens and empty spaces."""
    players = int(s.players)
    for kind in range(3):
        figures = s.figures[kind]
        for town in range(lane(), TOWNS, LANES):
            out[FIGURES + kind * TOWNS + town] = figures >> town & 1
    land = s.land
    for town in range(lane(), TOWNS, LANES):
        out[MISSING + town] = popcount(land & SURROUND[town])
    in_play = LAND_IN_PLAY[players]
    for j in range(lane(), LANDS, LANES):
        out[LAND + j] = laid(int(s.land_token[j]), in_play >> j & 1, seat, players)
    for half in range(2):
        in_play = SEA_IN_PLAY[players, half]
        for j in range(lane(), SEA_WORD, LANES):
            sea = half * SEA_WORD + j
            out[SEA + sea] = laid(int(s.sea_token[sea]), in_play >> j & 1, seat, players)


@jit
def observe_seats(s, seat, out):
    """Tokens off the map, captured figures, and whose turn it is."""
    players = int(s.players)
    hand = int(s.hand[seat])
    played = int(s.played)
    for kind in range(lane(), KINDS, LANES):
        out[HAND + kind] = number(hand, kind)
        out[PLAYED + kind] = number(played, kind)
    for place in range(4):
        tokens = int(known_tokens(s, after(seat, place, players))) if place < players else 0
        for kind in range(lane(), KINDS, LANES):
            out[UNPLAYED + place * KINDS + kind] = number(tokens, kind)
    for place in range(lane(), 4, LANES):
        there = place < players
        other = after(seat, place, players)
        out[HAND_SIZES + place] = popcount(int(s.hand[other])) if there else 0
        for kind in range(3):
            out[CAPTURED + place * 3 + kind] = s.captured[other, kind] if there else 0
        out[TO_MOVE + place] = there and s.phase != OVER and other == s.seat
        out[SEATS + place] = there
        out[PHASE + place] = s.phase == place
    if lane() == 0:
        for kind in range(3):
            out[ASIDE + kind] = s.aside[kind]
            out[EXCHANGE + kind] = 0
        if s.pick >= 0 and seat == s.seat:
            if s.pick >= DROP:
                out[EXCHANGE + 2] = 1 + s.pick - DROP
            else:
                out[EXCHANGE] = 1 + s.pick // TOWNS
                out[EXCHANGE + 1] = 1 + s.pick % TOWNS
        out[PASSES] = s.passes
        out[EDITION] = s.late
        out[EDITION + 1] = s.null
        out[EDITION + 2] = s.draft


# What may be done.


@jit
def row(s, r):
    """The legal actions of a row, as bits counted from its first id."""
    nothing = s.land * 0
    if s.phase == TURN:
        if s.pick >= DROP:
            return s.land if r == DROP_ROW else nothing
        if s.pick >= 0:
            if FIGURE_ROWS <= r < PICK_ROW:
                return rules.second_figures(s, r - FIGURE_ROWS)
            return nothing
        hand = int(s.hand[s.seat])
        if r < RONIN_ROW:
            return s.land if number(hand, r) and rules.slow_left(s) else nothing
        if r == RONIN_ROW:
            return s.land if hand & RONIN_TOKEN else nothing
        if r < FIGURE_ROWS:
            return s.sea[(r - SHIP_ROWS) & 1] if number(hand, 13 + ((r - SHIP_ROWS) >> 1)) else nothing
        if r < PICK_ROW:
            return rules.first_figures(s, r - FIGURE_ROWS) if hand & X_TOKEN else nothing
        if r == PICK_ROW:
            return s.movable[s.seat] if hand & T_TOKEN and s.land and rules.slow_left(s) else nothing
        if r == END_ROW:
            # Nothing else is legal: then the one action there is ends the turn.
            return nothing + 1 if s.played or rules.select(s, 0) == END else nothing
        return nothing
    if s.phase == CHOOSING and r == CHOOSE_ROW:
        found = nothing
        for kind in range(KINDS):
            if number(ALL_TOKENS & ~int(s.hand[s.seat]), kind):
                found |= 1 << kind
        return found
    if s.phase == DRAFTING and PUT_ROWS <= r < ROWS:
        return rules.puttable(s, r - PUT_ROWS)
    return nothing


@jit
def is_legal(s, action):
    """Whether an action id, whatever number it is, may be done now."""
    if action < 0 or action >= ACTIONS:
        return False
    r = int(ROW_OF[action])
    return row(s, r) >> (action - ROW_START[r]) & 1 == 1


@jit
def write_mask(s, out):
    """Write 1 for every legal action, 0 for all others; how many are legal."""
    for action in range(ACTIONS):
        out[action] = 0
    legal = 0
    if s.phase == TURN and s.pick < 0:
        hand = rules.distinct(int(s.hand[s.seat]))
        while hand:
            kind = KIND_OF[lowest(hand)]
            hand &= hand - 1
            for r in range(ROWS_OF_KIND[kind], ROWS_OF_KIND[kind + 1]):
                legal += mark(row(s, r), ROW_START[r], out)
        return legal + mark(row(s, END_ROW), END, out)
    for r in range(FIGURE_ROWS, ROWS):
        legal += mark(row(s, r), ROW_START[r], out)
    return legal


@jit
def mark(bits, first, out):
    """Write 1 for every bit; how many there are."""
    number = popcount(bits)
    while bits:
        out[first + lowest(bits)] = 1
        bits &= bits - 1
    return number


# Beginning and end.


@jit
def deal_figures(s):
    """Figures on every settlement, uniform over all ways without two equal ones in a city."""
    cities = CITIES[s.players]
    villages = VILLAGES[s.players]
    edo = s.figures[0]
    while True:
        helmets = buddhas = rice = FIGURES_OF[s.players] - 1
        s.figures[0] = s.figures[1] = s.figures[2] = edo
        room = popcount(cities) * 2 + popcount(villages)
        places = cities
        second = False
        while room:
            if places == 0:
                places = villages
            town = lowest(places)
            chance = rules.rand(s, helmets + buddhas + rice)
            kind = 0 if chance < helmets else (1 if chance < helmets + buddhas else 2)
            if s.figures[kind] >> town & 1:
                break
            s.figures[kind] |= 1 << town
            helmets -= kind == 0
            buddhas -= kind == 1
            rice -= kind == 2
            room -= 1
            second = not second and cities >> town & 1 == 1
            if not second:
                places &= places - 1
        if room == 0:
            break


@jit
def deal(states, words, i, blank):
    """Begin game i anew: ``blank`` is a game before anything is dealt; chance goes on from where it was."""
    s = states[i]
    rng = s.rng
    for w in range(WORDS):
        words[i, w] = blank[w]
    s.rng = rng
    if s.phase != CHOOSING:
        for seat in range(s.players):
            s.pile[seat] = ALL_TOKENS
            rules.draw(s, seat)
    if s.draft == 0:
        deal_figures(s)


@jit
def returns(s, out):
    """What a finished game is worth to each seat, as ``kabuto.envs.returns`` says."""
    players = int(s.players)
    best = 0
    winners = 0
    for seat in range(players):
        merit = rules.merit(s, seat)
        if merit > best or seat == 0:
            best = merit
            winners = 0
        winners += merit == best
    for seat in range(players):
        won = players / winners if rules.merit(s, seat) == best else 0.0
        out[seat] = (won - 1.0) / (players - 1)


@jit
def note(s, i, reward, done, seat):
    """Write down how it stands in game i; whether it is over, and its rewards are still to be written."""
    over = s.phase == OVER
    done[i] = over
    seat[i] = s.seat
    for place in range(s.players):
        reward[i, place] = 0.0
    return over


@jit
def renew(states, words, i, blank, reward, seat):
    """Write the rewards of game i, which is over, and begin it anew."""
    returns(states[i], reward[i])
    deal(states, words, i, blank)
    seat[i] = states[i].seat


assert FIRST_OF.tolist() == [kind + (kind > 9) + (kind > 10) + (kind > 13) for kind in range(KINDS)]
assert [kind for kind in range(KINDS) if FULL_SET.count(kind) == 2] == [9, 10, 13]
assert INFLUENCE == 0, "it is written by words, from the first"
assert SEAS == 2 * SEA_WORD
