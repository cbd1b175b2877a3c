"""How a clan stands between two rounds: the twin of ``players.position_value``."""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import counts as _counts
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.players.compiled import worth as _worth

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, popcount = _tools.inner, _tools.popcount
p = build(_pieces, TARGET)
counts = build(_counts, TARGET)
worth = build(_worth, TARGET)


@inner
def estate(s, t, w, j, seat):
    """The points a clan can expect to end up with; when the game is over, its score."""
    if s.tasks == 0:
        return float(counts.final_score(s, t, seat))
    worth.begin(s, t, w, j, seat)
    worth.need_goals(s, t, w, j)
    left, mon = t.rounds - s.round_no, int(s.mon[seat])
    found = s.points[seat] * w.holding[left, 0]
    found += min(mon, 6) * w.holding[left, 1]
    found += min(max(mon - 6, 0), 8) * w.holding[left, 2]
    found += max(mon - 14, 0) * w.holding[left, 3]
    found += j.fleet * w.holding[left, 4]
    found += s.hands[seat, c.H_MISSION] * w.holding[left, 5]
    for colour in range(1, 4):
        found += p.missions_of(s, t, seat, colour) * w.holding[left, 5 + colour]
    found = add_goals(s, t, w, j, left, found)
    found += popcount(p.weapon_kinds(s, seat)) * w.holding[left, 17]
    found += p.armed(s, seat) * w.holding[left, 18]
    for annex in range(4):
        if s.owned[seat] >> annex & 1:
            found += w.holding[left, 19 + annex]
    found += s.ladies[seat] * w.holding[left, 23]
    found += s.blessed[seat] * w.holding[left, 24]
    found += s.blackmail[seat] * w.holding[left, 25]
    found += worth.bonus_now(s, t, seat) * w.holding[left, 26]
    found += s.hands[seat, c.H_BONUS] * w.holding[left, 27]
    cards = 0.0
    for n in range(s.hands[seat, c.H_ACTION]):
        cards += worth.action_card(w, j, s.hand[seat, c.H_ACTION, n])
    found += cards * w.holding[left, 28]
    if s.order[0] == seat:
        found += w.holding[left, 29]
    return found


@inner
def add_goals(s, t, w, j, left, found):
    """The same with what the missions of the clan promise."""
    others, ready, near, extra = 0.0, 0.0, 0.0, 0.0
    lacks, districts = 0, 0
    for n in range(j.goals):
        m = int(j.goal[n])
        if n > 1:
            others += max(0.0, j.promise[n])
        lacks += j.lacks[n]
        districts += worth.number_of(t.want[m, 0])
        if j.lacks[n] == 0:
            ready += j.gain[n]
            if t.has_bonus[m] and worth.lacks_nothing(s, t, j.seat, m, 1):
                extra += worth.reward(s, t, w, j, m, 1)
        elif j.lacks[n] == 1:
            near += j.gain[n]
    if j.goals > 0:
        found += max(0.0, j.promise[0]) * w.holding[left, 9]
    if j.goals > 1:
        found += max(0.0, j.promise[1]) * w.holding[left, 10]
    found += others * w.holding[left, 11]
    found += ready * w.holding[left, 12]
    found += near * w.holding[left, 13]
    found += extra * w.holding[left, 14]
    found += lacks * w.holding[left, 15]
    found += districts * w.holding[left, 16]
    return found
