"""What things are worth to a clan: the twin of ``players.item_values``.

Plain functions over ``s`` and ``t``, the records of a game and of its cards, ``w``, the numbers of the
player, and ``j``, its notes about the decision. The rules for the engine's source hold here too. Numbers are
added in the order of the readable player, so that they come out the same to the last bit.
"""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import ACTION, BONUS, DISCIPLES, WEAPON
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import counts as _counts
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.players.compiled import records as r
from kabuto.yedo.players.item_values import BONUS_ROUNDS, PRICES

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, popcount = _tools.inner, _tools.popcount
p = build(_pieces, TARGET)
counts = build(_counts, TARGET)

WEAPON_PRICE, ANNEX_PRICE = PRICES["weapon"], PRICES["annex"]
GEISHA_PRICE, BLESSING_PRICE = PRICES["geisha"], PRICES["blessing"]
SPARE_ANNEX = 6
"""A bit of owned annexes that is never used: one more of a type that is owned counts as it does."""


@inner
def begin(s, t, w, j, seat):
    """Notes about a decision of a seat: none are made yet."""
    j.noted = 0
    j.seat = seat
    j.left = t.rounds - max(1, int(s.round_no))
    j.worth_mon = mon(w, s.mon[seat], j.left)
    j.fleet = DISCIPLES - s.reserve[seat]


@inner
def mon(w, owned, left):
    """What a Mon is worth to a clan that owns some, with some rounds left."""
    purse = 1.0
    if owned < 5:
        purse = w.mon_under_5
    elif owned < 10:
        purse = w.mon_under_10
    elif owned >= 18:
        purse = w.mon_from_18
    if left > 2:
        return purse * w.mon
    if left == 2:
        return purse * w.mon_third_last
    if left == 1:
        return purse * w.mon_last_but_one
    return purse * w.mon_last


# Missions.


@inner
def lacking_arms(s, t, seat, m, part):
    """The weapons of a part that a seat does not own, four bits a kind."""
    have, lacks = s.weapons[seat], 0
    for n in range(t.n_arms[m, part]):
        weapon = int(t.arms[m, part, n])
        if have >> 4 * weapon & 15:
            have -= 1 << 4 * weapon
        else:
            lacks += 1 << 4 * weapon
    return lacks


@inner
def number_of(nibbles):
    """The sum of numbers of four bits each."""
    found = 0
    while nibbles:
        found += nibbles & 15
        nibbles >>= 4
    return found


@inner
def lacks_nothing(s, t, seat, m, part):
    """Whether a clan owns all things of a part."""
    return (
        lacking_arms(s, t, seat, m, part) == 0
        and t.annex_mask[m, part] & ~s.owned[seat] == 0
        and t.ladies[m, part] <= s.ladies[seat]
        and t.blessing[m, part] <= s.blessed[seat]
    )


@inner
def reward(s, t, w, j, m, part):
    """What a part brings."""
    found = 0.0
    for n in range(t.n_reward[m, part]):
        op, number = int(t.reward[m, part, n, 0]), int(t.reward[m, part, n, 1])
        if op == c.R_PRESTIGE:
            found += float(number)
        elif op == c.R_MON:
            found += j.worth_mon * number
        elif op == c.R_CHURCH:
            found += j.worth_mon * s.church
        elif op != c.R_SHOGUN:
            found += w.reward_of[op] * (1.0 if j.left else 0.3)
    return found


@inner
def write_goal(s, t, w, j, m, at):
    """What a mission promises, as the goal of this place."""
    seat = j.seat
    arms, annexes = lacking_arms(s, t, seat, m, 0), t.annex_mask[m, 0] & ~s.owned[seat]
    ladies = max(0, t.ladies[m, 0] - s.ladies[seat])
    blessings = max(0, t.blessing[m, 0] - s.blessed[seat])
    n_arms, n_annexes = number_of(arms), popcount(annexes)
    lacks, districts = n_arms + n_annexes + ladies + blessings, number_of(t.want[m, 0])
    gain, extra = reward(s, t, w, j, m, 0), 0.0
    if t.has_bonus[m]:
        extra = reward(s, t, w, j, m, 1)
    effort = w.effort * (districts + 2 * t.n_special[m, 0]) + j.worth_mon * t.pay[m, 0]
    gross = gain + w.bonus_part * extra - effort
    missing = max(0, districts - j.fleet)
    each = WEAPON_PRICE * n_arms + ANNEX_PRICE * n_annexes
    dear = j.worth_mon * (each + GEISHA_PRICE * ladies + BLESSING_PRICE * blessings)
    cost = w.cost * dear + w.lack * lacks + w.short_of_disciples * missing
    late = 1 + w.delay * lacks + missing > j.left + 1
    j.goal[at] = m
    j.promise[at] = -1.0 if late else gross - cost
    j.gross[at] = gross
    j.gain[at] = gain
    j.lacks[at] = lacks
    j.lack_arms[at] = arms
    j.lack_annexes[at] = annexes
    j.lack_geishas[at] = ladies
    j.lack_blessings[at] = blessings


