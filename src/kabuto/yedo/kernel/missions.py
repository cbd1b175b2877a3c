"""Missions: what is missing for one, and how it is fulfilled: the twin of ``phases.missions``.

Stand-ins are two bits: 1 for the disciple on Yashiki, 2 for the one on Karesansui.
"""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import FIRST_ANNEX, KARESANSUI, YASHIKI
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import counts as _counts
from kabuto.yedo.kernel import gains as _gains
from kabuto.yedo.kernel import pieces as _pieces

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, lowest = _tools.inner, _tools.lowest
p = build(_pieces, TARGET)
counts = build(_counts, TARGET)
gains = build(_gains, TARGET)

TOP_BITS = 0x88888888
"""The highest bit of every four: with it, eight small numbers are compared at once."""


@inner
def lacking(s, t, seat, m, part):
    """How many weapons of a part a seat neither owns nor has on loan; above that (× 16) the first one."""
    have = s.weapons[seat]
    if s.loan[seat] > 1:
        have += 1 << 4 * (int(s.loan[seat]) - 2)
    number, first = 0, 0
    for n in range(t.n_arms[m, part]):
        weapon = int(t.arms[m, part, n])
        if have >> 4 * weapon & 15:
            have -= 1 << 4 * weapon
        else:
            if number == 0:
                first = weapon
            number += 1
    return number | first << 4


@inner
def has_weapons(s, t, seat, m, part):
    """Whether a seat has the weapons of a part; one on loan is any weapon."""
    if ((s.weapons[seat] | TOP_BITS) - t.want_arms[m, part]) & TOP_BITS == TOP_BITS:
        return True
    if s.loan[seat] == 0:
        return False
    number = lacking(s, t, seat, m, part) & 15
    return number == 0 or (number == 1 and s.loan[seat] == 1)


@inner
def meets(s, t, seat, m, part):
    """Whether a seat meets a part, geishas and blessing apart: stand-ins may help with those."""
    if ((s.stand[seat] | TOP_BITS) - t.want[m, part]) & TOP_BITS != TOP_BITS:
        return False
    if s.mon[seat] < t.pay[m, part] or t.annex_mask[m, part] & ~s.owned[seat]:
        return False
    if not has_weapons(s, t, seat, m, part):
        return False
    for n in range(t.n_special[m, part]):
        if not counts.holds(
            s, seat, t.special[m, part, n, 0], t.special[m, part, n, 1], t.special[m, part, n, 2]
        ):
            return False
    return True


@inner
def helps(s, t, seat, m, part, help_, geishas):
    """Whether these stand-ins are there, are of use, and lend what is missing."""
    yashiki, karesansui = help_ & 1, help_ >> 1
    ladies = s.ladies[seat] + geishas
    if yashiki and (s.here[seat, FIRST_ANNEX + YASHIKI] == 0 or ladies >= t.ladies[m, part]):
        return False
    if karesansui and (s.here[seat, FIRST_ANNEX + KARESANSUI] == 0 or t.blessing[m, part] == 0):
        return False
    return ladies + yashiki >= t.ladies[m, part] and s.blessed[seat] + karesansui >= t.blessing[m, part]


@inner
def list_fulfilments(s, t, seat, out, at):
    """Every way in which a seat can fulfil a mission of its hand; Yashiki comes after Karesansui."""
    for n in range(s.hands[seat, c.H_MISSION]):
        m = int(s.hand[seat, c.H_MISSION, n])
        if not meets(s, t, seat, m, 0):
            continue
        spots = int(s.on[seat] & t.asked[m, 0])
        while spots:
            for each in range(4):
                help_ = each >> 1 | (each & 1) << 1
                if helps(s, t, seat, m, 0, help_, 0):
                    out[at] = p.packed(c.V_FULFIL, m, lowest(spots), help_)
                    at += 1
            spots &= spots - 1
    return at


