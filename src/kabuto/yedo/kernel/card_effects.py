"""Action cards: when they can be played, on what, and what they do.

The twin of ``phases.card_effects`` and ``phases.action_cards``. A target is two numbers, ``b`` and ``c``: a
spot, place, lot or weapon in ``b``; or a seat in ``b`` and a spot or weapon in ``c``; of an exchange the own
spot in ``b``, and the other seat and its spot in ``c`` (``seat << 4 | spot``).
"""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import ACTION, GATES
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import counts as _counts
from kabuto.yedo.kernel import gains as _gains
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.kernel.record import PLACES, SPOTS

TARGET: str = globals().get("TARGET", "cpu")
inner = tools(TARGET).inner
p = build(_pieces, TARGET)
counts = build(_counts, TARGET)
gains = build(_gains, TARGET)


@inner
def walk(s, t, steps):
    """The patrol walks some districts along its ring, backwards if the number is negative."""
    place = int(t.ring_place[s.patrol]) + steps * int(t.direction[s.colour])
    s.patrol = t.ring[place % 7]


@inner
def in_danger(s, seat):
    """Whether a disciple of a seat stands in the patrol's district."""
    return p.in_district(s, seat, s.patrol) > 0


# What may be aimed at.


@inner
def is_unsold(s, lot):
    """Whether no category has been won in this bidding phase."""
    sold = False
    for seat in range(s.players):
        if s.won[seat] == lot:
            sold = True
    return not sold


@inner
def is_beside(s, seat, other):
    """Whether two clans have a disciple in the same district."""
    for district in range(7):
        if p.in_district(s, seat, district) and p.in_district(s, other, district):
            return True
    return False


@inner
def is_target(s, t, seat, op, number, b, third):
    """Whether an effect may be aimed there; b and c are within their ranges."""
    if op == c.E_SAVE:
        return p.district_of(b) == s.patrol and s.here[seat, b] > s.saved[seat, b]
    if op == c.E_BAR:
        if s.barred >= 0 or not is_unsold(s, b):
            return False
        unsold = 0
        for lot in range(t.lots):
            unsold += 1 if is_unsold(s, lot) else 0
        return unsold > s.tracks
    if op == c.E_SQUEEZE:
        return b >= GATES and s.home[seat] > 0 and s.taken[b] >= t.spaces[b] and p.district_of(b) != s.closed
    if op == c.E_RECALL:
        return s.here[seat, b] > 0
    if op == c.E_EXCHANGE:
        other, there = third >> 4, third & 15
        return (
            b >= GATES
            and there >= GATES
            and there < SPOTS
            and there != b
            and other != seat
            and s.here[seat, b] > 0
            and s.here[other, there] > 0
            and p.district_of(b) != s.closed
            and p.district_of(there) != s.closed
        )
    if op == c.E_SALVAGE:
        return s.discard >> 8 * b & 255 > 0
    if b == seat:
        return False
    if op == c.E_AMBUSH:
        return s.here[b, third] > 0 and p.in_district(s, seat, p.district_of(third)) > 0
    if op == c.E_ROB:
        return s.mon[b] > 0 and is_beside(s, seat, b)
    return s.mon[seat] >= number and p.arms(s, b, third) > 0 and is_beside(s, seat, b)  # force-sale


@inner
def wide(s, t, op):
    """How many values ``b`` has, and how many ``c`` (times 256)."""
    if op == c.E_SAVE or op == c.E_SQUEEZE:
        return SPOTS | 256
    if op == c.E_BAR:
        return int(t.lots) | 256
    if op == c.E_RECALL:
        return PLACES | 256
    if op == c.E_EXCHANGE:
        return SPOTS | int(s.players) << 12
    if op == c.E_SALVAGE:
        return 8 | 256
    if op == c.E_AMBUSH:
        return int(s.players) | SPOTS << 8
    if op == c.E_ROB:
        return int(s.players) | 256
    return int(s.players) | 8 << 8


@inner
def list_targets(s, t, seat, card, out, at):
    """Every way to aim a card that needs a target."""
    op, number = int(t.effect[card, t.targeted[card], 0]), int(t.effect[card, t.targeted[card], 1])
    both = wide(s, t, op)
    if op == c.E_AMBUSH:  # by spots, and the seats on each
        for each in range((both & 255) * (both >> 8)):
            b, third = each % (both & 255), each // (both & 255)
            if is_target(s, t, seat, op, number, b, third):
                out[at] = p.packed(c.V_PLAY, card, b, third)
                at += 1
        return at
    for b in range(both & 255):
        if op != c.E_EXCHANGE or s.here[seat, b] > 0:
            for each in range(both >> 8):
                third = each
                if op == c.E_EXCHANGE:
                    third = each % s.players << 4 | each // s.players
                if is_target(s, t, seat, op, number, b, third):
                    out[at] = p.packed(c.V_PLAY, card, b, third)
                    at += 1
    return at


@inner
def is_possible(s, seat, op, what):
    """Whether an effect without a target would do something."""
    if op == c.E_GAIN:
        if what == c.G_DISCIPLE:
            return s.reserve[seat] > 0
        return what != c.G_BLESSING or (s.blessed[seat] == 0 and s.blessings > 0)
    if op == c.E_REOPEN:
        return s.closed >= 0
    if op == c.E_SAVE_ALL or op == c.E_FLEE:
        return in_danger(s, seat)
    return op != c.E_BORROW or s.loan[seat] == 0


