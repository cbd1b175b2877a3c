"""Which actions are legal: the one place where compiled code says so.

``menu`` states the rules: it describes every legal action of a position by a few bit masks. Everything else
here only reads a menu, whether it counts the actions, lists them, picks one, tests one or marks them all.
Like the engine, this is one source for the CPU and the GPU.
"""

from typing import NamedTuple

from kabuto.compiling.targets import tools
from kabuto.samurai.kernel.tables import (
    ACTIONS,
    BOARD_STEP,
    CHOOSE,
    CHOOSING,
    CITIES,
    DRAFTING,
    DROP,
    END,
    FIGURE,
    FIGURES_OF,
    FIRST_OF,
    FIRST_TOKENS,
    KIND_OF,
    KINDS_BY_SHIFT,
    LANDS,
    MAP_STEP,
    PICK,
    PUT,
    RONIN_TOKEN,
    SEA_WORD,
    SEAS,
    SHIP_KIND,
    SHIP_TOKENS,
    SHIPS,
    SLOW_TOKENS,
    T_TOKEN,
    TOWNS,
    TURN,
    TWINS,
    VILLAGES,
    WHOLE_SET,
    X_TOKEN,
)

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
jit, inline, apart, mark = _tools.jit, _tools.inline, _tools.apart, _tools.mark
popcount, lowest, nth = _tools.popcount, _tools.lowest, _tools.nth

SHIFT_0, SHIFT_1, SHIFT_2, SHIFT_3 = KINDS_BY_SHIFT
WORD_BITS = 64
NO_FIGURES, FIRST_HALF, SECOND_HALF, SET_UP = range(4)
"""Which figures may be named: none, those of a half of an exchange, or those put on the map in set-up."""


class Menu(NamedTuple):
    """The legal actions of a position, as sets; their ids ascend in the order of the fields."""

    tokens: int
    """Tokens that may be laid on any space of ``land``, one of each kind."""
    land: int
    ships: int
    """Ships that may be laid on any space of ``near`` and ``far``, one of each kind."""
    near: int
    far: int
    figures: int
    """Which figures may be named; ``towns`` lists their settlements."""
    row: int
    """The action that ``others`` are counted from: ``PICK``, ``DROP`` or ``CHOOSE``."""
    others: int
    end: int
    """1 if the turn may end."""


@inline
def distinct(tokens):
    """The first token of every kind that is in a set."""
    return (tokens | tokens >> 1 & TWINS) & FIRST_TOKENS


@jit
def kinds_of(tokens):
    """The kinds whose first token is in a set, as bits."""
    return tokens & SHIFT_0 | tokens >> 1 & SHIFT_1 | tokens >> 2 & SHIFT_2 | tokens >> 3 & SHIFT_3


