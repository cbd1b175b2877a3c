"""Preparation and the auctions: the twin of ``phases.auction``."""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import ACTION, BONUS, DOJO, WEAPON
from kabuto.yedo.kernel import card_effects as _cards
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import gains as _gains
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.kernel.record import MOST_MON
from kabuto.yedo.phases.auction import PRESTIGE_WON
from kabuto.yedo.phases.gains import CARDS_DRAWN

TARGET: str = globals().get("TARGET", "cpu")
inner = tools(TARGET).inner
p = build(_pieces, TARGET)
gains = build(_gains, TARGET)
cards = build(_cards, TARGET)


@inner
def start_track(s):
    """All seats are on the bidding track."""
    s.tracks = s.players
    for n in range(s.players):
        s.track[n] = s.order[n]


@inner
def prepare(s, t):
    """A new round: markers back, money for the church and for every Dojo."""
    s.round_no += 1
    start_track(s)
    for seat in range(s.players):
        s.won[seat] = -1
        s.rebate[seat] = 0
        if s.owned[seat] >> DOJO & 1:
            s.mon[seat] += 1
    s.barred = -1
    s.church += 1 if s.church else t.church
    s.step = c.S_BIDDING


@inner
def off_track(s, seat):
    """A seat leaves the bidding track."""
    n = 0
    while s.track[n] != seat:
        n += 1
    s.tracks -= 1
    while n < s.tracks:
        s.track[n] = s.track[n + 1]
        n += 1


@inner
def after_on_track(s, seat):
    """The seat behind another on the bidding track, -1 behind the last."""
    n = 0
    while s.track[n] != seat:
        n += 1
    return int(s.track[n + 1]) if n + 1 < s.tracks else -1


@inner
def minimum(s, t, lot):
    """The lowest bid for a lot."""
    return max(0, int(t.minimum[lot]) + gains.price(s, t, c.P_BID))


@inner
def purse(s, seat):
    """The highest bid that a seat can pay."""
    return int(s.mon[seat] + s.rebate[seat])


@inner
def cap(s, t, seat):
    """The highest bid that makes sense: one more than any clan can pay."""
    if t.overbids == 0:
        return min(MOST_MON, purse(s, seat))
    best = 0
    for n in range(s.tracks):
        best = max(best, purse(s, s.track[n]))
    return min(MOST_MON, 1 + best)


@inner
def list_lots(s, t, out, at):
    """Every lot that can still be won."""
    for lot in range(t.lots):
        if lot != s.barred and cards.is_unsold(s, lot):
            out[at] = p.packed(c.V_AUCTION, lot, 0, 0)
            at += 1
    return at


@inner
def list_bids(s, t, seat, out, at):
    """Every bid above the highest one."""
    for amount in range(s.bid + 1, cap(s, t, seat) + 1):
        out[at] = c.V_BID << 24 | amount
        at += 1
    return at


@inner
def open_auction(s, t, seat, lot):
    """The foremost player names what is auctioned; its minimum is the first bid."""
    s.beginner = seat
    s.best = seat
    s.bid = minimum(s, t, lot)
    ask(s, t, lot, -1, after_on_track(s, seat))


@inner
def bid(s, t, seat, lot, verb, amount):
    """A raise, a pass, or a step out of the bidding."""
    following = -1 if seat == s.beginner else after_on_track(s, seat)
    if verb == c.V_BID:
        s.best = seat
        s.bid = amount
    elif verb == c.V_OUT:
        off_track(s, seat)
    ask(s, t, lot, seat, following)


@inner
def ask(s, t, lot, seat, following):
    """Ask the next one; the beginner comes last, and only if another raised."""
    if following >= 0:
        p.add(s, c.RAISE, following, lot, 0, 0)
    elif s.best != s.beginner and seat != s.beginner:
        p.add(s, c.RAISE, s.beginner, lot, 0, 0)
    else:
        settle(s, t, lot)


@inner
def settle(s, t, lot):
    """The winner pays and is rewarded, or cannot pay and has to step out."""
    winner = int(s.best)
    due = max(0, s.bid - s.rebate[winner])
    s.bid = 0
    s.best = 0
    s.beginner = 0
    off_track(s, winner)
    if s.mon[winner] < due:
        s.mon[winner] = 0
        return
    s.mon[winner] -= due
    s.won[winner] = lot
    if t.n_contents[lot] > 1:
        p.add(s, c.CATEGORY, winner, lot, 0, 0)
    else:
        grant(s, t, winner, t.contents[lot, 0])


@inner
def grant(s, t, seat, category):
    """The reward of a category, at once."""
    if category == 0:
        gains.draw_to_keep(s, seat, ACTION, CARDS_DRAWN)
    elif category == 1:
        gains.draw_to_keep(s, seat, BONUS, CARDS_DRAWN)
    elif category == 2:
        gains.draw_to_keep(s, seat, WEAPON, CARDS_DRAWN)
    elif category == 3:
        p.score(s, seat, PRESTIGE_WON)
        if p.annexes_to_build(s, seat):
            p.add(s, c.BUILD, seat, 0, 0, 0)
    elif category == 4:
        p.score(s, seat, PRESTIGE_WON)
        p.gain_geisha(s, t, seat)
    elif category == 5:
        p.from_reserve(s, seat)
    else:
        p.add(s, c.DECK, seat, CARDS_DRAWN, 0, 0)
