"""Where disciples stand well: the twin of ``players.places``.

What a mission misses is bits: a disciple in a district, or, from bit 7 on, one on a place of that number.
"""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import (
    FIRST_ANNEX,
    GARDEN,
    GATES,
    HARBOR,
    KARESANSUI,
    MARKET,
    MISSION,
    PRESTIGE,
    REDLIGHT,
    TAVERN,
    YASHIKI,
)
from kabuto.yedo.board import TEMPLE as TEMPLE_SPOT
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import counts as _counts
from kabuto.yedo.kernel import districts as _districts
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.players.compiled import records as r
from kabuto.yedo.players.compiled import worth as _worth

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, lowest = _tools.inner, _tools.lowest
p = build(_pieces, TARGET)
counts = build(_counts, TARGET)
districts = build(_districts, TARGET)
worth = build(_worth, TARGET)

ON_PLACE = 7
"""The bit of the first place."""


@inner
def next_patrol(s, t, w, j):
    """Where the patrol goes next without cards."""
    if not j.noted & r.N_PATROL:
        j.noted |= r.N_PATROL
        steps = int(w.patrol_on[s.event]) if s.event >= 0 else 1
        j.next_patrol = t.ring[(int(t.ring_place[s.patrol]) + steps * int(t.direction[s.colour])) % 7]
    return int(j.next_patrol)


@inner
def standing(s, t, w, j, place):
    """What one more disciple on a place is worth in this round."""
    if place >= FIRST_ANNEX:
        return in_annex(s, w, j, place) + mission_value(s, t, w, j, ON_PLACE + place)
    need_claims(s, t, w, j)
    value = 0.0
    for n in range(need_uses(s, t, w, j, place)):
        if j.due[place, n] <= j.purse and not j.taken[place] >> n & 1:
            value = j.use[place, n]
            break
    district = p.district_of(place)
    value += mission_value(s, t, w, j, district)
    if district == next_patrol(s, t, w, j):
        value -= w.arrest + (w.to_reserve if s.reserve[j.seat] < t.reserve else 0.0)
    return value


@inner
def scarcity(s, t, w, j, place):
    """How likely it is that others take the last space of a place before the next turn."""
    if place >= FIRST_ANNEX:
        return 0.0
    waiting = False
    for seat in range(s.players):
        if seat != j.seat and s.home[seat]:
            waiting = True
    return w.scarce_by[max(0, t.spaces[place] - s.taken[place] - 1)] if waiting else 0.0


@inner
def value(s, t, w, j, place):
    """What a disciple that stands on a place can do there; of several, the one with least to do."""
    if place >= FIRST_ANNEX:
        return in_annex(s, w, j, place)
    at = 0
    for n in range(need_uses(s, t, w, j, place)):
        if j.due[place, n] <= s.mon[j.seat]:
            at += 1
            if at == s.here[j.seat, place]:
                return j.use[place, n]
    return 0.0


@inner
def others_in(s, j, district):
    """Disciples of other clans in a district."""
    found = 0
    for spot in range(p.first_spot(district), p.behind_spots(district)):
        found += s.taken[spot] - s.here[j.seat, spot]
    return found


@inner
def danger(s, t, w, j, district):
    """What the patrol does in a district: to the own clan, less what it does to others."""
    own = p.in_district(s, j.seat, district)
    lost = min(own, t.reserve - s.reserve[j.seat])
    return w.arrest * own + w.to_reserve * lost - w.others_arrested * others_in(s, j, district)


@inner
def rescue(s, t, w, j, district):
    """What it is worth to keep one disciple in a district from arrest."""
    saved, any_ = 0.0, False
    for spot in range(p.first_spot(district), p.behind_spots(district)):
        if s.here[j.seat, spot]:
            each = value(s, t, w, j, spot)
            saved = max(saved, each) if any_ else each
            any_ = True
    need_must(s, t, w, j)
    if p.in_district(s, j.seat, district) <= j.must[district]:
        saved = max(saved, j.must_gain[district])
    return saved + (w.rescue if s.reserve[j.seat] < t.reserve else 0.0)


# Missions.