@inner
def list_plays(s, t, seat, timing, out, at):
    """Every way to play a card of the hand at this time."""
    for n in range(s.hands[seat, c.H_ACTION]):
        card = int(s.hand[seat, c.H_ACTION, n])
        if t.timing[card] != timing or not p.is_first(s, seat, c.H_ACTION, n):
            continue
        met = True
        for place in range(t.n_condition[card]):
            if not counts.holds(
                s,
                seat,
                t.condition[card, place, 0],
                t.condition[card, place, 1],
                t.condition[card, place, 2],
            ):
                met = False
        if met and t.targeted[card] >= 0:
            at = list_targets(s, t, seat, card, out, at)
        elif met:
            for place in range(t.n_effect[card]):
                if is_possible(s, seat, t.effect[card, place, 0], t.effect[card, place, 1]):
                    out[at] = p.packed(c.V_PLAY, card, c.NO_TARGET, 0)
                    at += 1
                    break
    return at


@inner
def list_answers(s, t, seat, out, at):
    """Every card of the hand that cancels another."""
    for n in range(s.hands[seat, c.H_ACTION]):
        card = int(s.hand[seat, c.H_ACTION, n])
        if t.timing[card] == c.T_REACTION and p.is_first(s, seat, c.H_ACTION, n):
            out[at] = p.packed(c.V_PLAY, card, c.NO_TARGET, 0)
            at += 1
    return at


# Playing and answering.


@inner
def next_to_answer(s, place):
    """Of the player order from a place on, the first who may answer the card played last; -1 for none."""
    last = s.by[s.chain - 1] if s.chain else s.player
    while place < s.players:
        seat = int(s.order[place])
        if seat != last and s.hands[seat, c.H_ACTION] > 0:
            return seat
        place += 1
    return -1


@inner
def play(s, seat, card, b, third):
    """A card is played; before it works, the others may answer."""
    p.drop(s, seat, c.H_ACTION, card)
    s.player = seat
    s.card = card
    s.aim = b << 8 | third
    s.chain = 0
    p.add(s, c.ANSWER, next_to_answer(s, 0), 0, 0, 0)


@inner
def answer(s, seat, card):
    """A card cancels the one played last; the task on top asks the next one."""
    p.drop(s, seat, c.H_ACTION, card)
    s.by[s.chain] = seat
    s.answers[s.chain] = card
    s.chain += 1
    s.task[s.tasks - 1, 1] = next_to_answer(s, 0)


@inner
def resolve(s, t):
    """All answers are in: all cards go under the deck, and the first one works or not."""
    seat, card, aim, chain = int(s.player), int(s.card), int(s.aim), int(s.chain)
    p.under(s, ACTION, card)
    for n in range(chain):
        p.under(s, ACTION, s.answers[n])
        s.answers[n] = 0
        s.by[n] = 0
    s.player = 0
    s.card = 0
    s.aim = 0
    s.chain = 0
    if chain & 1 == 0:
        carry_out(s, t, seat, card, aim >> 8, aim & 255)


@inner
def carry_out(s, t, seat, card, b, third):
    """Do what a card says; one effect may leave nothing for the next."""
    for n in range(t.n_effect[card]):
        op, what, number = int(t.effect[card, n, 0]), int(t.effect[card, n, 1]), int(t.effect[card, n, 2])
        if n == t.targeted[card]:
            if is_target(s, t, seat, op, what, b, third):
                _aimed(s, t, seat, op, what, b, third)
        elif is_possible(s, seat, op, what):
            _happens(s, t, seat, op, what, number)
    gains.check_limits(s, t, seat)


@inner
def _happens(s, t, seat, op, what, number):
    """An effect without a target."""
    if op == c.E_GAIN:
        gains.give(s, t, seat, what, number)
    elif op == c.E_PATROL_STEP:
        walk(s, t, what)
    elif op == c.E_PATROL_SWAP:
        s.colour = 1 - s.colour
    elif op == c.E_CHURCH_MONEY:
        s.church += what
    elif op == c.E_REBATE:
        s.rebate[seat] += what
    elif op == c.E_REOPEN:
        s.closed = -1
    elif op == c.E_BORROW:
        s.loan[seat] = 1
    elif op == c.E_REFRESH:
        for field in range(5):
            if s.market[field] >= 0:
                p.toss(s, s.market[field])
                s.market[field] = -1
        gains.lay_out(s, 5)
    elif op == c.E_SAVE_ALL:
        for spot in range(p.first_spot(s.patrol), p.behind_spots(s.patrol)):
            if s.here[seat, spot]:
                s.saved[seat, spot] = s.here[seat, spot]
    elif op == c.E_FLEE:
        for spot in range(p.first_spot(s.patrol), p.behind_spots(s.patrol)):
            while s.here[seat, spot]:
                p.go_home(s, t, seat, spot)
        for spot in range(SPOTS):
            s.saved[seat, spot] = 0


@inner
def _aimed(s, t, seat, op, number, b, third):
    """An effect with a target."""
    if op == c.E_SAVE:
        s.saved[seat, b] += 1
    elif op == c.E_BAR:
        s.barred = b
    elif op == c.E_SQUEEZE:
        s.home[seat] -= 1
        p.put(s, t, seat, b)
    elif op == c.E_RECALL:
        p.go_home(s, t, seat, b)
    elif op == c.E_EXCHANGE:
        other, there = third >> 4, third & 15
        p.leave(s, t, seat, b)
        p.leave(s, t, other, there)
        p.put(s, t, seat, there)
        p.put(s, t, other, b)
    elif op == c.E_AMBUSH:
        p.go_home(s, t, b, third)
    elif op == c.E_ROB:
        taken = min(number, int(s.mon[b]))
        s.mon[b] -= taken
        s.mon[seat] += taken
    elif op == c.E_FORCE_SALE:
        p.give_up_weapon(s, b, third)
        s.mon[b] += number
        s.mon[seat] -= number
        p.gain_weapon(s, seat, third)
    else:
        s.discard -= 1 << 8 * b
        p.gain_weapon(s, seat, b)
