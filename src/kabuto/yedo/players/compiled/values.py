"""How good a move looks to the greedy player: the twin of ``players.move_values`` and ``decision``."""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import EVENT, FIRST_ANNEX, WEAPON
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import gains as _gains
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.kernel import trade as _trade
from kabuto.yedo.players.compiled import actions as _actions
from kabuto.yedo.players.compiled import bargain as _bargain
from kabuto.yedo.players.compiled import bids as _bids
from kabuto.yedo.players.compiled import places as _places
from kabuto.yedo.players.compiled import records as r
from kabuto.yedo.players.compiled import worth as _worth
from kabuto.yedo.players.move_values import COPY, NEVER
from kabuto.yedo.state.wares import CARD_ITEM, GEISHA_ITEM, WEAPON_ITEM

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, popcount = _tools.inner, _tools.popcount
p = build(_pieces, TARGET)
gains = build(_gains, TARGET)
trade = build(_trade, TARGET)
worth = build(_worth, TARGET)
places = build(_places, TARGET)
bids = build(_bids, TARGET)
bargains = build(_bargain, TARGET)
actions = build(_actions, TARGET)


@inner
def value(s, t, w, j, move):
    """How good a legal move of the seat to move looks, in points; ``worth.begin`` comes first."""
    n = s.tasks - 1
    kind, a_of_task, b_of_task = int(s.task[n, 0]), int(s.task[n, 2]), int(s.task[n, 3])
    verb, a, b, third = move >> 24, move >> 16 & 255, move >> 8 & 255, move & 255
    if kind == c.ACTIVATE:
        return actions.activate(s, t, w, j, verb, a, b, third)
    if kind == c.PLACE:
        if verb == c.V_PLAY:
            return place_card(s, t, w, j, a, b, third)
        need_plan(s, t, w, j)
        return j.stand_value[a]
    if kind == c.RAISE:
        return bids.raise_bid(s, t, w, j, a_of_task, verb, move & 0xFFFF)
    if kind == c.STEP_OUT:
        return bids.step_out(s, t, w, j, verb)
    if kind == c.BEGIN:
        return bids.begin(s, t, w, j, verb, a, b)
    if kind == c.CATEGORY:
        return bids.category(s, t, w, j, a)
    if kind == c.WINDOW:
        return 0.0 if verb == c.V_PASS else window(s, t, w, j, a)
    if kind == c.ANSWER:
        return 0.0 if verb == c.V_PASS else answer(s, t, j)
    if kind == c.PROTECT:
        return 0.0 if verb == c.V_PASS else protect(s, t, w, j, verb, a)
    if kind == c.TRADE:
        if verb == c.V_PASS:
            return 0.0
        if bargains.is_done(s, t, j.seat):
            return NEVER
        return j.profit + 0.0 if bargains.bargain(s, t, w, j, a) else -1.0
    if kind == c.OFFER:
        return 1.0 if bargains.next_step(s, t, w, j) == move else 0.0
    if kind == c.RESPOND:
        return respond(s, t, w, j, verb)
    if kind == c.LOSE:
        return loss(s, t, w, j, b_of_task, verb, a, b)
    if kind == c.BONUS_PART:
        return 0.0 if verb == c.V_SKIP else bonus_part(s, t, w, j, a_of_task, a)
    return gaining(s, t, w, j, kind, a_of_task, a, b)


@inner
def gaining(s, t, w, j, kind, pile, a, b):
    """What clans choose when they gain something or have too much of it."""
    if kind == c.KEEP:
        if a == WEAPON:
            return worth.weapon(s, t, w, j, b)
        return worth.card(s, t, w, j, a, b)
    if kind == c.DISCARD or kind == c.HAND_OVER:
        return -worth.card(s, t, w, j, a, b)
    if kind == c.ORDER:
        return order(s, t, w, j, pile, b)
    if kind == c.DECK:
        return worth.colour(s, w, j, b)
    if kind == c.BUILD:
        return worth.annex(s, t, w, j, a)
    if kind == c.MARKET_WEAPON:
        return worth.weapon(s, t, w, j, s.market[b - 1])
    if kind == c.POSITION:
        return -float(a)
    if kind == c.DRAFT:
        number = s.hands[j.seat, c.H_MISSION]
        return 1.0 if b == (2 if number == 0 else 1 if number == 1 else 0) else 0.0
    found = 0.0  # a favour
    for n in range(t.n_favour[a]):
        op = int(t.favour[a, n, 0])
        found += j.worth_mon * t.favour[a, n, 1] if op == c.R_MON else w.favour_of[op]
    return found