@inner
def missing_in(s, t, seat, m):
    """The disciples that a standard part still needs: how many, and above that (× 256) where, as bits."""
    number, where = 0, 0
    for district in range(7):
        more = (t.want[m, 0] >> 4 * district & 15) - p.in_district(s, seat, district)
        if more > 0:
            number += more
            where |= 1 << district
    return number | where << 8


@inner
def need_must(s, t, w, j):
    """District → disciples that have to stay for a mission within reach, and what that brings."""
    if j.noted & r.N_MUST:
        return
    j.noted |= r.N_MUST
    worth.need_goals(s, t, w, j)
    for district in range(7):
        j.must[district] = 0
        j.must_gain[district] = 0.0
    found = 0
    for n in range(j.goals):
        m = int(j.goal[n])
        if missing_in(s, t, j.seat, m) or not within_reach(s, t, w, j, n):
            continue
        for district in range(7):
            number = t.want[m, 0] >> 4 * district & 15
            if number and (
                not found >> district & 1
                or number > j.must[district]
                or (number == j.must[district] and j.gain[n] > j.must_gain[district])
            ):
                j.must[district] = number
                j.must_gain[district] = j.gain[n]
                found |= 1 << district


@inner
def within_reach(s, t, w, j, n):
    """Whether everything but the disciples is there or can be fetched by one who stands there."""
    m = int(j.goal[n])
    if j.lacks[n] > 1 or s.mon[j.seat] < t.pay[m, 0] or not will_hold(s, t, j.seat, m):
        return False
    if j.lacks[n] == 0:
        return True
    source = source_of(s, t, j, n)
    return source >= 0 and for_source(s, t, j.seat, source, m) == 0


@inner
def will_hold(s, t, seat, m):
    """Whether the special requirements are likely to be met, as things stand."""
    for n in range(t.n_special[m, 0]):
        op = int(t.special[m, 0, n, 0])
        if op == c.C_PATROL_IN or not counts.holds(s, seat, op, t.special[m, 0, n, 1], t.special[m, 0, n, 2]):
            return False
    return True


@inner
def source_of(s, t, j, n):
    """The place at which the one thing that a goal lacks can be had in this round, or -1."""
    seat, mon = int(j.seat), int(s.mon[j.seat])
    if j.lack_arms[n]:
        kind = lowest(j.lack_arms[n]) >> 2
        for field in range(5):
            if s.market[field] == kind and districts.market_price(s, t, seat, field) <= mon:
                return MARKET
        return -1
    if j.lack_annexes[n]:
        there = p.annexes_to_build(s, seat) & j.lack_annexes[n]
        payable = districts.dearer(s, t, districts.ANNEX_PRICE, c.P_ANNEX) <= mon
        return TAVERN if there and payable else -1
    if j.lack_geishas[n]:
        if s.owned[seat] >> YASHIKI & 1:
            return FIRST_ANNEX + YASHIKI
        payable = (
            districts.dearer(s, t, districts.GEISHA_PRICE, c.P_GEISHA) <= mon
            or s.points[seat] >= districts.GEISHA_PRESTIGE
        )
        return REDLIGHT if s.geishas and payable else -1
    if s.owned[seat] >> KARESANSUI & 1:
        return FIRST_ANNEX + KARESANSUI
    return TEMPLE_SPOT if s.blessings else -1


@inner
def for_source(s, t, seat, source, m):
    """The disciple that has to fetch what a mission lacks, where none stands yet, as a bit."""
    if source >= FIRST_ANNEX:
        return 0 if s.here[seat, source] else 1 << ON_PLACE + source
    district = p.district_of(source)
    busy = t.want[m, 0] >> 4 * district & 15
    return 0 if p.in_district(s, seat, district) > busy else 1 << district


@inner
def is_free(s, t, district):
    """Whether there is room in a district."""
    for spot in range(p.first_spot(district), p.behind_spots(district)):
        if s.taken[spot] < t.spaces[spot]:
            return True
    return False


