"""What an activated disciple does best: the twin of ``players.actions``."""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import ACTION, DOJO, FIRST_ANNEX, GARDEN, WEAPON, YASHIKI
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import districts as _districts
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.players.actions import FIRST
from kabuto.yedo.players.compiled import places as _places
from kabuto.yedo.players.compiled import worth as _worth

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, popcount = _tools.inner, _tools.popcount
p = build(_pieces, TARGET)
districts = build(_districts, TARGET)
worth = build(_worth, TARGET)
places = build(_places, TARGET)


@inner
def activate(s, t, w, j, verb, a, b, third):
    """What others could take comes first, then missions, then what brings most; no one leaves a mission."""
    if verb == c.V_FULFIL:
        return fulfil(s, t, w, j, a, b, third)
    if verb == c.V_PLAY:
        return play(s, t, w, j, a, b, third)
    place = GARDEN if verb == c.V_GARDEN else districts.place_of(verb, a)
    value = doing(s, t, w, j, verb, a, b, third)
    if place >= FIRST_ANNEX:
        return value
    places.need_must(s, t, w, j)
    district = p.district_of(place)
    if p.in_district(s, j.seat, district) <= j.must[district]:
        return value - w.deserted * j.must_gain[district]
    if value > 0 and (verb == c.V_CHURCH or verb == c.V_BUY) and s.taken[place] > s.here[j.seat, place]:
        return value + FIRST
    return value


@inner
def fulfil(s, t, w, j, m, spot, help_):
    """A mission, less what its disciple could have done."""
    worth.need_goals(s, t, w, j)
    gain = 0.0
    for n in range(j.goals):
        if j.goal[n] == m:
            gain = j.gain[n]
    return 20 + gain - 0.2 * popcount(help_) - w.lost_action * places.value(s, t, w, j, spot)


@inner
def play(s, t, w, j, card, b, third):
    """An action card."""
    op = int(t.effect[card, 0, 0])
    if op == c.E_BORROW:
        worth.need_goals(s, t, w, j)
        for n in range(j.goals):
            if j.lacks[n] == 1 and j.lack_arms[n] and not places.missing_in(s, t, j.seat, j.goal[n]):
                return 30.0
        return -1.0
    if op == c.E_SALVAGE:
        return worth.weapon(s, t, w, j, b) - 0.5 + 5
    if op == c.E_FORCE_SALE:
        return 4.0 + worth.weapon(s, t, w, j, third) - 5 * j.worth_mon
    if op == c.E_GAIN:
        return 8.0
    if op == c.E_ROB:
        return 6.0
    return 3.0 if op == c.E_AMBUSH else -1.0


@inner
def doing(s, t, w, j, verb, a, b, third):
    """What a disciple does on its place."""
    mon = j.worth_mon
    if verb == c.V_RECRUIT:
        return worth.disciple(s, w, j) - mon * districts.dearer(s, t, districts.RECRUIT_PRICE, c.P_RECRUIT)
    if verb == c.V_SELL:
        got = districts.SOLD_1_MON if a == districts.SOLD_1 else districts.SOLD_2_MON
        return worth.sale(w, j, a, got)
    if verb == c.V_BUILD:
        price = districts.dearer(s, t, districts.ANNEX_PRICE, c.P_ANNEX)
        return worth.annex(s, t, w, j, a) - mon * price
    if verb == c.V_CHURCH:
        return worth.church(s, w, j)
    if verb == c.V_HONOUR:
        price = districts.BOUGHT_1_MON if a == districts.BOUGHT_1 else districts.BOUGHT_2_MON
        return worth.honour(w, j, a, price)
    if verb == c.V_BLESSING:
        return worth.blessing(s, t, w, j)
    if verb == c.V_GEISHA:
        price = mon * districts.dearer(s, t, districts.GEISHA_PRICE, c.P_GEISHA)
        return worth.geisha(s, t, w, j) - (2.2 if a else price)
    if verb == c.V_BUY:
        price = districts.market_price(s, t, j.seat, a - 1)
        return worth.weapon(s, t, w, j, s.market[a - 1]) - mon * price
    if verb == c.V_PRESTIGE:
        return 1.0
    if verb == c.V_MISSION:
        share = 0.6 if s.hands[j.seat, c.H_MISSION] < t.limit[c.H_MISSION] else 0.2
        return worth.colour(s, w, j, a) * share if j.left else -0.1
    if verb == c.V_GARDEN:
        return 0.2 + 0.1 * p.place_in_order(s, j.seat)
    if verb == c.V_PAWN:
        return w.pawn * districts.PAWN * mon - worth.card(s, t, w, j, a, b)
    if verb == c.V_DRAW:
        return worth.drawn(s, t, w, j) - mon * districts.dearer(s, t, districts.DRAW_PRICE, c.P_DRAW)
    if verb == c.V_SWAP:
        return swap(s, t, w, j, a, b, third)
    return -0.05 if verb == c.V_LOOK else -0.1


@inner
def swap(s, t, w, j, annex, which, colour):
    """A mission, a weapon or an action card for another one."""
    if annex == YASHIKI:
        lost = worth.mission(s, t, w, j, which)
        return w.swap_mission * worth.colour(s, w, j, colour) - max(0.0, lost)
    if annex == DOJO:
        usual = 0.0
        for kind in range(8):
            usual += worth.weapon(s, t, w, j, kind)
        return w.swap_weapon * (usual / 8) - worth.card(s, t, w, j, WEAPON, which)
    return w.swap_action - worth.card(s, t, w, j, ACTION, which)
