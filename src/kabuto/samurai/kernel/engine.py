"""The rules once more, for machines: plain functions over one record per game.

The same source is compiled for the CPU and, by ``cuda_engine``, as device functions for a GPU, so it
keeps to what both know: integers, loops, records, no arrays of its own. It is proven equal to the
readable rules, move by move (``tests/samurai/kernel``).
"""

from kabuto.samurai.kernel.tables import (
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
    INFLUENCES,
    KIND_OF,
    LAND_BESIDE,
    LANDS,
    OVER,
    PICK,
    PUT,
    RONIN,
    RONIN_TOKEN,
    SEA_BESIDE,
    SEA_WORD,
    SEAS,
    SHIP_TOKENS,
    SHIPS,
    SLOW_TOKENS,
    STRENGTH,
    SURROUND,
    T_TOKEN,
    TOWNS,
    TURN,
    TWINS,
    VILLAGES,
    X_TOKEN,
)
from kabuto.samurai.kernel.targets import tools

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
jit, popcount, lowest, nth = _tools.jit, _tools.popcount, _tools.lowest, _tools.nth

HAND_SIZE = 5
ASIDE_LIMIT = 4


@jit
def rand(s, n):
    """A number below n: xorshift, the upper half of the word scaled."""
    x = s.rng
    x ^= x << 13
    x ^= (x >> 7) & 0x1FFFFFFFFFFFFFF
    x ^= x << 17
    s.rng = x
    return (((x >> 32) & 0xFFFFFFFF) * n) >> 32


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


# What may be done.


@jit
def distinct(tokens):
    """A set of tokens without the second of two equal ones."""
    return tokens & ~((tokens & TWINS) << 1)


@jit
def slow_left(s):
    """Whether the turn's one slow token is still to be played."""
    return s.played & (SLOW_TOKENS | T_TOKEN) == 0


