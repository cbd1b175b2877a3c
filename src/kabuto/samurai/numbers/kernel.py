"""Games of Samurai for environments: dealt, observed and scored in compiled code.

Like the engine, this is one source for the CPU and the GPU.
"""

import numpy as np

from kabuto.compiling.targets import build, tools
from kabuto.samurai.kernel.tables import (
    CHOOSING,
    CITIES,
    DROP,
    FIGURES_OF,
    FIRST_TOKENS,
    KINDS,
    LAND_IN_PLAY,
    LANDS,
    MAP_STEP,
    OVER,
    SEA_IN_PLAY,
    SEA_WORD,
    SEAS,
    STATE,
    SURROUND,
    TOWNS,
    TWINS,
    VILLAGES,
    WHOLE_SET,
)
from kabuto.samurai.numbers.fields import OFFSET

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
jit, popcount, lowest = _tools.jit, _tools.popcount, _tools.lowest
rules = build("kabuto.samurai.kernel.engine", TARGET)
legality = rules.legality

WORDS = STATE.itemsize // 4
"""Words of 32 bits in the record of a game."""
assert STATE.fields is not None
INFLUENCE_WORD = STATE.fields["influence"][1] // 4
INFLUENCE_WORDS = TOWNS * 3
TOKEN_WORD = STATE.fields["land_token"][1] // 4
TOKEN_WORDS = (LANDS + SEAS) // 4
WORD = 0xFFFFFFFF
"""A mask of 32 bits: with it, the compiler knows that the result fits into one 32-bit register."""
EACH = 0x01010101
"""1 in every byte of a word."""
SPREAD = 0x204081
"""A factor that moves each of four bits to the lowest bit of its own byte."""


def _ground() -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    """Board, word of land and sea → 1 in the bytes of spaces in play."""

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


# What a seat observes.


@jit
def spread(bits):
    """The lowest four bits, spread over the four bytes of a word."""
    return (bits & 15) * SPREAD & EACH


@jit
def write_numbers(tokens, first, out):
    """How many tokens of each kind there are in a set."""
    one = legality.kinds_of(tokens & FIRST_TOKENS)
    two = legality.kinds_of(tokens >> 1 & TWINS)
    for kind in range(KINDS):
        out[first + kind] = (one >> kind & 1) + (two >> kind & 1)


@jit
def after(seat, place, players):
    """The seat ``place`` places after another.

    Faster than a remainder; ``& 3`` tells the compiler that the result is not negative.
    """
    return (seat + place - players * (seat + place >= players)) & 3


@jit
def known_tokens(s, seat):
    """The tokens that a seat has not played yet, which everybody knows."""
    return WHOLE_SET[rules.map_of(s)] if s.phase == CHOOSING else s.hand[seat] | s.pile[seat]


@jit
def turned(word, seat, players):
    """The influence of the four seats, one byte each, rotated so that the observer comes first."""
    word = int(word) & WORD
    return (word >> (8 * seat & 31) | word << (8 * (players - seat) & 31)) & ((1 << (8 * players)) - 1)


@jit
def read_tokens(word, ground, seat, players):
    """What lies on four spaces, one byte each; all bytes are below 128, so nothing carries into the next.

    The engine writes 1 + kind + 32 × seat. An observer reads 2 + kind + 32 × seat, with seats counted from
    itself, and on an empty space ``ground``: 1 in play, 0 not.
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
    while town < TOWNS:  # compiles to better GPU code than a range
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
    """Captured figures, whose turn it is, and the rest of the position."""
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
    out[EDITION + 2] = s.setup % MAP_STEP


# Start and end.


@jit
def deal_figures(s):
    """Put figures on every settlement: all ways without two equal ones in a city are equally likely."""
    board = legality.board_of(s)
    first, second_kind, third = s.figures[0], s.figures[1], s.figures[2]
    fixed = first | second_kind | third
    cities = CITIES[board] & ~fixed
    villages = VILLAGES[board] & ~fixed
    while True:
        helmets = FIGURES_OF[board] - popcount(first)
        buddhas = FIGURES_OF[board] - popcount(second_kind)
        rice = FIGURES_OF[board] - popcount(third)
        s.figures[0], s.figures[1], s.figures[2] = first, second_kind, third
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
    """Start game i from ``blank``, a game before the deal; its random generator carries on."""
    s = states[i]
    rng = s.rng
    for w in range(WORDS):
        words[i, w] = blank[w]
    s.rng = rng
    if s.phase != CHOOSING:
        for seat in range(s.players):
            s.pile[seat] = WHOLE_SET[rules.map_of(s)]
            rules.draw(s, seat)
    if s.setup % MAP_STEP == 0:
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
    """Record the seat to move in game i; whether the game is over, with its rewards still to be written."""
    over = s.phase == OVER
    done[i] = over
    seat[i] = s.seat
    for place in range(s.players):
        reward[i, place] = 0.0
    return over


@jit
def renew(states, words, i, blank, reward, seat):
    """Write the rewards of game i, which is over, and start it again."""
    returns(states[i], reward[i])
    deal(states, words, i, blank)
    seat[i] = states[i].seat


assert INFLUENCE == 0, "it is written as words, from the first one"
assert SEAS == 2 * SEA_WORD
assert LAND % 4 == STATE.fields["land_token"][1] % 4 == 0, "tokens are read and written as words"
assert SEA == LAND + LANDS
assert STATE.fields["sea_token"][1] == STATE.fields["land_token"][1] + LANDS
