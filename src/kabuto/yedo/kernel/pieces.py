"""How cards, weapons and disciples change places in a record: the twin of ``state.pieces``.

Like the rest of the engine, plain functions over ``s``, the record of a game, and ``t``, that of its board
and cards. The same source is compiled for the CPU and for a GPU, so it keeps to what both support: integers,
loops, records, and no arrays of its own. Nothing is checked.
"""

from kabuto.compiling.targets import tools
from kabuto.yedo.board import ACTION, BONUS, FIRST_ANNEX, GARDEN, GREEN, WEAPON
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel.record import LAP_ROOM, PILE_ROOM

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, popcount, lowest = _tools.inner, _tools.popcount, _tools.lowest

RING = PILE_ROOM - 1
LAP_RING = LAP_ROOM - 1
EACH = 0x11111111
"""The lowest bit of every four."""


@inner
def rand(s, n):
    """A random number below n: xorshift, the upper half of the word scaled."""
    x = s.rng
    x ^= x << 13
    x ^= (x >> 7) & 0x1FFFFFFFFFFFFFF
    x ^= x << 17
    s.rng = x
    return (((x >> 32) & 0xFFFFFFFF) * n) >> 32


@inner
def packed(verb, a, b, third):
    """A move of these parts."""
    return verb << 24 | a << 16 | b << 8 | third


# Tasks and laps.


@inner
def add(s, kind, seat, a, b, third):
    """Put a task on top of all others."""
    n = int(s.tasks)
    s.task[n, 0] = kind
    s.task[n, 1] = seat
    s.task[n, 2] = a
    s.task[n, 3] = b
    s.task[n, 4] = third
    s.tasks = n + 1


@inner
def no_lap(s):
    """End the round of questions."""
    s.lap_top = 0
    s.lap_size = 0


@inner
def join_lap(s, seat):
    """A seat is asked after all others."""
    s.lap[(s.lap_top + s.lap_size) & LAP_RING] = seat
    s.lap_size += 1


@inner
def start_lap(s):
    """Ask every seat, in player order."""
    no_lap(s)
    for n in range(s.players):
        join_lap(s, s.order[n])


@inner
def next_of_lap(s):
    """The next one to be asked."""
    seat = int(s.lap[s.lap_top])
    s.lap_top = (s.lap_top + 1) & LAP_RING
    s.lap_size -= 1
    return seat


@inner
def place_in_order(s, seat):
    """Where a seat stands in the player order."""
    n = 0
    while s.order[n] != seat:
        n += 1
    return n


# Hands.


@inner
def hand_of(pile):
    """The hand that cards of a pile are kept in."""
    if pile == ACTION:
        return c.H_ACTION
    return c.H_BONUS if pile == BONUS else c.H_MISSION


@inner
def pile_of(t, hand, card):
    """The pile of a card of a hand."""
    return hand if hand < c.H_MISSION else GREEN + int(t.colour[card])


@inner
def hold(s, seat, hand, card):
    """A card into a hand, which is sorted."""
    n = int(s.hands[seat, hand])
    s.hands[seat, hand] = n + 1
    while n > 0 and s.hand[seat, hand, n - 1] > card:
        s.hand[seat, hand, n] = s.hand[seat, hand, n - 1]
        n -= 1
    s.hand[seat, hand, n] = card


@inner
def drop(s, seat, hand, card):
    """A card out of a hand, which has it."""
    n = 0
    while s.hand[seat, hand, n] != card:
        n += 1
    last = s.hands[seat, hand] - 1
    while n < last:
        s.hand[seat, hand, n] = s.hand[seat, hand, n + 1]
        n += 1
    s.hand[seat, hand, last] = 0
    s.hands[seat, hand] = last


@inner
def is_first(s, seat, hand, n):
    """Whether the n-th card of a hand is the first one of its kind there."""
    return n == 0 or s.hand[seat, hand, n] != s.hand[seat, hand, n - 1]


@inner
def missions_of(s, t, seat, colour):
    """How many unfinished missions of a colour a seat has."""
    number = 0
    for n in range(s.hands[seat, c.H_MISSION]):
        number += t.colour[s.hand[seat, c.H_MISSION, n]] == colour
    return number


# Piles.