@inner
def move_goal(j, source, to):
    """Write one goal over another."""
    j.goal[to] = j.goal[source]
    j.promise[to] = j.promise[source]
    j.gross[to] = j.gross[source]
    j.gain[to] = j.gain[source]
    j.lacks[to] = j.lacks[source]
    j.lack_arms[to] = j.lack_arms[source]
    j.lack_annexes[to] = j.lack_annexes[source]
    j.lack_geishas[to] = j.lack_geishas[source]
    j.lack_blessings[to] = j.lack_blessings[source]


@inner
def need_goals(s, t, w, j):
    """The missions of the clan, the best first, and what it wants for them."""
    if j.noted & r.N_GOALS:
        return
    j.noted |= r.N_GOALS
    number = int(s.hands[j.seat, c.H_MISSION])
    spare = number  # behind the goals: where the one lies that is put in its place
    for n in range(number):
        write_goal(s, t, w, j, s.hand[j.seat, c.H_MISSION, n], spare)
        promise, rank, at = j.promise[spare], w.rank[j.goal[spare]], n
        while at > 0 and (
            promise > j.promise[at - 1] or (promise == j.promise[at - 1] and rank > w.rank[j.goal[at - 1]])
        ):
            move_goal(j, at - 1, at)
            at -= 1
        move_goal(j, spare, at)
    j.goals = number
    want(w, j)
    plan_weapons(s, t, w, j)


@inner
def want(w, j):
    """How much each thing helps the missions that look best."""
    for weapon in range(8):
        j.want_weapon[weapon] = 0.0
    for annex in range(4):
        j.want_annex[annex] = 0.0
    j.want_geisha = 0.0
    j.want_blessing = 0.0
    for n in range(j.goals):
        if j.lacks[n] == 0 or j.promise[n] <= -1:
            continue
        share = max(0.0, w.wanted * j.gross[n] / j.lacks[n] * w.next_mission_by[n])
        for weapon in range(8):
            for _ in range(j.lack_arms[n] >> 4 * weapon & 15):
                j.want_weapon[weapon] += share
        for annex in range(4):
            if j.lack_annexes[n] >> annex & 1:
                j.want_annex[annex] += share
        for _ in range(j.lack_geishas[n]):
            j.want_geisha += share
        for _ in range(j.lack_blessings[n]):
            j.want_blessing += share


@inner
def plan_weapons(s, t, w, j):
    """What one more weapon of each kind is worth."""
    fresh = w.weapon_kind if j.left > 2 else 0.0
    for weapon in range(8):
        asked = 0
        for n in range(j.goals):
            if t.want_arms[j.goal[n], 0] >> 4 * weapon & 15:
                asked += 1
        found = 0.0 if p.arms(s, j.seat, weapon) else fresh
        j.weapon_plan[weapon] = j.want_weapon[weapon] + found + w.weapon_asked * asked


@inner
def mission(s, t, w, j, m):
    """A mission of the own hand."""
    need_goals(s, t, w, j)
    for n in range(j.goals):
        if j.goal[n] == m:
            return j.promise[n]
    write_goal(s, t, w, j, m, j.goals)
    return j.promise[j.goals]


# Things.


@inner
def bonus_now(s, t, seat):
    """What the bonus cards of a hand bring as things stand."""
    found = 0
    for n in range(s.hands[seat, c.H_BONUS]):
        found += counts.bonus_points(s, t, seat, s.hand[seat, c.H_BONUS, n])
    return found


@inner
def counts_bonus(s, j):
    """Whether the clan thinks of its bonus cards yet."""
    return s.hands[j.seat, c.H_BONUS] > 0 and j.left <= BONUS_ROUNDS


