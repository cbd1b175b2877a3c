"""Offers of the greedy player: the twin of ``players.bargain``. A weapon that is not there is -1."""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.kernel import trade as _trade
from kabuto.yedo.kernel.record import MOST_MON
from kabuto.yedo.players.bargain import DUEL, MOST, PRICE, SHARE, TRIES, TROUBLE
from kabuto.yedo.players.compiled import records as r
from kabuto.yedo.players.compiled import worth as _worth
from kabuto.yedo.state.wares import WEAPON_ITEM

TARGET: str = globals().get("TARGET", "cpu")
inner = tools(TARGET).inner
p = build(_pieces, TARGET)
trade = build(_trade, TARGET)
worth = build(_worth, TARGET)


@inner
def is_done(s, t, seat):
    """Whether a clan has begun enough offers here."""
    return t.free > 0 and s.begun[seat] >= TRIES


@inner
def was_made(s, seat, partner, asks, gives, pays):
    """Whether this offer was made before, since something changed hands."""
    if s.proposals == 0:
        return False
    given = (seat | partner << 3) << c.SEAT_BITS | (pays + MOST_MON) << c.MON_BITS
    asked = 0
    if gives >= 0:
        given |= trade.ware_bits(WEAPON_ITEM, gives)
    if asks >= 0:
        asked = trade.ware_bits(WEAPON_ITEM, asks)
    found = False
    for n in range(s.proposals):
        if s.proposed[n, 0] == given and s.proposed[n, 1] == asked:
            found = True
    return found


@inner
def consider(s, j, partner, profit, asks, gives, pays):
    """Note an exchange if it is the best so far; of equal ones that with the later names, then more Mon."""
    if was_made(s, j.seat, partner, asks, gives, pays):
        return
    if profit == j.profit:
        if asks < j.asks or (asks == j.asks and (gives < j.gives or (gives == j.gives and pays < j.pays))):
            return
    elif profit < j.profit:
        return
    j.profit = profit
    j.asks = asks
    j.gives = gives
    j.pays = pays


@inner
def bargain(s, t, w, j, partner):
    """Note the best exchange that another clan is likely to accept; False if there is none."""
    seat, bother, price = int(j.seat), w.bother, PRICE + (DUEL if s.players == 2 else 0)
    idle, least = -1, 0.0
    for kind in range(8):
        if p.arms(s, seat, kind):
            kept = worth.kept_weapon(s, t, w, j, kind)
            if idle < 0 or kept < least:
                idle, least = kind, kept
    j.profit = 0.0
    j.asks = -2
    room = p.armed(s, seat) < t.max_weapons
    for kind in range(8):
        if not p.arms(s, partner, kind):
            continue
        gain = worth.weapon(s, t, w, j, kind) - bother
        paid = min(max(price, int(SHARE * gain / j.worth_mon)), int(s.mon[seat]), MOST)
        if paid >= price and room:
            consider(s, j, partner, gain - j.worth_mon * paid, kind, -1, paid)
        if idle >= 0 and idle != kind:
            consider(s, j, partner, gain - least - TROUBLE, kind, idle, 0)
    if idle >= 0 and s.mon[partner] >= price and p.armed(s, partner) < t.max_weapons:
        consider(s, j, partner, j.worth_mon * price - least - bother, -1, idle, -price)
    return j.profit > 0


@inner
def next_step(s, t, w, j):
    """The next move of an offer towards the bargain that it was begun for; nothing is countered."""
    if not j.noted & r.N_STEP:
        j.noted |= r.N_STEP
        j.step = c.V_DROP << 24
        if s.countered == 0 and bargain(s, t, w, j, s.taker):
            if j.gives >= 0 and s.gives == 0:
                j.step = p.packed(c.V_GIVE, WEAPON_ITEM, j.gives, 0)
            elif j.asks >= 0 and s.asks == 0:
                j.step = p.packed(c.V_ASK, WEAPON_ITEM, j.asks, 0)
            elif j.pays > 0 and s.pays == 0:
                j.step = c.V_MON << 24 | j.pays
            elif j.pays < 0 and s.pays == 0:
                j.step = c.V_MON << 24 | 1 << 16 | -j.pays
            else:
                j.step = c.V_PROPOSE << 24
    return int(j.step)