@inner
def need_errands(s, t, w, j):
    """Missions within reach in this round: where disciples are missing, what each of them is worth."""
    if j.noted & r.N_ERRANDS:
        return
    j.noted |= r.N_ERRANDS
    worth.need_goals(s, t, w, j)
    j.errands = 0
    for n in range(j.goals):
        m = int(j.goal[n])
        closed = s.closed >= 0 and t.want[m, 0] >> 4 * int(s.closed) & 15 > 0
        if j.promise[n] <= 0 or j.lacks[n] > 1 or s.mon[j.seat] < t.pay[m, 0] or closed:
            continue
        found = missing_in(s, t, j.seat, m)
        open_ones, where = found & 255, found >> 8
        missing, room = open_ones, True
        for district in range(7):
            if where >> district & 1 and not is_free(s, t, district):
                room = False
        if j.lacks[n]:
            source = source_of(s, t, j, n)
            if source < 0:
                continue
            fetch = for_source(s, t, j.seat, source, m)
            if fetch:
                missing += 1
                where |= fetch
        if missing and missing <= s.home[j.seat] and room:
            gain = w.errand * j.gain[n] * (w.errand_short if j.lacks[n] else 1.0)
            if not will_hold(s, t, j.seat, m):
                gain *= w.errand_short
            done = worth.number_of(t.want[m, 0]) - open_ones
            j.errand[j.errands] = gain / missing + w.errand_begun * done
            j.errand_at[j.errands] = where
            j.errands += 1


@inner
def need_bonus(s, t, w, j):
    """Bonus parts of missions that are ready: where they miss a disciple, and what they are worth."""
    if j.noted & r.N_BONUS:
        return
    j.noted |= r.N_BONUS
    worth.need_goals(s, t, w, j)
    j.bonus_errands = 0
    for n in range(j.goals):
        m = int(j.goal[n])
        if t.has_bonus[m] and j.lacks[n] == 0 and missing_in(s, t, j.seat, m) == 0:
            where = 0
            for district in range(7):
                if p.in_district(s, j.seat, district) < t.want[m, 1] >> 4 * district & 15:
                    where |= 1 << district
            j.bonus_at[j.bonus_errands] = where
            j.bonus_errand[j.bonus_errands] = w.extra * worth.reward(s, t, w, j, m, 1)
            j.bonus_errands += 1


@inner
def mission_value(s, t, w, j, need):
    """How much a disciple somewhere brings the missions of this round nearer."""
    need_errands(s, t, w, j)
    need_bonus(s, t, w, j)
    best, together, extra = 0.0, 0.0, 0.0
    any_ = False
    for n in range(j.errands):
        if j.errand_at[n] >> need & 1:
            together += j.errand[n]
            best = max(best, j.errand[n]) if any_ else j.errand[n]
            any_ = True
    any_ = False
    for n in range(j.bonus_errands):
        if j.bonus_at[n] >> need & 1:
            extra = max(extra, j.bonus_errand[n]) if any_ else j.bonus_errand[n]
            any_ = True
    return best + w.errand_more * (together - best) + extra


# What there is to do.


@inner
def in_annex(s, w, j, place):
    """What a disciple on an annex is worth."""
    annex = place - FIRST_ANNEX
    if annex == 0:
        return w.in_yashiki if s.hands[j.seat, c.H_MISSION] else 0.0
    if annex == 1:
        return w.in_karesansui
    if annex == 2:
        return w.in_dojo if s.weapons[j.seat] else 0.0
    return w.in_kobudo if s.hands[j.seat, c.H_ACTION] else 0.0


@inner
def need_claims(s, t, w, j):
    """What the own disciples on the board are going to do, and the Mon that this leaves."""
    if j.noted & r.N_CLAIMS:
        return
    j.noted |= r.N_CLAIMS
    purse = int(s.mon[j.seat])
    for spot in range(FIRST_ANNEX):
        there = int(s.here[j.seat, spot])
        taken = 0
        if there:
            for n in range(need_uses(s, t, w, j, spot)):
                if there and j.due[spot, n] <= purse:
                    taken |= 1 << n
                    there -= 1
                    purse -= j.due[spot, n]
        j.taken[spot] = taken
    j.purse = purse


@inner
def use(j, spot, gain, price):
    """Note something that can be done on a spot, if it is of use; the best comes first."""
    if gain < 0.0 or (gain == 0.0 and price <= 0):
        return
    n = int(j.uses[spot])
    j.uses[spot] = n + 1
    while n > 0 and (
        gain > j.use[spot, n - 1] or (gain == j.use[spot, n - 1] and price > j.due[spot, n - 1])
    ):
        j.use[spot, n] = j.use[spot, n - 1]
        j.due[spot, n] = j.due[spot, n - 1]
        n -= 1
    j.use[spot, n] = gain
    j.due[spot, n] = price