@jit
def first_figures(s, kind):
    """Settlements whose figure of a kind can be the first half of a figure exchange.

    Each of two settlements gets a figure that it does not have; the earlier one is named first.
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
    """Settlements whose figure of a kind can be the second half, after the first one named in ``pick``."""
    town = int(s.pick) % TOWNS
    first = int(s.pick) // TOWNS
    later = ~((2 << town) - 1)
    if kind == first:
        return s.null * (s.figures[kind] & later)
    if s.figures[kind] >> town & 1:
        return s.figures[kind] * 0
    return s.figures[kind] & ~s.figures[first] & later


@jit
def open_towns(s):
    """Where figures may be put during set-up: cities first, then villages."""
    a, b, c = s.figures[0], s.figures[1], s.figures[2]
    cities = CITIES[s.players] & ~((a & b) | (a & c) | (b & c))
    if cities:
        return cities
    return VILLAGES[s.players] & ~(a | b | c)


@jit
def puttable(s, kind):
    """Settlements that may get a figure of a kind during set-up."""
    if popcount(s.figures[kind]) == FIGURES_OF[s.players]:
        return s.figures[kind] * 0
    return open_towns(s) & ~s.figures[kind]


@jit
def choosable(s):
    """Tokens that may be chosen for the opening hand, one of each kind."""
    return distinct(ALL_TOKENS & ~s.hand[s.seat])


@jit
def count(s):
    """How many legal actions there are."""
    if s.phase == TURN:
        if s.pick >= DROP:
            return popcount(s.land)
        if s.pick >= 0:
            return (
                popcount(second_figures(s, 0))
                + popcount(second_figures(s, 1))
                + popcount(second_figures(s, 2))
            )
        hand = distinct(s.hand[s.seat])
        lands = popcount(s.land)
        total = popcount(hand & SHIP_TOKENS) * (popcount(s.sea[0]) + popcount(s.sea[1]))
        if hand & RONIN_TOKEN:
            total += lands
        if hand & X_TOKEN:
            total += (
                popcount(first_figures(s, 0)) + popcount(first_figures(s, 1)) + popcount(first_figures(s, 2))
            )
        if slow_left(s):
            total += popcount(hand & SLOW_TOKENS) * lands
            if hand & T_TOKEN and lands:
                total += popcount(s.movable[s.seat])
        if s.played or total == 0:
            total += 1
        return total
    if s.phase == CHOOSING:
        return popcount(choosable(s))
    if s.phase == DRAFTING:
        return popcount(puttable(s, 0)) + popcount(puttable(s, 1)) + popcount(puttable(s, 2))
    return popcount(s.land) * 0


@jit
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
    start = at
    if s.phase == TURN:
        if s.pick >= DROP:
            return write_bits(s.land, DROP, out, at)
        if s.pick >= 0:
            for kind in range(3):
                at = write_bits(second_figures(s, kind), FIGURE + kind * TOWNS, out, at)
            return at
        hand = distinct(s.hand[s.seat])
        if slow_left(s):
            slow = hand & SLOW_TOKENS
            while slow:
                at = write_bits(s.land, KIND_OF[lowest(slow)] * LANDS, out, at)
                slow &= slow - 1
        if hand & RONIN_TOKEN:
            at = write_bits(s.land, RONIN, out, at)
        ships = hand & SHIP_TOKENS
        while ships:
            base = SHIPS + (KIND_OF[lowest(ships)] - 13) * SEAS
            at = write_bits(s.sea[0], base, out, at)
            at = write_bits(s.sea[1], base + SEA_WORD, out, at)
            ships &= ships - 1
        if hand & X_TOKEN:
            for kind in range(3):
                at = write_bits(first_figures(s, kind), FIGURE + kind * TOWNS, out, at)
        if hand & T_TOKEN and s.land and slow_left(s):
            at = write_bits(s.movable[s.seat], PICK, out, at)
        if s.played or at == start:
            out[at] = END
            at += 1
    elif s.phase == CHOOSING:
        tokens = choosable(s)
        while tokens:
            out[at] = CHOOSE + KIND_OF[lowest(tokens)]
            tokens &= tokens - 1
            at += 1
    elif s.phase == DRAFTING:
        for kind in range(3):
            at = write_bits(puttable(s, kind), PUT + kind * TOWNS, out, at)
    return at


@jit
def select(s, r):
    """The r-th legal action, without writing the list."""
    if s.phase == TURN:
        if s.pick >= DROP:
            return DROP + nth(s.land, r)
        if s.pick >= 0:
            for kind in range(3):
                mask = second_figures(s, kind)
                number = popcount(mask)
                if r < number:
                    return FIGURE + kind * TOWNS + nth(mask, r)
                r -= number
        hand = distinct(s.hand[s.seat])
        lands = popcount(s.land)
        slow = slow_left(s)
        if slow and lands:
            tokens = hand & SLOW_TOKENS
            number = popcount(tokens) * lands
            if r < number:
                return KIND_OF[nth(tokens, r // lands)] * LANDS + nth(s.land, r % lands)
            r -= number
        if hand & RONIN_TOKEN:
            if r < lands:
                return RONIN + nth(s.land, r)
            r -= lands
        ships = hand & SHIP_TOKENS
        if ships:
            near = popcount(s.sea[0])
            seas = near + popcount(s.sea[1])
            number = popcount(ships) * seas
            if r < number:
                base = SHIPS + (KIND_OF[nth(ships, r // seas)] - 13) * SEAS
                r %= seas
                return base + nth(s.sea[0], r) if r < near else base + SEA_WORD + nth(s.sea[1], r - near)
            r -= number
        if hand & X_TOKEN:
            for kind in range(3):
                mask = first_figures(s, kind)
                number = popcount(mask)
                if r < number:
                    return FIGURE + kind * TOWNS + nth(mask, r)
                r -= number
        if hand & T_TOKEN and slow and lands:
            number = popcount(s.movable[s.seat])
            if r < number:
                return PICK + nth(s.movable[s.seat], r)
        return nth(1, 0) + END
    if s.phase == CHOOSING:
        return CHOOSE + KIND_OF[nth(choosable(s), r)]
    for kind in range(3):
        mask = puttable(s, kind)
        number = popcount(mask)
        if r < number:
            return PUT + kind * TOWNS + nth(mask, r)
        r -= number
    return nth(1, 0) - 1


# What an action does. It is not checked.


@jit
def add_influence(s, town, kind, seat, sign):
    """Count a token for or against a seat at a settlement."""
    strength = sign * STRENGTH[kind]
    for figure in range(3):
        if INFLUENCES[kind] >> figure & 1:
            s.influence[town, figure, seat] += strength


@jit
def spend(s, kind):
    """Take a token from the hand of the seat to move."""
    token = lowest(s.hand[s.seat] >> FIRST_OF[kind]) + FIRST_OF[kind]
    s.hand[s.seat] &= ~(1 << token)
    s.played |= 1 << token


@jit
def lay_on_land(s, kind, land):
    """Lay a token of the seat to move on an empty land space, and capture what that surrounds."""
    seat = s.seat
    s.land &= ~(1 << land)
    s.land_token[land] = 1 + kind + 32 * seat
    if kind < RONIN // LANDS:
        s.movable[seat] |= 1 << land
    for side in range(2):
        town = LAND_BESIDE[land, side]
        add_influence(s, town, kind, seat, 1)
        s.touched |= 1 << town


@jit
def capture(s):
    """Decide the touched settlements that are surrounded."""
    towns = s.touched & (s.figures[0] | s.figures[1] | s.figures[2])
    s.touched = towns * 0
    while towns:
        town = lowest(towns)
        towns &= towns - 1
        if s.land & SURROUND[town]:
            continue
        for figure in range(3):
            if s.figures[figure] >> town & 1:
                s.figures[figure] ^= 1 << town
                best = -1
                most = 0
                for seat in range(s.players):
                    amount = s.influence[town, figure, seat]
                    if amount > most:
                        most = amount
                        best = seat
                    elif amount == most:
                        best = -1
                if best >= 0:
                    s.captured[best, figure] += 1
                else:
                    s.aside[figure] += 1


@jit
def next_seat(s):
    """Pass the move to the next seat."""
    s.seat += 1
    if s.seat == s.players:
        s.seat = 0


@jit
def draw(s, seat):
    """Draw to five tokens, at random."""
    hand = s.hand[seat] + s.land * 0
    pile = s.pile[seat] + s.land * 0
    missing = HAND_SIZE - popcount(hand)
    while missing > 0 and pile:
        token = 1 << nth(pile, rand(s, popcount(pile)))
        pile ^= token
        hand |= token
        missing -= 1
    s.hand[seat] = hand
    s.pile[seat] = pile


@jit
def end_turn(s, drawn):
    """Captures that are due, the draw (``drawn`` if it is known, at random if -1), and perhaps the end."""
    capture(s)
    seat = s.seat
    if drawn >= 0:
        s.hand[seat] |= drawn
        s.pile[seat] &= ~drawn
    else:
        draw(s, seat)
    s.passes = 0 if s.played else s.passes + 1
    s.played = 0
    next_seat(s)
    aside = s.aside[0] + s.aside[1] + s.aside[2]
    gone = s.figures[0] == 0 or s.figures[1] == 0 or s.figures[2] == 0
    if gone or aside >= ASIDE_LIMIT or s.passes == s.players:
        s.phase = OVER


@jit
def exchange_figure(s, kind, town):
    """One half of a figure exchange; the second one does it."""
    if s.pick < 0:
        s.pick = kind * TOWNS + town
        return
    first = int(s.pick) // TOWNS
    other = int(s.pick) % TOWNS
    s.pick = -1
    spend(s, 15)
    if first != kind:
        s.figures[first] ^= (1 << other) | (1 << town)
        s.figures[kind] ^= (1 << other) | (1 << town)


@jit
def drop_token(s, land):
    """The second half of a token exchange."""
    old = int(s.pick) - DROP
    s.pick = -1
    seat = s.seat
    kind = (int(s.land_token[old]) - 1) & 31
    spend(s, 16)
    for side in range(2):
        add_influence(s, LAND_BESIDE[old, side], kind, seat, -1)
    s.movable[seat] &= ~(1 << old)
    s.land_token[old] = 1 + 16 + 32 * seat
    lay_on_land(s, kind, land)


@jit
def sail(s, kind, sea):
    """Lay a ship."""
    seat = s.seat
    if sea < SEA_WORD:
        s.sea[0] &= ~(1 << sea)
    else:
        s.sea[1] &= ~(1 << (sea - SEA_WORD))
    s.sea_token[sea] = 1 + kind + 32 * seat
    for side in range(2):
        town = SEA_BESIDE[sea, side]
        if town >= 0:
            add_influence(s, town, kind, seat, 1)


@jit
def choose_token(s, kind):
    """Choose a token for the opening hand."""
    seat = s.seat
    free = (ALL_TOKENS & ~s.hand[seat]) >> FIRST_OF[kind]
    s.hand[seat] |= 1 << (FIRST_OF[kind] + lowest(free))
    if popcount(s.hand[seat]) < HAND_SIZE:
        return
    next_seat(s)
    if s.seat == 0:
        for each in range(s.players):
            s.pile[each] = ALL_TOKENS & ~s.hand[each]
        s.phase = DRAFTING if s.draft and open_towns(s) else TURN


@jit
def put_figure(s, kind, town):
    """Put a figure on the map during set-up."""
    s.figures[kind] |= 1 << town
    next_seat(s)
    if open_towns(s) == 0:
        s.phase = TURN


@jit
def step(s, action, drawn):
    """Do a legal action; ``drawn`` are the tokens that an end of turn draws, -1 for chance to decide."""
    if action < FIGURE:
        if action < SHIPS:
            kind = action // LANDS
            spend(s, kind)
            lay_on_land(s, kind, action % LANDS)
            if s.late == 0:
                capture(s)
        else:
            kind = 13 + (action - SHIPS) // SEAS
            spend(s, kind)
            sail(s, kind, (action - SHIPS) % SEAS)
    elif action == END:
        end_turn(s, drawn)
    elif action < PICK:
        exchange_figure(s, (action - FIGURE) // TOWNS, (action - FIGURE) % TOWNS)
    elif action < DROP:
        s.pick = DROP + action - PICK
    elif action < END:
        drop_token(s, action - DROP)
        if s.late == 0:
            capture(s)
    elif action < PUT:
        choose_token(s, action - CHOOSE)
    else:
        put_figure(s, (action - PUT) // TOWNS, (action - PUT) % TOWNS)


# Chance and scoring.


@jit
def redeal(s, seat):
    """Deal again what a seat cannot see: every other hand, uniformly over what is possible."""
    for other in range(s.players):
        if other == seat:
            continue
        size = popcount(s.hand[other])
        pool = (s.hand[other] | s.pile[other]) + s.land * 0
        if s.phase == CHOOSING:
            pool |= ALL_TOKENS
        hand = pool * 0
        while size > 0:
            token = 1 << nth(pool, rand(s, popcount(pool)))
            pool ^= token
            hand |= token
            size -= 1
        s.hand[other] = hand
        if s.phase != CHOOSING:
            s.pile[other] = pool


@jit
def led(s, kind):
    """The seat that alone has most figures of a kind, -1 if nobody does."""
    best = -1
    most = 0
    for seat in range(s.players):
        number = s.captured[seat, kind]
        if number > most:
            most = number
            best = seat
        elif number == most:
            best = -1
    return best


@jit
def merit(s, seat):
    """A number that orders the seats as the scoring does: higher is better, equal is shared."""
    leads = 0
    total = 0
    others = 0
    for kind in range(3):
        number = int(s.captured[seat, kind])
        total += number
        if led(s, kind) == seat:
            leads += 1
        else:
            others += number
    if leads != 1:
        others = 0
    return (leads * 64 + others) * 64 + total


@jit
def playout(s):
    """Play at random to the end; how many actions it took."""
    steps = 0
    while s.phase != OVER:
        step(s, select(s, rand(s, count(s))), -1)
        steps += 1
    return steps


@jit
def playout_listed(s, out):
    """The same, writing the full list of legal actions at every step."""
    steps = 0
    while s.phase != OVER:
        number = legal(s, out, 0)
        step(s, out[rand(s, number)], -1)
        steps += 1
    return steps
