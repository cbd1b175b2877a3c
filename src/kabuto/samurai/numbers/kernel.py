"""Games of Samurai as environments step them: dealt, observed, masked and scored inside the engine.

Like the engine, one source for the CPU and, by ``cuda_kernel``, for a GPU. They differ in how legal actions
are marked: on the CPU by a byte for each, on a GPU first by a bit.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import numpy as np

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
    LAND_IN_PLAY,
    LANDS,
    OVER,
    PICK,
    PUT,
    RONIN,
    SEA_IN_PLAY,
    SEA_WORD,
    SEAS,
    SHIPS,
    SLOW_KINDS,
    STATE,
    SURROUND,
    TOWNS,
    TURN,
    VILLAGES,
)
from kabuto.samurai.kernel.targets import tools
from kabuto.samurai.numbers.fields import KINDS, OFFSET
from kabuto.samurai.tokens import FULL_SET

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
jit, popcount, lowest = _tools.jit, _tools.popcount, _tools.lowest
if TARGET == "cuda":
    from kabuto.samurai.numbers.cuda_mark import mark

    rules = cuda_engine()
else:
    rules = engine

    @jit
    def mark(bits, first, out):
        """Write 1 for every bit, from a place on; how many there are."""
        number = popcount(bits)
        while bits:
            out[first + lowest(bits)] = 1
            bits &= bits - 1
        return number


WORDS = STATE.itemsize // 4
"""Words of 32 bits in the record of a game."""
assert STATE.fields is not None
INFLUENCE_WORD = STATE.fields["influence"][1] // 4
INFLUENCE_WORDS = TOWNS * 3
TOKEN_WORD = STATE.fields["land_token"][1] // 4
TOKEN_WORDS = (LANDS + SEAS) // 4
WORD = 0xFFFFFFFF
"""All bits of a word: told so, a compiler need not take two words for it."""
EACH = 0x01010101
"""1 in every byte of a word."""
SPREAD = 0x204081
"""Times four bits: each at the foot of a byte."""


def _ground() -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    """Players, word of land and sea → 1 in the bytes of spaces in play."""

    def spaces(mask: int, size: int) -> list[int]:
        return [mask >> space & 1 for space in range(size)]

    rows = [
        spaces(land, LANDS) + spaces(near, SEA_WORD) + spaces(far, SEA_WORD)
        for land, (near, far) in zip(LAND_IN_PLAY.tolist(), SEA_IN_PLAY.tolist(), strict=True)
    ]
    return np.array(rows, np.uint8).view(np.int32)


GROUND = _ground()

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
RONIN_KIND, SHIP_KIND, FIGURE_KIND, TOKEN_KIND = 12, 13, 15, 16
"""Kinds of token: ronin, the first of two ships, figure and token exchange; the slow ones come before."""
KIND_OF_ROW = np.repeat(np.arange(KINDS), [*[1] * SHIP_KIND, 2, 2, 3, 1])
"""Row → the kind of token that it needs."""


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
def spread(bits):
    """The lowest four bits, each as a byte of a word."""
    return (bits & 15) * SPREAD & EACH


@jit
def firsts(tokens):
    """Kinds of which there is the first token in a set, as bits."""
    return tokens & 0x3FF | tokens >> 1 & 0x400 | tokens >> 2 & 0x3800 | tokens >> 3 & 0x1C000


@jit
def seconds(tokens):
    """Kinds of which there is the second token in a set, as bits."""
    return tokens >> 1 & 0x200 | tokens >> 2 & 0x400 | tokens >> 3 & 0x2000


@jit
def kinds_of(tokens):
    """Kinds of which there is a token in a set, as bits."""
    return firsts(tokens) | seconds(tokens)


@jit
def write_numbers(tokens, first, out):
    """How many tokens of each kind there are in a set."""
    one, two = firsts(tokens), seconds(tokens)
    for kind in range(KINDS):
        out[first + kind] = (one >> kind & 1) + (two >> kind & 1)


@jit
def after(seat, place, players):
    """The seat so many places after another; a remainder would take longer. 3 says it is not negative."""
    return (seat + place - players * (seat + place >= players)) & 3


@jit
def known_tokens(s, seat):
    """The tokens that a seat has not played yet, as everybody knows them."""
    return ALL_TOKENS if s.phase == CHOOSING else s.hand[seat] | s.pile[seat]


@jit
def turned(word, seat, players):
    """Influence of the four seats, the bytes of a word, with the observer first."""
    word = int(word) & WORD
    return (word >> (8 * seat & 31) | word << (8 * (players - seat) & 31)) & ((1 << (8 * players)) - 1)


@jit
def read_tokens(word, ground, seat, players):
    """What lies on four spaces, the bytes of a word: all are below 128, so none disturbs another.

    The engine writes 1 + kind + 32 × seat, an observer reads 2 + kind + 32 × seat counted from itself, and
    where nothing lies what the ``ground`` says: 1 in play, 0 not.
    """
    word = int(word) & WORD
    laid = (word + 127 * EACH & WORD) >> 7 & EACH
    word = word - laid & WORD
    owner = word >> 5 & 3 * EACH
    not_before = ((owner | 128 * EACH) - seat * EACH & WORD) >> 7 & EACH
    owner += players * (EACH - not_before) - seat * EACH
    token = (word & 31 * EACH) + 32 * owner + 2 * EACH
    return token & 255 * laid | ground & ~laid


@jit
def observe_towns(s, out):
    """Figures, and the empty land around them."""
    helmets, buddhas, rice = s.figures[0], s.figures[1], s.figures[2]
    land = s.land
    town = 0
    while town < TOWNS:  # a GPU's compiler makes less of a range
        out[FIGURES + town] = helmets >> town & 1
        out[FIGURES + TOWNS + town] = buddhas >> town & 1
        out[FIGURES + 2 * TOWNS + town] = rice >> town & 1
        out[MISSING + town] = popcount(land & SURROUND[town])
        town += 1


@jit
def observe_hands(s, seat, out):
    """Tokens off the map."""
    players = int(s.players)
    write_numbers(int(s.hand[seat]), HAND, out)
    write_numbers(int(s.played), PLAYED, out)
    for place in range(4):
        tokens = int(known_tokens(s, after(seat, place, players))) if place < players else 0
        write_numbers(tokens, UNPLAYED + place * KINDS, out)


@jit
def observe_seats(s, seat, out):
    """Captured figures, whose turn it is, and how it stands."""
    players = int(s.players)
    for place in range(4):
        there = place < players
        other = after(seat, place, players)
        out[HAND_SIZES + place] = popcount(int(s.hand[other])) if there else 0
        for kind in range(3):
            out[CAPTURED + place * 3 + kind] = s.captured[other, kind] if there else 0
        out[TO_MOVE + place] = there and s.phase != OVER and other == s.seat
        out[SEATS + place] = there
        out[PHASE + place] = s.phase == place
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
    """The actions of a row of the turn, as bits counted from its first id, if its token is in hand."""
    nothing = s.land * 0
    if r < RONIN_ROW:
        return s.land if rules.slow_left(s) else nothing
    if r == RONIN_ROW:
        return s.land
    if r < FIGURE_ROWS:
        return s.sea[(r - SHIP_ROWS) & 1]
    if r < PICK_ROW:
        return rules.first_figures(s, r - FIGURE_ROWS)
    return s.movable[s.seat] if s.land and rules.slow_left(s) else nothing


@jit
def other_row(s, r):
    """The same of an exchange half done, and of the set-up: no token is needed."""
    nothing = s.land * 0
    if s.phase == TURN:
        if s.pick >= DROP:
            return s.land if r == DROP_ROW else nothing
        return rules.second_figures(s, r - FIGURE_ROWS) if FIGURE_ROWS <= r < PICK_ROW else nothing
    if s.phase == CHOOSING and r == CHOOSE_ROW:
        return nothing | kinds_of(ALL_TOKENS & ~int(s.hand[s.seat]))
    if s.phase == DRAFTING and PUT_ROWS <= r < ROWS:
        return rules.puttable(s, r - PUT_ROWS)
    return nothing


@jit
def is_legal(s, action):
    """Whether an action id, whatever number it is, may be done now."""
    if action < 0 or action >= ACTIONS:
        return False
    r = int(ROW_OF[action])
    bit = action - ROW_START[r]
    if s.phase != TURN or s.pick >= 0:
        return other_row(s, r) >> bit & 1 == 1
    if r == END_ROW:  # if nothing else is legal, the one action there is ends the turn
        return s.played != 0 or rules.select(s, 0) == END
    in_hand = kinds_of(int(s.hand[s.seat]))
    return r <= PICK_ROW and in_hand >> KIND_OF_ROW[r] & row(s, r) >> bit & 1 == 1


@jit
def mark_legal(s, first, out):
    """Mark every legal action, from a place on; how many there are."""
    legal = 0
    if s.phase != TURN or s.pick >= 0:
        for r in range(FIGURE_ROWS, ROWS):
            legal += mark(other_row(s, r), first + ROW_START[r], out)
        return legal
    # A GPU reads from afar only once what is read before the first mark.
    land, near, far, movable, played = s.land, s.sea[0], s.sea[1], s.movable[s.seat], s.played
    slow = land if rules.slow_left(s) else land * 0
    kinds = kinds_of(int(s.hand[s.seat]))
    left = kinds & ((1 << SLOW_KINDS) - 1)
    while left:
        legal += mark(slow, first + lowest(left) * LANDS, out)
        left &= left - 1
    if kinds >> RONIN_KIND & 1:
        legal += mark(land, first + RONIN, out)
    for ship in range(2):
        if kinds >> (SHIP_KIND + ship) & 1:
            legal += mark(near, first + SHIPS + ship * SEAS, out)
            legal += mark(far, first + SHIPS + ship * SEAS + SEA_WORD, out)
    if kinds >> FIGURE_KIND & 1:
        for figure in range(3):
            legal += mark(rules.first_figures(s, figure), first + FIGURE + figure * TOWNS, out)
    if kinds >> TOKEN_KIND & 1 and slow:
        legal += mark(movable, first + PICK, out)
    if played or legal == 0:
        legal += mark(1, first + END, out)
    return legal


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
assert LAND % 4 == STATE.fields["land_token"][1] % 4 == 0, "tokens are read and written by words"
assert SEA == LAND + LANDS
assert STATE.fields["sea_token"][1] == STATE.fields["land_token"][1] + LANDS