@inner
def need_uses(s, t, w, j, spot):
    """What can be done on a spot, the best first; how much there is."""
    if j.noted & r.N_USES << spot:
        return int(j.uses[spot])
    j.noted |= r.N_USES << spot
    j.uses[spot] = 0
    if spot == PRESTIGE:
        for _ in range(t.spaces[PRESTIGE]):
            use(j, spot, w.prestige, 0)
    elif spot == MISSION:
        if j.left > 1:
            for number in range(s.hands[j.seat, c.H_MISSION], t.limit[c.H_MISSION]):
                use(j, spot, w.mission if number < 3 else w.fourth_mission, 0)
            use(j, spot, w.fifth_mission, 0)
    elif spot == GARDEN:
        use(j, spot, w.garden + w.garden_back * p.place_in_order(s, j.seat), 0)
    elif spot == GATES:
        uses_at_gates(s, t, w, j)
    elif spot == TAVERN:
        price = districts.dearer(s, t, districts.ANNEX_PRICE, c.P_ANNEX)
        for annex in range(4):
            if p.annexes_to_build(s, j.seat) >> annex & 1:
                use(j, spot, worth.annex(s, t, w, j, annex) - j.worth_mon * price, price)
    elif spot == HARBOR:
        rivals = int(s.taken[HARBOR] - s.here[j.seat, HARBOR])
        use(j, spot, worth.church(s, w, j) * w.shared_church_by[rivals], 0)
        one, three = districts.BOUGHT_1, districts.BOUGHT_2
        use(j, spot, worth.honour(w, j, one, districts.BOUGHT_1_MON), districts.BOUGHT_1_MON)
        use(j, spot, worth.honour(w, j, three, districts.BOUGHT_2_MON), districts.BOUGHT_2_MON)
    elif spot == REDLIGHT:
        uses_in_redlight(s, t, w, j)
    elif spot == MARKET:
        left_over = w.shared_market_by[int(s.taken[MARKET] - s.here[j.seat, MARKET])]
        for field in range(5):
            if s.market[field] >= 0:
                price = districts.market_price(s, t, j.seat, field)
                gain = worth.weapon(s, t, w, j, s.market[field]) - j.worth_mon * price
                use(j, spot, left_over * gain, price)
    elif s.blessings:
        use(j, spot, worth.blessing(s, t, w, j), 0)
    return int(j.uses[spot])


@inner
def uses_at_gates(s, t, w, j):
    """Disciples out of the reserve, and prestige for Mon."""
    price = districts.dearer(s, t, districts.RECRUIT_PRICE, c.P_RECRUIT)
    for _ in range(s.reserve[j.seat]):
        use(j, GATES, worth.disciple(s, w, j) - j.worth_mon * price, price)
    if s.points[j.seat] >= districts.SOLD_1:
        use(j, GATES, worth.sale(w, j, districts.SOLD_1, districts.SOLD_1_MON), 0)
    if s.points[j.seat] >= districts.SOLD_2:
        use(j, GATES, worth.sale(w, j, districts.SOLD_2, districts.SOLD_2_MON), 0)


@inner
def uses_in_redlight(s, t, w, j):
    """Geishas for Mon or prestige, and an action card."""
    price = districts.dearer(s, t, districts.GEISHA_PRICE, c.P_GEISHA)
    for _ in range(min(s.geishas, t.max_geishas - s.ladies[j.seat])):
        use(j, REDLIGHT, worth.geisha(s, t, w, j) - j.worth_mon * price, price)
        if s.points[j.seat] >= districts.GEISHA_PRESTIGE:
            use(j, REDLIGHT, worth.geisha(s, t, w, j) - districts.GEISHA_PRESTIGE, 0)
    price = districts.dearer(s, t, districts.DRAW_PRICE, c.P_DRAW)
    use(j, REDLIGHT, worth.drawn(s, t, w, j) - j.worth_mon * price, price)