@inner
def weapon(s, t, w, j, kind):
    """A weapon more."""
    need_goals(s, t, w, j)
    if not counts_bonus(s, j):
        return j.weapon_plan[kind] + 0.0
    before = bonus_now(s, t, j.seat)
    p.gain_weapon(s, j.seat, kind)
    gain = bonus_now(s, t, j.seat) - before
    p.give_up_weapon(s, j.seat, kind)
    return j.weapon_plan[kind] + w.bonus_card / (1 + j.left) * gain


@inner
def kept_weapon(s, t, w, j, kind):
    """A weapon that the clan owns."""
    need_goals(s, t, w, j)
    copies, need = p.arms(s, j.seat, kind), 0.0
    for n in range(j.goals):
        if t.want_arms[j.goal[n], 0] >> 4 * kind & 15:
            need += max(0.5, j.promise[n])
    return need / max(1, copies) + (w.weapon_kept if copies == 1 else 0.0)


@inner
def annex(s, t, w, j, which):
    """An annex more."""
    need_goals(s, t, w, j)
    lasting = w.yashiki
    if which == 1:
        lasting = w.karesansui
    elif which == 2:
        lasting = w.dojo
    elif which == 3:
        lasting = w.kobudo
    scored = 0.0
    if counts_bonus(s, j):
        before, owned = bonus_now(s, t, j.seat), int(s.owned[j.seat])
        s.owned[j.seat] = owned | (1 << SPARE_ANNEX if owned >> which & 1 else 1 << which)
        gain = bonus_now(s, t, j.seat) - before
        s.owned[j.seat] = owned
        scored = w.bonus_card / (1 + j.left) * gain
    return j.want_annex[which] + lasting * j.left + scored


@inner
def geisha(s, t, w, j):
    """A geisha more."""
    need_goals(s, t, w, j)
    scored = 0.0
    if counts_bonus(s, j):
        before = bonus_now(s, t, j.seat)
        s.ladies[j.seat] += 1
        gain = bonus_now(s, t, j.seat) - before
        s.ladies[j.seat] -= 1
        scored = w.bonus_card / (1 + j.left) * gain
    return j.want_geisha + w.geisha * j.left + scored


@inner
def blessing(s, t, w, j):
    """A blessing."""
    if s.blessed[j.seat]:
        return 0.0
    need_goals(s, t, w, j)
    return j.want_blessing + w.blessing * j.left


@inner
def kept_disciple(w, j):
    """A disciple that the clan has, for the rounds to come."""
    return w.disciple * (j.left + 0.5)


@inner
def disciple(s, w, j):
    """A disciple more, for the rounds to come."""
    return kept_disciple(w, j) if s.reserve[j.seat] else 0.0


@inner
def action_card(w, j, card):
    """An action card."""
    return (w.action_card if j.left else 0.1) * w.action_of[card]


@inner
def bonus_card(s, t, j, card):
    """A bonus card: what it brings as things stand, and some hope."""
    now, shared = counts.bonus_points(s, t, j.seat, card), int(t.shared[card])
    hope = min(1.0, j.left / 8)
    more = 0.0
    if now == 0 and j.left:
        more = 0.2 * shared
    return (1 - 0.5 * hope) * now + 0.25 * hope * shared + more


@inner
def card(s, t, w, j, pile, which):
    """An own card or weapon."""
    if pile == WEAPON:
        return kept_weapon(s, t, w, j, which)
    if pile == ACTION:
        return action_card(w, j, which)
    if pile == BONUS:
        return bonus_card(s, t, j, which)
    return mission(s, t, w, j, which)


@inner
def drawn(s, t, w, j):
    """An action card from the pile."""
    return w.draw if s.hands[j.seat, c.H_ACTION] < t.limit[c.H_ACTION] else -0.5


@inner
def church(s, w, j):
    """The money in the church."""
    return w.church * j.worth_mon * s.church


@inner
def honour(w, j, points, price):
    """Prestige points bought in the harbor."""
    return (1.0 if j.left < 2 else w.honour) * points - j.worth_mon * price


@inner
def sale(w, j, points, mon):
    """Prestige points sold at the gates."""
    return w.sale * j.worth_mon * mon - points if j.left else -float(points)


@inner
def colour(s, w, j, which):
    """An unknown mission of a colour."""
    owned = p.armed(s, j.seat) + popcount(s.owned[j.seat]) + s.ladies[j.seat]
    ease = j.left + 0.5 * owned + j.fleet
    promise = w.green
    if which == 1:
        promise = w.yellow + w.yellow_ease * ease
    elif which == 2:
        promise = w.red_ease * ease
    elif which == 3:
        promise = w.black_ease * ease
    return promise - (1.0 if j.left < which + 1 else 0.0)