@inner
def order(s, t, w, j, pile, which):
    """The best of the cards that were looked at on top."""
    number = int(s.number)
    if not j.noted & r.N_LOOKED:
        j.noted |= r.N_LOOKED
        for n in range(number):
            if pile == WEAPON:
                j.looked[n] = worth.weapon(s, t, w, j, s.cards[n])
            elif pile == EVENT:
                j.looked[n] = 0.0
            else:
                j.looked[n] = worth.card(s, t, w, j, pile, s.cards[n])
    first = which if number == 2 else which // 2
    second = 1 if first == 0 else 0
    third = 3 - first - second
    if number == 3 and which % 2:
        second, third = third, second
    found = j.looked[first] * 3 + j.looked[second] * 2
    return found + j.looked[third] if number == 3 else found


# Events and cards.


@inner
def loss(s, t, w, j, number, verb, a, b):
    """What an event takes."""
    if verb == c.V_BLESS:
        return -w.blessing_spent
    if a < c.LOSS:
        return -worth.card(s, t, w, j, a, b)
    what = a - c.LOSS
    if what == c.L_MON:
        return -(j.worth_mon * number)
    if what == c.L_PRESTIGE:
        return -float(number)
    if what == c.L_WEAPON:
        return -worth.kept_weapon(s, t, w, j, b)
    if what == c.L_ANNEX:
        return -worth.annex(s, t, w, j, b)
    if what == c.L_GEISHA:
        return -worth.geisha(s, t, w, j)
    return -worth.kept_disciple(w, j)


@inner
def window(s, t, w, j, card):
    """A card after the event or on the patrol; others are kept."""
    op = int(t.effect[card, 0, 0])
    if op == c.E_PATROL_STEP:
        place = int(t.ring_place[s.patrol]) + int(t.effect[card, 0, 1]) * int(t.direction[s.colour])
        there = t.ring[place % 7]
        return places.danger(s, t, w, j, s.patrol) - places.danger(s, t, w, j, there) - 0.6
    if op == c.E_REOPEN:
        worth.need_goals(s, t, w, j)
        for n in range(j.goals):
            if t.want[j.goal[n], 0] >> 4 * int(s.closed) & 15:
                return 0.2
        return -1.0
    if op == c.E_CHURCH_MONEY:
        return 0.1
    if op == c.E_GAIN:
        return 1.0
    if op == c.E_REFRESH:
        best, any_ = 0.0, False
        for field in range(5):
            if s.market[field] >= 0:
                each = worth.weapon(s, t, w, j, s.market[field])
                best = max(best, each) if any_ else each
                any_ = True
        return 0.4 - best if s.mon[j.seat] >= 6 else -1.0
    if op == c.E_PATROL_SWAP:
        return 0.05 if s.hands[j.seat, c.H_ACTION] > 2 else -0.5
    return -0.5


@inner
def protect(s, t, w, j, verb, card):
    """A card, or Blackmail, to keep disciples from arrest."""
    saved = places.rescue(s, t, w, j, s.patrol)
    if verb == c.V_BLACKMAIL:
        return saved - w.blackmail
    op, number = int(t.effect[card, 0, 0]), p.in_district(s, j.seat, s.patrol)
    if op == c.E_SAVE_ALL:
        return saved * number - 0.9
    if op == c.E_SAVE:
        return saved - 0.6
    return w.to_reserve * min(number, t.reserve - s.reserve[j.seat]) - 0.6


@inner
def aimed_at(s, t, seat):
    """Whether the card that is being answered names a seat."""
    if t.targeted[s.card] < 0:
        return False
    op = int(t.effect[s.card, t.targeted[s.card], 0])
    if op == c.E_AMBUSH or op == c.E_FORCE_SALE or op == c.E_ROB:
        return s.aim >> 8 == seat
    return op == c.E_EXCHANGE and s.aim >> 4 & 15 == seat


@inner
def answer(s, t, j):
    """A card that cancels another: for what is aimed at the own clan, and for the own card."""
    if s.player == j.seat:
        return 1.0 if s.chain & 1 else -1.0
    return 1.0 if s.chain & 1 == 0 and aimed_at(s, t, j.seat) else -1.0


# Placing.


