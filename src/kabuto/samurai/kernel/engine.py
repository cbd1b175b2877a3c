"""What actions do to a game, chance and scoring: plain functions over one record per game.

The same source is compiled for the CPU and, by ``cuda_engine``, as device functions for a GPU. So it keeps to
what both support: integers, loops, records, and no arrays of its own. Tests play it against the readable
rules, move by move (``tests/samurai/kernel``). Which actions are legal is in ``legality``; nothing is checked
here.
"""

from kabuto.compiling.targets import build, tools
from kabuto.samurai.kernel.tables import (
    CHOOSE,
    CHOOSING,
    DRAFTING,
    DROP,
    END,
    FIGURE,
    FIRST_OF,
    FULL_HAND,
    INFLUENCES,
    LAND_BESIDE,
    LANDS,
    MAP_STEP,
    OVER,
    PICK,
    PUT,
    SEA_BESIDE,
    SEA_WORD,
    SEAS,
    SEAT_STEP,
    SHIP_KIND,
    SHIPS,
    SLOW_KINDS,
    STRENGTH,
    SURROUND,
    T_KIND,
    TOWNS,
    TURN,
    WHOLE_SET,
    X_KIND,
)
from kabuto.samurai.tokens import ASIDE_LIMIT

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
jit, apart, popcount, lowest, nth = _tools.jit, _tools.apart, _tools.popcount, _tools.lowest, _tools.nth
legality = build("kabuto.samurai.kernel.legality", TARGET)
choose, legal, map_of, menu, open_towns, size = (
    legality.choose, legality.legal, legality.map_of, legality.menu, legality.open_towns, legality.size
)  # fmt: skip


@jit
def rand(s, n):
    """A random number below n: xorshift, the upper half of the word scaled."""
    x = s.rng
    x ^= x << 13
    x ^= (x >> 7) & 0x1FFFFFFFFFFFFFF
    x ^= x << 17
    s.rng = x
    return (((x >> 32) & 0xFFFFFFFF) * n) >> 32


@jit
def random_action(s, generator):
    """A random legal action, drawn from the ``rng`` of a record: the game itself or another generator."""
    m = menu(s)
    return choose(s, m, rand(generator, size(s, m)))


# What an action does.


@jit
def token_code(kind, seat):
    """How a token on the map is written down."""
    return 1 + kind + SEAT_STEP * seat


@jit
def kind_on(s, land):
    """The kind of the token on a land space."""
    return (int(s.land_token[land]) - 1) % SEAT_STEP


@jit
def add_influence(s, town, kind, seat, sign):
    """Add a token's influence at a settlement, or take it away (sign -1)."""
    strength = sign * STRENGTH[kind]
    for figure in range(3):
        if INFLUENCES[kind] >> figure & 1:
            s.influence[town, figure, seat] += strength


@apart
def spend(s, kind):
    """Take a token of a kind from the hand of the seat to move."""
    token = lowest(s.hand[s.seat] >> FIRST_OF[kind]) + FIRST_OF[kind]
    s.hand[s.seat] &= ~(1 << token)
    s.played |= 1 << token


@apart
def lay_on_land(s, kind, land):
    """Lay a token of the seat to move on an empty land space, and note which settlements to check."""
    seat = s.seat
    s.land &= ~(1 << land)
    s.land_token[land] = token_code(kind, seat)
    if kind < SLOW_KINDS:
        s.movable[seat] |= 1 << land
    for side in range(2):
        town = LAND_BESIDE[land, side]
        add_influence(s, town, kind, seat, 1)
        s.touched |= 1 << town


@apart
def capture(s):
    """Decide the touched settlements that are surrounded."""
    towns = s.touched & (s.figures[0] | s.figures[1] | s.figures[2])
    s.touched = 0
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


@apart
def draw(s, seat):
    """Draw at random up to a full hand."""
    hand, pile = s.hand[seat], s.pile[seat]
    missing = FULL_HAND[map_of(s)] - popcount(hand)
    while missing > 0 and pile:
        token = 1 << nth(pile, rand(s, popcount(pile)))
        pile ^= token
        hand |= token
        missing -= 1
    s.hand[seat] = hand
    s.pile[seat] = pile


@apart
def end_turn(s, drawn):
    """Settle pending captures, draw (``drawn``, or at random if -1), and see whether the game is over."""
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


@apart
def exchange_figure(s, kind, town):
    """One half of a figure exchange: the first is noted, the second carries it out."""
    if s.pick < 0:
        s.pick = kind * TOWNS + town
        return
    first = int(s.pick) // TOWNS
    other = int(s.pick) % TOWNS
    s.pick = -1
    spend(s, X_KIND)
    if first != kind:
        s.figures[first] ^= (1 << other) | (1 << town)
        s.figures[kind] ^= (1 << other) | (1 << town)


@apart
def drop_token(s, land):
    """The second half of a token exchange."""
    old = int(s.pick) - DROP
    s.pick = -1
    seat = s.seat
    kind = kind_on(s, old)
    spend(s, T_KIND)
    for side in range(2):
        add_influence(s, LAND_BESIDE[old, side], kind, seat, -1)
    s.movable[seat] &= ~(1 << old)
    s.land_token[old] = token_code(T_KIND, seat)
    lay_on_land(s, kind, land)


@apart
def sail(s, kind, sea):
    """Lay a ship."""
    seat = s.seat
    if sea < SEA_WORD:
        s.sea[0] &= ~(1 << sea)
    else:
        s.sea[1] &= ~(1 << (sea - SEA_WORD))
    s.sea_token[sea] = token_code(kind, seat)
    for side in range(2):
        town = SEA_BESIDE[sea, side]
        if town >= 0:
            add_influence(s, town, kind, seat, 1)


@jit
def choose_token(s, kind):
    """Choose a token for the opening hand."""
    seat = s.seat
    whole = WHOLE_SET[map_of(s)]
    free = (whole & ~s.hand[seat]) >> FIRST_OF[kind]
    s.hand[seat] |= 1 << (FIRST_OF[kind] + lowest(free))
    if popcount(s.hand[seat]) < FULL_HAND[map_of(s)]:
        return
    next_seat(s)
    if s.seat == 0:
        for each in range(s.players):
            s.pile[each] = whole & ~s.hand[each]
        s.phase = DRAFTING if s.setup % MAP_STEP and open_towns(s) else TURN


@jit
def put_figure(s, kind, town):
    """Put a figure on the map during set-up."""
    s.figures[kind] |= 1 << town
    next_seat(s)
    if open_towns(s) == 0:
        s.phase = TURN


@jit
def step(s, action, drawn):
    """Do a legal action; at the end of a turn ``drawn`` are the tokens to draw, or -1 to draw at random."""
    if action < FIGURE:
        if action < SHIPS:
            kind = action // LANDS
            spend(s, kind)
            lay_on_land(s, kind, action % LANDS)
            if s.late == 0:
                capture(s)
        else:
            kind = SHIP_KIND + (action - SHIPS) // SEAS
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
    """Deal again what a seat cannot see: every other hand, each possible one equally likely."""
    for other in range(s.players):
        if other == seat:
            continue
        size = popcount(s.hand[other])
        pool = s.hand[other] | s.pile[other]
        if s.phase == CHOOSING:
            pool |= WHOLE_SET[map_of(s)]
        hand = 0
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
    """The seat that has the most figures of a kind, -1 if several do or nobody has any."""
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
    """A number that ranks the seats as the scoring does: higher is better, equal is a shared place."""
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
        step(s, random_action(s, s), -1)
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
