"""Every legal move of a record."""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import ANNEXES, WEAPON
from kabuto.yedo.kernel import auction as _auction
from kabuto.yedo.kernel import card_effects as _cards
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import districts as _districts
from kabuto.yedo.kernel import gains as _gains
from kabuto.yedo.kernel import missions as _missions
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.kernel import trade as _trade
from kabuto.yedo.phases.setup import OPENING_MISSIONS

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, lowest = _tools.inner, _tools.lowest
p = build(_pieces, TARGET)
gains = build(_gains, TARGET)
cards = build(_cards, TARGET)
auction = build(_auction, TARGET)
missions = build(_missions, TARGET)
districts = build(_districts, TARGET)
trade = build(_trade, TARGET)

HARD = 0b1100
"""The colours of which one opening mission has to be: red and black."""


@inner
def legal(s, t, out):
    """Write every legal move; how many there are."""
    if s.tasks == 0:
        return 0
    n = s.tasks - 1
    kind, seat = int(s.task[n, 0]), int(s.task[n, 1])
    a, b, third = int(s.task[n, 2]), int(s.task[n, 3]), int(s.task[n, 4])
    if kind == c.ACTIVATE:
        at = missions.list_fulfilments(s, t, seat, out, 0)
        at = cards.list_plays(s, t, seat, c.T_ACT, out, at)
        places = int(s.on[seat])
        while places:
            at = districts.list_actions(s, t, seat, lowest(places), out, at)
            places &= places - 1
        return at
    if kind == c.PLACE:
        at = districts.list_bits(p.open_places(s, seat), c.V_PLACE, out, 0)
        return cards.list_plays(s, t, seat, c.T_PLACE, out, at)
    if kind == c.RAISE:
        out[0] = c.V_PASS << 24
        out[1] = c.V_OUT << 24
        return auction.list_bids(s, t, seat, out, 2)
    if kind == c.BEGIN:
        at = auction.list_lots(s, t, out, 0)
        out[at] = c.V_OUT << 24
        return cards.list_plays(s, t, seat, c.T_AUCTION, out, at + 1)
    if kind == c.WINDOW:
        out[0] = c.V_PASS << 24
        return cards.list_plays(s, t, seat, a, out, 1)
    if kind == c.ANSWER:
        out[0] = c.V_PASS << 24
        return cards.list_answers(s, t, seat, out, 1)
    if kind == c.PROTECT:
        return _protection(s, t, seat, out)
    if kind == c.TRADE:
        return trade.list_offers(s, t, seat, a, out, 0)
    if kind == c.OFFER:
        return trade.list_steps(s, t, seat, out, 0)
    if kind == c.RESPOND:
        out[0] = c.V_ACCEPT << 24
        out[1] = c.V_DECLINE << 24
        out[2] = c.V_COUNTER << 24
        return 2 if s.countered else 3
    if kind == c.HAND_OVER:
        return trade.list_picks(s, t, seat, out, 0)
    if kind == c.BONUS_PART:
        out[0] = c.V_SKIP << 24
        return missions.list_bonus_parts(s, t, seat, a, b, out, 1)
    if kind == c.MARKET_WEAPON:
        return missions.list_market(s, out, 0)
    if kind == c.STEP_OUT:
        out[0] = c.V_STAY << 24
        out[1] = c.V_OUT << 24
        return 2
    return _gaining(s, t, kind, seat, a, third, out)


@inner
def _gaining(s, t, kind, seat, a, third, out):
    """What clans choose when they gain or lose something, and in set-up."""
    if kind == c.KEEP:
        return _drawn(s, a, out)
    if kind == c.DISCARD:
        if a == WEAPON:
            return districts.list_weapons(s, seat, c.V_DISCARD, WEAPON, out, 0)
        return districts.list_cards(s, t, seat, p.hand_of(a), c.V_DISCARD, out, 0)
    if kind == c.LOSE:
        return _losses(s, t, seat, a, third, out)
    if kind == c.DRAFT:
        return _list_colours(_drafts(s, t, seat), out)
    if kind == c.DECK:
        return _list_colours(gains.full_decks(s), out)
    if kind == c.TAKE_FAVOUR:
        return districts.list_bits(int(s.favours), c.V_FAVOUR, out, 0)
    if kind == c.CATEGORY:
        for n in range(t.n_contents[a]):
            out[n] = p.packed(c.V_CHOOSE, t.contents[a, n], 0, 0)
        return int(t.n_contents[a])
    if kind == c.BUILD:
        return districts.list_bits(p.annexes_to_build(s, seat), c.V_BUILD, out, 0)
    at = 0
    if kind == c.ORDER:
        for which in range(2 if s.number == 2 else 6):
            out[at] = p.packed(c.V_ORDER, s.number, which, 0)
            at += 1
    else:  # a position in the garden
        for n in range(s.players):
            if s.positions[n] < 0:
                out[at] = p.packed(c.V_POSITION, n + 1, 0, 0)
                at += 1
    return at


@inner
def _protection(s, t, seat, out):
    """One card, or Blackmail, to keep disciples from arrest."""
    out[0] = c.V_PASS << 24
    at = 1
    if s.blackmail[seat]:
        for spot in range(p.first_spot(s.patrol), p.behind_spots(s.patrol)):
            if s.here[seat, spot]:
                out[at] = p.packed(c.V_BLACKMAIL, spot, 0, 0)
                at += 1
    return cards.list_plays(s, t, seat, c.T_5C, out, at)


@inner
def _drawn(s, pile, out):
    """The cards drawn, each once."""
    at = 0
    for n in range(s.number):
        again = False
        for before in range(n):
            if s.cards[before] == s.cards[n]:
                again = True
        if not again:
            out[at] = p.packed(c.V_KEEP, pile, s.cards[n], 0)
            at += 1
    return at


@inner
def _drafts(s, t, seat):
    """The colours that an opening mission can have: one of four has to be hard."""
    full = gains.full_decks(s)
    if s.hands[seat, c.H_MISSION] == OPENING_MISSIONS - 1:
        for colour in range(2, 4):
            if p.missions_of(s, t, seat, colour):
                return full
        return full & HARD
    return full


@inner
def _list_colours(colours, out):
    at = 0
    while colours:
        out[at] = p.packed(c.V_TAKE, 0, lowest(colours), 0)
        colours &= colours - 1
        at += 1
    return at


@inner
def _losses(s, t, seat, what, averted, out):
    """What a seat can give up to an event."""
    at = 0
    if averted and s.blessed[seat]:
        out[0] = c.V_BLESS << 24
        at = 1
    if what == c.L_WEAPON:
        return districts.list_weapons(s, seat, c.V_LOSE, c.LOSS + what, out, at)
    if what == c.L_ANNEX:
        for annex in range(len(ANNEXES)):
            if s.owned[seat] >> annex & 1:
                out[at] = p.packed(c.V_LOSE, c.LOSS + what, annex, 0)
                at += 1
        return at
    if c.L_ACTION <= what <= c.L_MISSION:
        return districts.list_cards(s, t, seat, what - c.L_ACTION, c.V_LOSE, out, at)
    out[at] = p.packed(c.V_LOSE, c.LOSS + what, 0, 0)
    return at + 1