@inner
def need_plan(s, t, w, j):
    """Place → what it is worth to put a disciple there now.

    What is worth more than the best place that the disciples at home will not get to is going to be taken. It
    comes earlier if others could take it, and may wait if there is room.
    """
    if j.noted & r.N_PLAN:
        return
    j.noted |= r.N_PLAN
    there = p.open_places(s, j.seat)
    for place in range(FIRST_ANNEX + 4):
        if there >> place & 1:
            j.stand_value[place] = places.standing(s, t, w, j, place)
    spare = 0.0
    home = int(s.home[j.seat])
    for place in range(FIRST_ANNEX + 4):
        if there >> place & 1:
            better, same = 0, 0
            for other in range(FIRST_ANNEX + 4):
                if there >> other & 1:
                    better += j.stand_value[other] > j.stand_value[place]
                    same += j.stand_value[other] == j.stand_value[place]
            if better <= home and home < better + same:
                spare = max(0.0, j.stand_value[place])
    for place in range(FIRST_ANNEX + 4):
        if there >> place & 1 and j.stand_value[place] > spare:
            haste = w.calm + (1 - w.calm) * places.scarcity(s, t, w, j, place)
            j.stand_value[place] = spare + (j.stand_value[place] - spare) * haste


@inner
def place_card(s, t, w, j, card, b, third):
    """A card before placing: how much better the disciples stand with it."""
    op = int(t.effect[card, 0, 0])
    if op == c.E_GAIN:
        return 99.0
    if op == c.E_SQUEEZE:
        value = places.standing(s, t, w, j, b) - 1.0
        return 50 + value if value > 1.5 else -9.0
    if op == c.E_EXCHANGE:
        gain = places.standing(s, t, w, j, third & 15) - places.standing(s, t, w, j, b) - 1.0
        return 50 + gain if gain > 0 else -9.0
    if op == c.E_RECALL and b < FIRST_ANNEX and p.district_of(b) == places.next_patrol(s, t, w, j):
        return 40.0
    return -9.0


# Trading and missions.


@inner
def respond(s, t, w, j, verb):
    """Who offers something wants it: with few at the table that is a reason to ask more for it."""
    enough = w.haggle + w.rivalry / (s.players - 1)
    if verb != c.V_ACCEPT:
        return enough if verb == c.V_DECLINE else -1.0
    gets = 0.0
    for n in range(s.gives):
        kind, which, again = int(s.give[n, 0]), int(s.give[n, 1]), False
        for before in range(n):
            if s.give[before, 0] == kind and s.give[before, 1] == which:
                again = True
        thing = 0.6
        if kind == WEAPON_ITEM:
            thing = worth.weapon(s, t, w, j, which)
        elif kind == GEISHA_ITEM:
            thing = worth.geisha(s, t, w, j)
        gets += thing * (COPY if again and kind < CARD_ITEM else 1.0)
    gets += j.worth_mon * s.pays
    if s.asks == 0 and s.pays >= 0:
        return gets + enough
    gone = 0.0
    for n in range(s.asks):
        number, first = 0, True
        for other in range(s.asks):
            if s.ask[other, 0] == s.ask[n, 0] and s.ask[other, 1] == s.ask[n, 1]:
                number += 1
                if other < n:
                    first = False
        if first:
            gone += own_things(s, t, w, j, int(s.ask[n, 0]), int(s.ask[n, 1]), number)
    return gets - gone


@inner
def own_things(s, t, w, j, kind, which, number):
    """So many things of a kind: of cards those that are worth least."""
    if kind == WEAPON_ITEM:
        return number * worth.kept_weapon(s, t, w, j, which)
    if kind == GEISHA_ITEM:
        return number * (worth.geisha(s, t, w, j) + 1.5)
    hand, spent, found = trade.hand_of_kind(kind), 0, 0.0
    for _ in range(number):
        best, least = -1, 0.0
        for n in range(s.hands[j.seat, hand]):
            card = int(s.hand[j.seat, hand, n])
            if spent >> n & 1 == 0 and trade.kind_of(t, hand, card) == kind:
                each = max(0.3, worth.card(s, t, w, j, p.pile_of(t, hand, card), card))
                if best < 0 or each < least:
                    best, least = n, each
        if best >= 0:
            spent |= 1 << best
            found += least
    return found


@inner
def bonus_part(s, t, w, j, m, help_):
    """The bonus part of a mission."""
    cost = j.worth_mon * t.pay[m, 1] + 0.8 * t.blessing[m, 1] + 0.2 * popcount(help_)
    return worth.reward(s, t, w, j, m, 1) - cost
