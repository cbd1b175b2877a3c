"""What the auctions are worth: the twin of ``players.bids``."""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.kernel import auction as _auction
from kabuto.yedo.kernel import card_effects as _cards
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.phases.auction import PRESTIGE_WON
from kabuto.yedo.players.compiled import records as r
from kabuto.yedo.players.compiled import worth as _worth
from kabuto.yedo.players.weights import CERTAIN

TARGET: str = globals().get("TARGET", "cpu")
inner = tools(TARGET).inner
p = build(_pieces, TARGET)
cards = build(_cards, TARGET)
auction = build(_auction, TARGET)
worth = build(_worth, TARGET)


@inner
def step_out(s, t, w, j, verb):
    """Stay if some lot is worth clearly more than its minimum and the 3 Mon."""
    if verb == c.V_OUT:
        return j.worth_mon * t.step_out
    best, any_ = -1.0, False
    for lot in range(t.lots):
        least = auction.minimum(s, t, lot)
        if least <= auction.purse(s, j.seat):
            gain = lot_value(s, t, w, j, lot) - j.worth_mon * least
            best = max(best, gain) if any_ else gain
            any_ = True
    return best + w.stay


@inner
def begin(s, t, w, j, verb, a, b):
    """Name the lot that gains most at its minimum."""
    if verb == c.V_PLAY:
        op = int(t.effect[a, 0, 0])
        if op == c.E_BAR and s.hands[j.seat, c.H_ACTION] > 2:
            return 2.0 - lot_value(s, t, w, j, b)
        if op == c.E_GAIN:
            return 9.0
        return 3.0 if op == c.E_REBATE else -1.0
    if verb == c.V_OUT:
        return 0.0
    least = auction.minimum(s, t, a)
    if auction.purse(s, j.seat) < least:
        return -5.0
    return lot_value(s, t, w, j, a) - j.worth_mon * least


@inner
def raise_bid(s, t, w, j, lot, verb, bid):
    """Bid while the lot gains more than the best of the others would, and what no one is likely to top."""
    if verb != c.V_BID:
        return 0.0 if verb == c.V_PASS else -1.0
    most = auction.purse(s, j.seat)
    if bid > most:
        return -9.0
    others = 0.0
    for other in range(t.lots):
        least = auction.minimum(s, t, other)
        if other != lot and other != s.barred and least < most and cards.is_unsold(s, other):
            others = max(others, lot_value(s, t, w, j, other) - j.worth_mon * (least + 1))
    gain = lot_value(s, t, w, j, lot) - j.worth_mon * bid - w.other_lots * others
    return unbeaten(s, t, w, j, lot, bid) * gain - 0.001 * bid if gain > 0 else gain


@inner
def unbeaten(s, t, w, j, lot, bid):
    """How likely it is that no later bidder raises."""
    if j.seat == s.beginner:
        return 1.0
    rivals = 1 if auction.purse(s, s.beginner) > bid else 0
    seat = auction.after_on_track(s, j.seat)
    while seat >= 0:
        if seat != s.beginner and auction.purse(s, seat) > bid:
            rivals += 1
        seat = auction.after_on_track(s, seat)
    return w.unbeaten[min(bid - auction.minimum(s, t, lot), CERTAIN), rivals]


@inner
def lot_value(s, t, w, j, lot):
    """What a lot is worth, in points."""
    if not j.noted & r.N_LOTS << lot:
        j.noted |= r.N_LOTS << lot
        best = 0.0
        for n in range(t.n_contents[lot]):
            each = category(s, t, w, j, t.contents[lot, n])
            best = max(best, each) if n else each
        j.lot[lot] = best
    return j.lot[lot]


@inner
def category(s, t, w, j, which):
    """What a category of the auctions is worth."""
    seat = int(j.seat)
    if which == 0:
        return w.lot_actions if j.left and s.hands[seat, c.H_ACTION] < 3 else 0.2
    if which == 1:
        if j.left <= 1:
            return w.lot_late_bonus
        return w.lot_bonus if s.hands[seat, c.H_BONUS] < 2 else w.lot_third_bonus
    if which == 2:
        return weapons(s, t, w, j)
    if which == 3:
        best, any_ = 0.0, False
        types = p.annexes_to_build(s, seat)
        for annex in range(4):
            if types >> annex & 1:
                each = worth.annex(s, t, w, j, annex)
                best = max(best, each) if any_ else each
                any_ = True
        return PRESTIGE_WON + best
    if which == 4:
        can_join = s.geishas > 0 and s.ladies[seat] < t.max_geishas
        return PRESTIGE_WON + (worth.geisha(s, t, w, j) if can_join else 0.0)
    if which == 5:
        return worth.disciple(s, w, j) + (w.lot_disciple if s.reserve[seat] else 0.0)
    if j.left > 2 and s.hands[seat, c.H_MISSION] < t.limit[c.H_MISSION]:
        return w.lot_mission
    return w.lot_late_mission if j.left > 1 else 0.0


@inner
def weapons(s, t, w, j):
    """A weapon of three that are drawn: it is likely that one of them is good."""
    first, second, third = -1e9, -1e9, -1e9
    for kind in range(8):
        each = worth.weapon(s, t, w, j, kind)
        if each > first:
            first, second, third = each, first, second
        elif each > second:
            second, third = each, second
        elif each > third:
            third = each
    full = 0.5 if p.armed(s, j.seat) >= t.max_weapons else 1.0
    return (w.lot_weapon * first + w.lot_more_weapons * (second + third)) * full
