"""What a disciple can do on each place of the board, and on each annex: the twin of ``phases.districts``.

The first argument of a look, and of an idle disciple, is its place.
"""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import (
    ACTION,
    BLACK,
    BONUS,
    DOJO,
    EVENT,
    FIRST_ANNEX,
    GARDEN,
    GATES,
    GREEN,
    HARBOR,
    KARESANSUI,
    KOBUDO,
    MARKET,
    MISSION,
    PRESTIGE,
    REDLIGHT,
    TAVERN,
    TEMPLE,
    WEAPON,
    YASHIKI,
)
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import gains as _gains
from kabuto.yedo.kernel import missions as _missions
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.phases.districts import (
    ANNEX_PRICE,
    DRAW_PRICE,
    GEISHA_PRESTIGE,
    GEISHA_PRICE,
    PAWN,
    RECRUIT_PRICE,
)
from kabuto.yedo.phases.districts import HONOUR as _HONOUR
from kabuto.yedo.phases.districts import SELL as _SELL

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, lowest = _tools.inner, _tools.lowest
p = build(_pieces, TARGET)
gains = build(_gains, TARGET)
missions = build(_missions, TARGET)

(SOLD_1, SOLD_1_MON), (SOLD_2, SOLD_2_MON) = _SELL.items()
(BOUGHT_1, BOUGHT_1_MON), (BOUGHT_2, BOUGHT_2_MON) = _HONOUR.items()


@inner
def market_price(s, t, seat, field):
    """What a weapon on a market field costs a seat."""
    rebate = int(t.school) if s.owned[seat] >> KOBUDO & 1 else 0
    return max(0, int(t.prices[field]) - rebate + gains.price(s, t, c.P_WEAPON))


@inner
def dearer(s, t, base, what):
    """A price of the board as the present event changes it."""
    return max(0, base + gains.price(s, t, what))


# Listing.


@inner
def list_look(s, place, pile, out, at):
    """A look at a pile in which there is something."""
    if s.height[pile] or (pile == WEAPON and s.discard):
        out[at] = p.packed(c.V_LOOK, place, pile, 0)
        at += 1
    return at


@inner
def list_cards(s, t, seat, hand, verb, out, at):
    """A move with each different card of a hand, and its pile."""
    for n in range(s.hands[seat, hand]):
        if p.is_first(s, seat, hand, n):
            card = int(s.hand[seat, hand, n])
            out[at] = p.packed(verb, p.pile_of(t, hand, card), card, 0)
            at += 1
    return at


@inner
def list_weapons(s, seat, verb, a, out, at):
    """A move with each kind of weapon that a seat has."""
    rest = p.weapon_kinds(s, seat)
    while rest:
        out[at] = p.packed(verb, a, lowest(rest) >> 2, 0)
        rest &= rest - 1
        at += 1
    return at


@inner
def list_bits(bits, verb, out, at):
    """A move with the place of every bit."""
    while bits:
        out[at] = p.packed(verb, lowest(bits), 0, 0)
        bits &= bits - 1
        at += 1
    return at


@inner
def list_actions(s, t, seat, place, out, at):
    """What a disciple on a place can do."""
    if place >= FIRST_ANNEX:
        at = _list_annex(s, t, seat, place, out, at)
    elif place <= GARDEN:
        at = _list_castle(s, place, out, at)
    else:
        at = _list_district(s, t, seat, place, out, at)
    out[at] = p.packed(c.V_IDLE, place, 0, 0)
    return at + 1


@inner
def _list_castle(s, place, out, at):
    if place == MISSION:
        return list_bits(gains.full_decks(s), c.V_MISSION, out, at)
    out[at] = (c.V_PRESTIGE if place == PRESTIGE else c.V_GARDEN) << 24
    return at + 1


@inner
def _list_district(s, t, seat, place, out, at):
    mon, points = s.mon[seat], s.points[seat]
    if place == GATES:
        if s.reserve[seat] > 0 and mon >= dearer(s, t, RECRUIT_PRICE, c.P_RECRUIT):
            out[at] = c.V_RECRUIT << 24
            at += 1
        if points >= SOLD_1:
            out[at] = p.packed(c.V_SELL, SOLD_1, 0, 0)
            at += 1
        if points >= SOLD_2:
            out[at] = p.packed(c.V_SELL, SOLD_2, 0, 0)
            at += 1
        at = list_look(s, place, ACTION, out, at)
    elif place == TAVERN:
        if mon >= dearer(s, t, ANNEX_PRICE, c.P_ANNEX):
            at = list_bits(p.annexes_to_build(s, seat), c.V_BUILD, out, at)
        at = list_look(s, place, WEAPON, out, at)
    elif place == HARBOR:
        if s.church:
            out[at] = c.V_CHURCH << 24
            at += 1
        if mon >= BOUGHT_1_MON:
            out[at] = p.packed(c.V_HONOUR, BOUGHT_1, 0, 0)
            at += 1
        if mon >= BOUGHT_2_MON:
            out[at] = p.packed(c.V_HONOUR, BOUGHT_2, 0, 0)
            at += 1
        at = list_look(s, place, BONUS, out, at)
    elif place == REDLIGHT:
        room = s.ladies[seat] < t.max_geishas and s.geishas > 0
        if room and mon >= dearer(s, t, GEISHA_PRICE, c.P_GEISHA):
            out[at] = p.packed(c.V_GEISHA, 0, 0, 0)
            at += 1
        if room and points >= GEISHA_PRESTIGE:
            out[at] = p.packed(c.V_GEISHA, 1, 0, 0)
            at += 1
        if mon >= dearer(s, t, DRAW_PRICE, c.P_DRAW):
            out[at] = c.V_DRAW << 24
            at += 1
    elif place == MARKET:
        for field in range(5):
            if s.market[field] >= 0 and mon >= market_price(s, t, seat, field):
                out[at] = p.packed(c.V_BUY, field + 1, 0, 0)
                at += 1
        at = list_cards(s, t, seat, c.H_ACTION, c.V_PAWN, out, at)
        at = list_cards(s, t, seat, c.H_BONUS, c.V_PAWN, out, at)
    else:
        if s.blessed[seat] == 0 and s.blessings > 0:
            out[at] = c.V_BLESSING << 24
            at += 1
        for pile in range(GREEN, BLACK + 1):
            at = list_look(s, place, pile, out, at)
        at = list_look(s, place, EVENT, out, at)
    return at