@inner
def top(s, pile, number):
    """How many of so many cards can be drawn; a short weapon stack gets the shuffled discard."""
    if pile == WEAPON and s.height[pile] < number and s.discard:
        _reshuffle(s)
    return min(int(s.height[pile]), number)


@inner
def _reshuffle(s):
    """The discarded weapons, shuffled, under the stack."""
    first = int(s.top[WEAPON]) + int(s.height[WEAPON])
    n = 0
    for weapon in range(8):
        for _ in range(s.discard >> 8 * weapon & 255):
            s.deck[WEAPON, (first + n) & RING] = weapon
            n += 1
    s.discard = 0
    s.height[WEAPON] += n
    shuffle(s, WEAPON, first, n)


@inner
def shuffle(s, pile, first, number):
    """Some neighbouring cards of a pile in random order."""
    n = number - 1
    while n > 0:
        other = (first + rand(s, n + 1)) & RING
        own = (first + n) & RING
        card = s.deck[pile, own]
        s.deck[pile, own] = s.deck[pile, other]
        s.deck[pile, other] = card
        n -= 1


@inner
def lift(s, pile):
    """The top card of a pile that has one."""
    place = int(s.top[pile])
    s.top[pile] = (place + 1) & RING
    s.height[pile] -= 1
    return int(s.deck[pile, place])


@inner
def under(s, pile, card):
    """A card goes under its pile."""
    s.deck[pile, (s.top[pile] + s.height[pile]) & RING] = card
    s.height[pile] += 1


@inner
def draw(s, seat, pile):
    """The top card of a pile goes to a hand; from an empty pile nothing does."""
    if s.height[pile]:
        hold(s, seat, hand_of(pile), lift(s, pile))


@inner
def draw_weapon(s, seat):
    """The top weapon of the stack goes to a clan board."""
    if top(s, WEAPON, 1):
        gain_weapon(s, seat, lift(s, WEAPON))


@inner
def tuck(s, t, seat, hand, card):
    """A card of a hand goes under its pile."""
    drop(s, seat, hand, card)
    under(s, pile_of(t, hand, card), card)


# What a clan owns.


@inner
def arms(s, seat, weapon):
    """How many weapons of a kind a seat has."""
    return s.weapons[seat] >> 4 * weapon & 15


@inner
def armed(s, seat):
    """How many weapons a seat has."""
    each = (s.weapons[seat] & 0x0F0F0F0F) + (s.weapons[seat] >> 4 & 0x0F0F0F0F)
    return each * 0x01010101 >> 24 & 255


@inner
def weapon_kinds(s, seat):
    """The kinds of weapons that a seat has, each as the lowest of four bits."""
    word = s.weapons[seat]
    word |= word >> 1
    word |= word >> 2
    return word & EACH


@inner
def gain_weapon(s, seat, weapon):
    """A weapon comes to the clan board."""
    s.weapons[seat] += 1 << 4 * weapon


@inner
def give_up_weapon(s, seat, weapon):
    """A weapon leaves the clan board."""
    s.weapons[seat] -= 1 << 4 * weapon


@inner
def toss(s, weapon):
    """A weapon goes onto the discard."""
    s.discard += 1 << 8 * weapon


@inner
def drop_weapon(s, seat, weapon):
    """A weapon goes from a clan board onto the discard."""
    give_up_weapon(s, seat, weapon)
    toss(s, weapon)


@inner
def score(s, seat, points):
    """Prestige points; never below 0."""
    s.points[seat] = max(0, s.points[seat] + points)


@inner
def gain_blessing(s, seat):
    """A blessing from the temple, if the seat has none."""
    if s.blessed[seat] == 0 and s.blessings > 0:
        s.blessed[seat] = 1
        s.blessings -= 1


@inner
def drop_blessing(s, seat):
    """A blessing goes back to the temple."""
    s.blessed[seat] = 0
    s.blessings += 1


@inner
def gain_geisha(s, t, seat):
    """A geisha from the supply, if there is one and room for her."""
    if s.geishas > 0 and s.ladies[seat] < t.max_geishas:
        s.ladies[seat] += 1
        s.geishas -= 1


