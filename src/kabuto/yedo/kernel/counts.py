"""What cards count and compare, and the final scoring: ``state.counts`` and ``phases.scoring``."""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import DISCIPLES
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.phases.scoring import BLACKMAIL_POINTS

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, popcount = _tools.inner, _tools.popcount
p = build(_pieces, TARGET)


@inner
def measure(s, seat, what):
    """A public number of a clan."""
    if what == c.M_MON:
        return int(s.mon[seat])
    if what == c.M_PRESTIGE:
        return int(s.points[seat])
    if what == c.M_WEAPONS:
        return p.armed(s, seat)
    if what == c.M_WEAPON_KINDS:
        return popcount(p.weapon_kinds(s, seat))
    if what == c.M_GEISHAS:
        return int(s.ladies[seat])
    if what == c.M_ANNEXES:
        return popcount(s.owned[seat])
    if what == c.M_DISCIPLES:
        return DISCIPLES - int(s.reserve[seat])
    if what == c.M_RESERVE:
        return int(s.reserve[seat])
    if what == c.M_BLESSING:
        return int(s.blessed[seat])
    if what == c.M_FINISHED:
        found = 0
        for colour in range(4):
            found += s.finished[seat, colour]
        return found
    if what <= c.M_BLACK:
        return int(s.finished[seat, what - c.M_GREEN])
    if what == c.M_UNFINISHED:
        return int(s.hands[seat, c.H_MISSION])
    return int(s.hands[seat, what - c.M_ACTIONS])


@inner
def extreme(s, what, sign):
    """The highest number of all clans, or, with sign -1, the lowest one."""
    best = sign * measure(s, 0, what)
    for seat in range(1, s.players):
        best = max(best, sign * measure(s, seat, what))
    return sign * best


@inner
def holds(s, seat, op, what, number):
    """Whether a seat meets a condition."""
    if op == c.C_FIRST:
        return s.order[0] == seat
    if op == c.C_LAST:
        return s.order[s.players - 1] == seat
    if op == c.C_DISCIPLE_IN:
        return p.in_district(s, seat, what) > 0
    if op == c.C_ANNEX:
        return s.owned[seat] >> what & 1 == 1
    if op == c.C_PATROL_IN:
        return s.patrol == what
    own = measure(s, seat, what)
    if op == c.C_AT_LEAST:
        return own >= number
    if op == c.C_AT_MOST:
        return own <= number
    if op == c.C_NONE:
        return own == 0
    if op == c.C_MOST:
        return own > 0 and own == extreme(s, what, 1)
    return own == extreme(s, what, -1)


@inner
def is_chosen(s, seat, who):
    """Whether a word of an event means a seat; ties mean all who are tied."""
    if who == c.W_ALL:
        return True
    if who == c.W_FIRST:
        return s.order[0] == seat
    if who == c.W_LAST:
        return s.order[s.players - 1] == seat
    what = c.M_MON if who <= c.W_POOREST else c.M_PRESTIGE
    sign = 1 if who == c.W_RICHEST or who == c.W_LEADER else -1
    return measure(s, seat, what) == extreme(s, what, sign)


@inner
def bonus_points(s, t, seat, card):
    """What a bonus card brings its owner as things stand."""
    if not holds(s, seat, t.bonus[card, 0], t.bonus[card, 1], t.bonus[card, 2]):
        return 0
    for other in range(s.players):
        if other != seat and holds(s, other, t.bonus[card, 0], t.bonus[card, 1], t.bonus[card, 2]):
            return int(t.shared[card])
    return int(t.alone[card])


@inner
def final_score(s, t, seat):
    """Prestige points after the final scoring, if the game ended now."""
    points = s.points[seat] + BLACKMAIL_POINTS * s.blackmail[seat]
    for n in range(s.hands[seat, c.H_BONUS]):
        points += bonus_points(s, t, seat, s.hand[seat, c.H_BONUS, n])
    return points