@inner
def _list_annex(s, t, seat, place, out, at):
    if place == FIRST_ANNEX + YASHIKI:
        full = gains.full_decks(s)
        for n in range(s.hands[seat, c.H_MISSION]):
            m = int(s.hand[seat, c.H_MISSION, n])
            # The mission goes back first, so the deck of its own colour is never empty.
            decks = full | 1 << t.colour[m]
            while decks:
                out[at] = p.packed(c.V_SWAP, YASHIKI, m, lowest(decks))
                decks &= decks - 1
                at += 1
    elif place == FIRST_ANNEX + KARESANSUI:
        for pile in range(EVENT + 1):
            at = list_look(s, place, pile, out, at)
    elif place == FIRST_ANNEX + DOJO:
        at = list_weapons(s, seat, c.V_SWAP, DOJO, out, at)
    else:
        for n in range(s.hands[seat, c.H_ACTION]):
            if p.is_first(s, seat, c.H_ACTION, n):
                out[at] = p.packed(c.V_SWAP, KOBUDO, s.hand[seat, c.H_ACTION, n], 0)
                at += 1
    return at


# Doing.


@inner
def place_of(verb, a):
    """The place of the disciple that a move activates; none is so for cards, missions and the garden."""
    if verb == c.V_IDLE or verb == c.V_LOOK:
        return a
    if verb == c.V_SWAP:
        return FIRST_ANNEX + a
    if verb == c.V_PRESTIGE:
        return PRESTIGE
    if verb == c.V_MISSION:
        return MISSION
    if verb == c.V_RECRUIT or verb == c.V_SELL:
        return GATES
    if verb == c.V_BUILD:
        return TAVERN
    if verb == c.V_CHURCH or verb == c.V_HONOUR:
        return HARBOR
    if verb == c.V_BLESSING:
        return TEMPLE
    if verb == c.V_GEISHA or verb == c.V_DRAW:
        return REDLIGHT
    return MARKET


@inner
def act(s, t, seat, verb, a, b, third):
    """A disciple goes home, and does what its place allows."""
    p.go_home(s, t, seat, place_of(verb, a))
    if verb == c.V_LOOK:
        gains.look(s, seat, b)
    elif verb == c.V_PRESTIGE:
        p.score(s, seat, 1)
    elif verb == c.V_MISSION:
        gains.take_from_deck(s, t, seat, GREEN + a, 1)
    elif verb == c.V_RECRUIT:
        s.mon[seat] -= dearer(s, t, RECRUIT_PRICE, c.P_RECRUIT)
        p.from_reserve(s, seat)
    elif verb == c.V_SELL:
        p.score(s, seat, -a)
        s.mon[seat] += SOLD_1_MON if a == SOLD_1 else SOLD_2_MON
    elif verb == c.V_BUILD:
        s.mon[seat] -= dearer(s, t, ANNEX_PRICE, c.P_ANNEX)
        p.gain_annex(s, seat, a)
    elif verb == c.V_CHURCH:
        p.take_church(s, seat)
    elif verb == c.V_HONOUR:
        s.mon[seat] -= BOUGHT_1_MON if a == BOUGHT_1 else BOUGHT_2_MON
        p.score(s, seat, a)
    elif verb == c.V_BLESSING:
        p.gain_blessing(s, seat)
    elif verb == c.V_GEISHA:
        if a:
            p.score(s, seat, -GEISHA_PRESTIGE)
        else:
            s.mon[seat] -= dearer(s, t, GEISHA_PRICE, c.P_GEISHA)
        p.gain_geisha(s, t, seat)
    elif verb == c.V_DRAW:
        s.mon[seat] -= dearer(s, t, DRAW_PRICE, c.P_DRAW)
        p.draw(s, seat, ACTION)
        gains.check_limits(s, t, seat)
    elif verb == c.V_BUY:
        s.mon[seat] -= market_price(s, t, seat, a - 1)
        missions.take_from_market(s, t, seat, a - 1)
    elif verb == c.V_PAWN:
        p.tuck(s, t, seat, p.hand_of(a), b)
        s.mon[seat] += PAWN
    elif verb == c.V_SWAP:
        _swap(s, t, seat, a, b, third)


@inner
def _swap(s, t, seat, annex, what, colour):
    """A mission, a weapon or an action card for another one."""
    if annex == YASHIKI:
        p.tuck(s, t, seat, c.H_MISSION, what)
        p.draw(s, seat, GREEN + colour)
    elif annex == DOJO:
        p.drop_weapon(s, seat, what)
        p.draw_weapon(s, seat)
    else:
        p.tuck(s, t, seat, c.H_ACTION, what)
        p.draw(s, seat, ACTION)