@inner
def list_bonus_parts(s, t, seat, m, geishas, out, at):
    """Every way in which a seat can do the bonus part as well."""
    if t.has_bonus[m] and meets(s, t, seat, m, 1):
        for each in range(4):
            help_ = each >> 1 | (each & 1) << 1
            if helps(s, t, seat, m, 1, help_, geishas):
                out[at] = p.packed(c.V_BONUS, help_, 0, 0)
                at += 1
    return at


@inner
def has_bonus_part(s, t, seat, m, geishas):
    """Whether a seat can do the bonus part as well."""
    if t.has_bonus[m] and meets(s, t, seat, m, 1):
        for help_ in range(4):
            if helps(s, t, seat, m, 1, help_, geishas):
                return True
    return False


@inner
def pay(s, t, seat, m, part, help_):
    """Hand over what a part asks for; stand-ins go home."""
    if help_ & 1:
        p.go_home(s, t, seat, FIRST_ANNEX + YASHIKI)
    if help_ & 2:
        p.go_home(s, t, seat, FIRST_ANNEX + KARESANSUI)
    if t.blessing[m, part] > help_ >> 1:
        p.drop_blessing(s, seat)
    s.mon[seat] -= t.pay[m, part]


@inner
def fulfil(s, t, seat, m, spot, help_):
    """The mission is shown, its standard part paid and rewarded; the bonus part comes after."""
    p.drop(s, seat, c.H_MISSION, m)
    s.filing = 1
    p.add(s, c.FILE, seat, m, spot, t.to_reserve[m, 0])
    p.add(s, c.BONUS_PART, seat, m, help_ & 1, 0)
    if s.loan[seat] == 1:
        found = lacking(s, t, seat, m, 0)
        if found & 15:
            s.loan[seat] = 2 + (found >> 4)  # what is lent is this weapon from now on
    pay(s, t, seat, m, 0, help_)
    p.add(s, c.REWARD, seat, m, 0, 0)


@inner
def do_bonus_part(s, t, seat, m, help_):
    """The bonus part is paid and rewarded."""
    pay(s, t, seat, m, 1, help_)
    if t.to_reserve[m, 1]:
        s.task[s.tasks - 1, 4] = 1  # the filing of the mission
    p.add(s, c.REWARD, seat, m, 1, 0)


@inner
def reward(s, t, seat, m, part, done):
    """Take the rewards of a part from one on, up to one that needs a choice."""
    for n in range(done, t.n_reward[m, part]):
        op = int(t.reward[m, part, n, 0])
        if p.award(s, seat, op, t.reward[m, part, n, 1]):
            continue
        if op == c.R_SWAP_PATROL:
            s.colour = 1 - s.colour
        elif op == c.R_SHOGUN:
            s.shogun = 1
        elif op == c.R_MISSION or op == c.R_WEAPON:
            p.add(s, c.REWARD, seat, m, part, n + 1)
            if op == c.R_MISSION:
                p.add(s, c.DECK, seat, 1, 0, 0)
            else:
                p.add(s, c.MARKET_WEAPON, seat, 0, 0, 0)
            return


@inner
def list_market(s, out, at):
    """The weapons that lie on the market."""
    for field in range(5):
        if s.market[field] >= 0:
            out[at] = p.packed(c.V_TAKE, 1, field + 1, 0)
            at += 1
    return at


@inner
def take_from_market(s, t, seat, field):
    """The weapon of a market field goes to a clan board."""
    p.gain_weapon(s, seat, s.market[field])
    s.market[field] = -1
    gains.check_limits(s, t, seat)


@inner
def file_mission(s, t, seat, m, spot, reserve):
    """The mission joins the finished ones, its disciple goes home or to the reserve."""
    p.leave(s, t, seat, spot)
    if reserve:
        p.to_reserve(s, t, seat, 0)
    else:
        s.home[seat] += 1
    s.filing = 0
    s.finished[seat, t.colour[m]] += 1
    s.done_by[m] = 1 + seat
    s.loan[seat] = 0
    gains.check_limits(s, t, seat)