@jit
def highest(mask):
    """The index of the highest bit, -1 for an empty mask."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    mask |= mask >> 16
    mask |= mask >> 32
    return popcount(mask) - 1


@jit
def first_figures(s, kind):
    """Settlements whose figure of a kind can be the first half of a figure exchange.

    Each of the two settlements gets a figure that it does not have; the earlier one comes first.
    """
    mine = s.figures[kind]
    found = s.null * (mine & ((1 << max(highest(mine), 0)) - 1))
    for step in range(1, 3):
        other = s.figures[(kind + step) % 3]
        last = highest(other & ~mine)
        if last > 0:
            found |= mine & ~other & ((1 << last) - 1)
    return found


@jit
def second_figures(s, kind):
    """Settlements whose figure of a kind can be the second half, after the first one noted in ``pick``."""
    town = int(s.pick) % TOWNS
    first = int(s.pick) // TOWNS
    later = ~((2 << town) - 1)
    if kind == first:
        return s.null * (s.figures[kind] & later)
    if s.figures[kind] >> town & 1:
        return 0
    return s.figures[kind] & ~s.figures[first] & later


@jit
def map_of(s):
    """The number of the map that is played on."""
    return s.setup // MAP_STEP


@jit
def board_of(s):
    """The row of a table by board: the map, for this number of players."""
    return map_of(s) * BOARD_STEP + s.players


@jit
def open_towns(s):
    """Where figures may be put during set-up: cities first, then villages."""
    a, b, c = s.figures[0], s.figures[1], s.figures[2]
    cities = CITIES[board_of(s)] & ~((a & b) | (a & c) | (b & c))
    if cities:
        return cities
    return VILLAGES[board_of(s)] & ~(a | b | c)


@jit
def puttable(s, kind):
    """Settlements that may get a figure of a kind during set-up."""
    if popcount(s.figures[kind]) == FIGURES_OF[board_of(s)]:
        return 0
    return open_towns(s) & ~s.figures[kind]


@apart
def towns(s, figures, kind):
    """Settlements whose figure of a kind may be named now."""
    if figures == FIRST_HALF:
        return first_figures(s, kind)
    return second_figures(s, kind) if figures == SECOND_HALF else puttable(s, kind)


@jit
def first_figure(figures):
    """The action id that named figures are counted from."""
    return PUT if figures == SET_UP else FIGURE


@inline
def menu(s):
    """Everything that may be done in a position."""
    tokens, ships, figures, others, end = 0, 0, NO_FIGURES, 0, 0
    land, near, far, row = s.land, s.sea[0], s.sea[1], PICK
    if s.phase == TURN:
        if s.pick >= DROP:
            row, others = DROP, land
        elif s.pick >= 0:
            figures = SECOND_HALF
        else:
            hand = distinct(s.hand[s.seat])
            slow_left = s.played & (SLOW_TOKENS | T_TOKEN) == 0
            tokens = hand & (SLOW_TOKENS | RONIN_TOKEN if slow_left else RONIN_TOKEN)
            ships = hand & SHIP_TOKENS
            if hand & X_TOKEN:
                figures = FIRST_HALF
            if hand & T_TOKEN and slow_left and land:
                others = s.movable[s.seat]
            if s.played or is_stuck(s, tokens, ships, figures, others):
                end = 1
    elif s.phase == CHOOSING:
        row, others = CHOOSE, kinds_of(distinct(WHOLE_SET[map_of(s)] & ~s.hand[s.seat]))
    elif s.phase == DRAFTING:
        figures = SET_UP
    return Menu(tokens, land, ships, near, far, figures, row, others, end)


@inline
def is_stuck(s, tokens, ships, figures, others):
    """Whether a seat has nothing to play, so that it may pass."""
    if others or (tokens and s.land) or (ships and s.sea[0] | s.sea[1]):
        return False
    return figures == NO_FIGURES or first_figures(s, 0) | first_figures(s, 1) | first_figures(s, 2) == 0


@inline
def size(s, m):
    """How many actions a menu has."""
    total = popcount(m.tokens) * popcount(m.land) + popcount(m.others) + m.end
    if m.ships:
        total += popcount(m.ships) * (popcount(m.near) + popcount(m.far))
    if m.figures:
        for kind in range(3):
            total += popcount(towns(s, m.figures, kind))
    return total


@inline
def choose(s, m, r):
    """The r-th action of a menu."""
    lands = popcount(m.land)
    number = popcount(m.tokens) * lands
    if r < number:
        return KIND_OF[nth(m.tokens, r // lands)] * LANDS + nth(m.land, r % lands)
    r -= number
    if m.ships:
        near = popcount(m.near)
        seas = near + popcount(m.far)
        number = popcount(m.ships) * seas
        if r < number:
            first = SHIPS + (KIND_OF[nth(m.ships, r // seas)] - SHIP_KIND) * SEAS
            r %= seas
            return first + nth(m.near, r) if r < near else first + SEA_WORD + nth(m.far, r - near)
        r -= number
    if m.figures:
        for kind in range(3):
            mask = towns(s, m.figures, kind)
            number = popcount(mask)
            if r < number:
                return first_figure(m.figures) + kind * TOWNS + nth(mask, r)
            r -= number
    if r < popcount(m.others):
        return m.row + nth(m.others, r)
    return END


@jit
def count(s):
    """How many legal actions there are."""
    return size(s, menu(s))


@jit
def select(s, r):
    """The r-th legal action, without writing the list."""
    return choose(s, menu(s), r)


@inline
def write_bits(mask, base, out, at):
    """Write base + index for every bit of a mask; where to go on."""
    while mask:
        out[at] = base + lowest(mask)
        mask &= mask - 1
        at += 1
    return at


@jit
def legal(s, out, at):
    """Write the legal actions in ascending order from a place on; where the list ends."""
    m = menu(s)
    tokens, ships = m.tokens, m.ships
    while tokens:
        at = write_bits(m.land, KIND_OF[lowest(tokens)] * LANDS, out, at)
        tokens &= tokens - 1
    while ships:
        first = SHIPS + (KIND_OF[lowest(ships)] - SHIP_KIND) * SEAS
        at = write_bits(m.near, first, out, at)
        at = write_bits(m.far, first + SEA_WORD, out, at)
        ships &= ships - 1
    if m.figures:
        for kind in range(3):
            first = first_figure(m.figures) + kind * TOWNS
            at = write_bits(towns(s, m.figures, kind), first, out, at)
    at = write_bits(m.others, m.row, out, at)
    if m.end:
        out[at] = END
        at += 1
    return at


@jit
def mark_legal(s, first, out):
    """Mark every legal action, counted from a place on."""
    m = menu(s)
    tokens, ships = m.tokens, m.ships
    while tokens:
        mark(m.land, first + KIND_OF[lowest(tokens)] * LANDS, out)
        tokens &= tokens - 1
    while ships:
        ship = first + SHIPS + (KIND_OF[lowest(ships)] - SHIP_KIND) * SEAS
        mark(m.near, ship, out)
        mark(m.far, ship + SEA_WORD, out)
        ships &= ships - 1
    if m.figures:
        for kind in range(3):
            mark(towns(s, m.figures, kind), first + first_figure(m.figures) + kind * TOWNS, out)
    if m.others:
        mark(m.others, first + m.row, out)
    if m.end:
        mark(1, first + END, out)


@jit
def is_legal(s, action):
    """Whether an action id, whatever number it is, may be done now."""
    if action < 0 or action >= ACTIONS:
        return False
    m = menu(s)
    if action < SHIPS:
        return m.tokens >> FIRST_OF[action // LANDS] & m.land >> action % LANDS & 1 == 1
    if action < FIGURE:
        sea = (action - SHIPS) % SEAS
        free = m.near >> sea if sea < SEA_WORD else m.far >> (sea - SEA_WORD)
        return m.ships >> FIRST_OF[SHIP_KIND + (action - SHIPS) // SEAS] & free & 1 == 1
    if action == END:
        return m.end == 1
    if m.row <= action < m.row + WORD_BITS and m.others >> (action - m.row) & 1:
        return True
    figure = action - first_figure(m.figures)
    if m.figures and 0 <= figure < 3 * TOWNS:
        return towns(s, m.figures, figure // TOWNS) >> figure % TOWNS & 1 == 1
    return False