@inner
def annexes_to_build(s, seat):
    """The types that are in the supply and that the clan does not own, as bits."""
    found = 0
    for annex in range(4):
        if s.annexes[annex] > 0 and s.owned[seat] >> annex & 1 == 0:
            found |= 1 << annex
    return found


@inner
def gain_annex(s, seat, annex):
    """An annex from the supply."""
    s.owned[seat] |= 1 << annex
    s.annexes[annex] -= 1


@inner
def take_church(s, seat):
    """All money of the church."""
    s.mon[seat] += s.church
    s.church = 0


@inner
def award(s, seat, op, number):
    """Give a seat a reward that leaves nothing to decide; False if it is none of these."""
    if op == c.R_PRESTIGE:
        score(s, seat, number)
    elif op == c.R_MON:
        s.mon[seat] += number
    elif op == c.R_BLESSING:
        gain_blessing(s, seat)
    elif op == c.R_ACTION:
        draw(s, seat, ACTION)
    elif op == c.R_BONUS:
        draw(s, seat, BONUS)
    elif op == c.R_CHURCH:
        take_church(s, seat)
    elif op == c.R_STACK_WEAPON:
        draw_weapon(s, seat)
    else:
        return False
    return True


# Disciples.


@inner
def district_of(spot):
    """The district of a spot; the castle has three of them."""
    return spot - 2 if spot > GARDEN else 0


@inner
def first_spot(district):
    """The first spot of a district."""
    return district + 2 if district else 0


@inner
def behind_spots(district):
    """The spot behind the last one of a district."""
    return district + 3


@inner
def from_reserve(s, seat):
    """A disciple comes from the reserve to the clan house, if there is one."""
    if s.reserve[seat] > 0:
        s.reserve[seat] -= 1
        s.home[seat] += 1


@inner
def has_reserve(s, t, seat, arrested):
    """Whether the reserve has room for another disciple of a clan."""
    return s.reserve[seat] < t.reserve or (arrested == 0 and t.reserve_always == 0)


@inner
def to_reserve(s, t, seat, arrested):
    """A disciple goes to the reserve, or home if there is no room."""
    if has_reserve(s, t, seat, arrested):
        s.reserve[seat] += 1
    else:
        s.home[seat] += 1


@inner
def put(s, t, seat, place):
    """A disciple onto a place; in the garden onto the first free space."""
    s.here[seat, place] += 1
    s.on[seat] |= 1 << place
    if place < FIRST_ANNEX:
        s.taken[place] += 1
        s.stand[seat] += 1 << 4 * district_of(place)
        if place == GARDEN:
            n = 0
            while s.garden[n] >= 0:
                n += 1
            s.garden[n] = seat
        if s.taken[place] >= t.spaces[place]:
            s.full |= 1 << place


@inner
def leave(s, t, seat, place):
    """A disciple leaves a place."""
    s.here[seat, place] -= 1
    if s.here[seat, place] == 0:
        s.on[seat] &= ~(1 << place)
    if place < FIRST_ANNEX:
        s.taken[place] -= 1
        s.stand[seat] -= 1 << 4 * district_of(place)
        if place == GARDEN:
            n = 0
            while s.garden[n] != seat:
                n += 1
            s.garden[n] = -1
        if s.taken[place] < t.spaces[place]:
            s.full &= ~(1 << place)


@inner
def go_home(s, t, seat, place):
    """A disciple goes from a place to the clan house."""
    leave(s, t, seat, place)
    s.home[seat] += 1


@inner
def in_district(s, seat, district):
    """How many disciples of a seat stand in a district."""
    return s.stand[seat] >> 4 * district & 15


@inner
def open_places(s, seat):
    """The places where a seat may put a disciple, as bits."""
    spots = (1 << FIRST_ANNEX) - 1 & ~s.full
    if s.closed >= 0:
        spots &= ~7 if s.closed == 0 else ~(4 << int(s.closed))
    annexes = s.owned[seat] & ~(s.on[seat] >> FIRST_ANNEX)
    return spots & ~(s.on[seat] & 1 << GARDEN) | annexes << FIRST_ANNEX


@inner
def can_place(s, seat):
    """Whether a seat has a disciple at home and a place for it."""
    return s.home[seat] > 0 and open_places(s, seat) != 0
