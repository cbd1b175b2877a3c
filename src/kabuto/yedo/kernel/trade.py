"""Trading in the market and in the tavern: the twin of ``phases.trade`` and ``state.wares``.

A thing is its kind and which weapon or card it is; of what is asked for, a card is open. Where trading is
free, offers since something changed hands are kept as two words each (``proposal``).
"""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import TAVERN
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.kernel.record import MOST_MON
from kabuto.yedo.phases.trade import MOST, MOST_OFFERS
from kabuto.yedo.state.wares import CARD_ITEM, GEISHA_ITEM, KINDS, MOST_THINGS, WEAPON_ITEM

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, lowest = _tools.inner, _tools.lowest
p = build(_pieces, TARGET)

THINGS = len(KINDS)
MISSION_ITEM = CARD_ITEM + 2
"""Missions of the first colour; those of the others follow."""
GROUPS = MISSION_ITEM + 1
"""Kinds that a limit counts; it counts missions of all colours together."""


@inner
def traders(s, place):
    """Ask every seat that may trade in a district, in player order; how many they are."""
    p.no_lap(s)
    for n in range(s.players):
        if s.here[s.order[n], place]:
            p.join_lap(s, s.order[n])
    return int(s.lap_size)


@inner
def begin_trade(s, t, place):
    """A session, if two or more may trade there."""
    s.traded = 0
    number = traders(s, place)
    if number > 1 and not (s.event >= 0 and t.no_trade[s.event]):
        s.step += 1
    else:
        p.no_lap(s)
        s.step += 3


@inner
def trade(s, t, place, first):
    """The next to make an offer; where trading is brief, a second lap only if the first brought a trade."""
    if s.lap_size:
        p.add(s, c.TRADE, p.next_of_lap(s), place, 0, 0)
    elif first and s.traded and t.free == 0:
        traders(s, place)
        s.step += 1
    else:
        forget_proposals(s)
        for seat in range(s.players):
            s.begun[seat] = 0
        s.step = c.S_ACTIVATE if place == TAVERN else c.S_TAVERN_TRADE


# What is offered.


@inner
def hand_of_kind(kind):
    """The hand of a kind of card."""
    return min(kind - CARD_ITEM, c.H_MISSION)


@inner
def owns(s, t, seat, kind, which):
    """How many such things a seat has."""
    if kind == WEAPON_ITEM:
        return p.arms(s, seat, which)
    if kind == GEISHA_ITEM:
        return int(s.ladies[seat])
    if kind < MISSION_ITEM:
        return int(s.hands[seat, kind - CARD_ITEM])
    return p.missions_of(s, t, seat, kind - MISSION_ITEM)


@inner
def given(s, kind, which):
    """How many such things the offer gives."""
    number = 0
    for n in range(s.gives):
        number += 1 if s.give[n, 0] == kind and s.give[n, 1] == which else 0
    return number


@inner
def asked(s, kind, which):
    """How many such things the offer asks for."""
    number = 0
    for n in range(s.asks):
        number += 1 if s.ask[n, 0] == kind and s.ask[n, 1] == which else 0
    return number


@inner
def in_hand(s, seat, group):
    """How many things of a group a seat has in hand or on its clan board."""
    if group == WEAPON_ITEM:
        return p.armed(s, seat)
    if group == GEISHA_ITEM:
        return int(s.ladies[seat])
    return int(s.hands[seat, group - CARD_ITEM])


@inner
def most_of(t, group):
    """The limit of a group."""
    if group == WEAPON_ITEM:
        return int(t.max_weapons)
    if group == GEISHA_ITEM:
        return int(t.max_geishas)
    return int(t.limit[group - CARD_ITEM])


@inner
def breaks_limit(s, t):
    """Whether a side of the offer would have too many of something; cards given have left the hand."""
    for group in range(GROUPS):
        gives, asks = 0, 0
        for n in range(s.gives):
            gives += 1 if min(s.give[n, 0], MISSION_ITEM) == group else 0
        for n in range(s.asks):
            asks += 1 if min(s.ask[n, 0], MISSION_ITEM) == group else 0
        left = gives if group < CARD_ITEM else 0
        if in_hand(s, s.giver, group) - left + asks > most_of(t, group):
            return True
        if in_hand(s, s.taker, group) - asks + gives > most_of(t, group):
            return True
    return False


@inner
def ware_bits(kind, which):
    """The lowest bit that counts a thing, as all seats see it: three bits for each kind of weapon, then two
    each for geishas, action and bonus cards, then three for each colour of missions."""
    if kind == WEAPON_ITEM:
        return 1 << 3 * which
    if kind < MISSION_ITEM:
        return 1 << 22 + 2 * kind
    return 1 << 30 + 3 * (kind - MISSION_ITEM)


@inner
def proposal(s, gives):
    """One of the two words of the offer: what is given, with seats and Mon, or what is asked for."""
    word = 0
    if gives:
        for n in range(s.gives):
            word += ware_bits(s.give[n, 0], s.give[n, 1])
        seats = int(s.giver) | int(s.taker) << 3
        return word | seats << c.SEAT_BITS | (int(s.pays) + MOST_MON) << c.MON_BITS
    for n in range(s.asks):
        word += ware_bits(s.ask[n, 0], s.ask[n, 1])
    return word


@inner
def was_proposed(s):
    """Whether the same offer was made before, since something changed hands."""
    if s.proposals == 0:
        return False
    gives, asks = proposal(s, 1), proposal(s, 0)
    found = False
    for n in range(s.proposals):
        if s.proposed[n, 0] == gives and s.proposed[n, 1] == asks:
            found = True
    return found


@inner
def propose(s, t):
    """The offer is complete: the other side answers."""
    if t.free:
        s.proposed[s.proposals, 0] = proposal(s, 1)
        s.proposed[s.proposals, 1] = proposal(s, 0)
        s.proposals += 1
    p.add(s, c.RESPOND, s.taker, 0, 0, 0)


@inner
def forget_proposals(s):
    """Something changed hands, or the session is over: every offer is a new one."""
    for n in range(s.proposals):
        s.proposed[n, 0] = 0
        s.proposed[n, 1] = 0
    s.proposals = 0


# Listing.


@inner
def list_offers(s, t, seat, place, out, at):
    """Whom an offer can be made to."""
    out[at] = c.V_PASS << 24
    at += 1
    if t.free and s.begun[seat] >= MOST_OFFERS:
        return at
    for n in range(s.players):
        other = int(s.order[n])
        if other != seat and s.here[other, place]:
            out[at] = p.packed(c.V_OFFER, other, 0, 0)
            at += 1
    return at


@inner
def list_steps(s, t, seat, out, at):
    """How an offer can go on: what is given comes first, then what is asked for, then Mon on one side."""
    other, most = int(s.taker), MOST_THINGS if t.free else MOST
    gives, asks = s.gives > 0 or s.pays > 0, s.asks > 0 or s.pays < 0
    right = (gives or asks) if t.free else (gives and asks)
    if right and not breaks_limit(s, t) and not was_proposed(s):
        out[at] = c.V_PROPOSE << 24
        at += 1
    out[at] = c.V_DROP << 24
    at += 1
    if s.pays:
        return at
    if s.asks == 0 and s.gives < most:
        at = _list_gives(s, t, seat, out, at)
    if s.asks < most:
        at = _list_asks(s, t, other, out, at)
    for amount in range(1, min(MOST_MON, int(s.mon[seat])) + 1):
        out[at] = c.V_MON << 24 | amount
        at += 1
    for amount in range(1, min(MOST_MON, int(s.mon[other])) + 1):
        out[at] = c.V_MON << 24 | 1 << 16 | amount
        at += 1
    return at


@inner
def _list_gives(s, t, seat, out, at):
    """What can be given next: kinds come in order, and weapons too."""
    kind, which = 0, 0
    if s.gives:
        kind, which = int(s.give[s.gives - 1, 0]), int(s.give[s.gives - 1, 1])
    if kind == WEAPON_ITEM:
        for weapon in range(which, 8):
            if p.arms(s, seat, weapon) > given(s, WEAPON_ITEM, weapon):
                out[at] = p.packed(c.V_GIVE, WEAPON_ITEM, weapon, 0)
                at += 1
    if s.place != TAVERN:
        return at
    if kind <= GEISHA_ITEM and s.ladies[seat] > given(s, GEISHA_ITEM, 0):
        out[at] = p.packed(c.V_GIVE, GEISHA_ITEM, 0, 0)
        at += 1
    for hand in range(3):
        for n in range(s.hands[seat, hand]):
            card = int(s.hand[seat, hand, n])
            item = kind_of(t, hand, card)
            if item >= kind and p.is_first(s, seat, hand, n):
                out[at] = p.packed(c.V_GIVE, item, card, 0)
                at += 1
    return at


@inner
def kind_of(t, hand, card):
    """The kind of a card of a hand."""
    return CARD_ITEM + hand + (int(t.colour[card]) if hand == c.H_MISSION else 0)


@inner
def _list_asks(s, t, other, out, at):
    """What can be asked for next."""
    kind, which = 0, 0
    if s.asks:
        kind, which = int(s.ask[s.asks - 1, 0]), int(s.ask[s.asks - 1, 1])
    if kind == WEAPON_ITEM:
        for weapon in range(which, 8):
            if p.arms(s, other, weapon) > asked(s, WEAPON_ITEM, weapon):
                out[at] = p.packed(c.V_ASK, WEAPON_ITEM, weapon, 0)
                at += 1
    if s.place == TAVERN:
        for each in range(max(GEISHA_ITEM, kind), THINGS):
            if owns(s, t, other, each, 0) > asked(s, each, 0):
                out[at] = p.packed(c.V_ASK, each, 0, 0)
                at += 1
    return at


@inner
def list_picks(s, t, seat, out, at):
    """The cards among which the next one is picked."""
    kind = int(s.ask[s.picked, 0])
    hand = hand_of_kind(kind)
    for n in range(s.hands[seat, hand]):
        card = int(s.hand[seat, hand, n])
        if p.is_first(s, seat, hand, n) and kind_of(t, hand, card) == kind:
            out[at] = p.packed(c.V_PICK, p.pile_of(t, hand, card), card, 0)
            at += 1
    return at


# Doing.


@inner
def begin_offer(s, t, seat, other, place, countered):
    """An offer is drawn up."""
    s.giver = seat
    s.taker = other
    s.place = place
    s.countered = countered
    if t.free and countered == 0:
        s.begun[seat] += 1
        p.join_lap(s, seat)
    p.add(s, c.OFFER, seat, 0, 0, 0)


@inner
def go_on(s, t, seat, verb, a, b, amount):
    """A step of an offer."""
    if verb == c.V_DROP:
        end_offer(s, 1)
        return
    if verb == c.V_PROPOSE:
        propose(s, t)
        return
    if verb == c.V_GIVE:
        if a >= CARD_ITEM:
            p.drop(s, seat, hand_of_kind(a), b)
        s.give[s.gives, 0] = a
        s.give[s.gives, 1] = b
        s.gives += 1
    elif verb == c.V_ASK:
        s.ask[s.asks, 0] = a
        s.ask[s.asks, 1] = b
        s.asks += 1
    else:
        s.pays = -amount if a else amount
    p.add(s, c.OFFER, seat, 0, 0, 0)


@inner
def respond(s, t, seat, verb):
    """An offer is accepted, declined or, once, countered."""
    if verb == c.V_ACCEPT:
        s.countered = 0
        p.add(s, c.HAND_OVER, seat, 0, 0, 0)
        return
    other, place = int(s.giver), int(s.place)
    end_offer(s, 1)
    if verb == c.V_COUNTER:
        begin_offer(s, t, seat, other, place, 1)


@inner
def end_offer(s, taken_back):
    """Nothing is offered any more; cards that were laid down go back to the hand, or have gone elsewhere."""
    for n in range(s.gives):
        if taken_back and s.give[n, 0] >= CARD_ITEM:
            p.hold(s, s.giver, hand_of_kind(int(s.give[n, 0])), s.give[n, 1])
        s.give[n, 0] = 0
        s.give[n, 1] = 0
    for n in range(s.asks):
        s.ask[n, 0] = 0
        s.ask[n, 1] = 0
    for n in range(s.picked):
        s.pick[n, 0] = 0
        s.pick[n, 1] = 0
    s.gives = 0
    s.asks = 0
    s.picked = 0
    s.pays = 0
    s.giver = 0
    s.taker = 0
    s.place = 0
    s.countered = 0


@inner
def pick(s, seat, card):
    """A card that was asked for is laid down."""
    kind = int(s.ask[s.picked, 0])
    p.drop(s, seat, hand_of_kind(kind), card)
    s.pick[s.picked, 0] = kind
    s.pick[s.picked, 1] = card
    s.picked += 1


@inner
def hand_over(s, t):
    """Pick what leaves no choice, then everything changes hands; False if the seat has to choose."""
    seat = int(s.taker)
    while s.picked < s.asks:
        kind = int(s.ask[s.picked, 0])
        if kind < CARD_ITEM:
            s.pick[s.picked, 0] = kind
            s.pick[s.picked, 1] = s.ask[s.picked, 1]
            s.picked += 1
            continue
        wanted = 0
        for n in range(s.picked, s.asks):
            wanted += 1 if s.ask[n, 0] == kind else 0
        if owns(s, t, seat, kind, 0) > wanted:
            return False
        hand = hand_of_kind(kind)
        n = 0
        while kind_of(t, hand, s.hand[seat, hand, n]) != kind:
            n += 1
        pick(s, seat, s.hand[seat, hand, n])
    s.tasks -= 1
    _exchange(s)
    return True


@inner
def _exchange(s):
    """Both sides hand over what was agreed; then every offer is a new one."""
    giver, taker = int(s.giver), int(s.taker)
    for n in range(s.gives):
        _pass_on(s, giver, taker, s.give[n, 0], s.give[n, 1])
    for n in range(s.picked):
        _pass_on(s, taker, giver, s.pick[n, 0], s.pick[n, 1])
    s.mon[giver] -= s.pays
    s.mon[taker] += s.pays
    s.traded = 1
    forget_proposals(s)
    end_offer(s, 0)


@inner
def _pass_on(s, giver, taker, kind, which):
    if kind == WEAPON_ITEM:
        p.give_up_weapon(s, giver, which)
        p.gain_weapon(s, taker, which)
    elif kind == GEISHA_ITEM:
        s.ladies[giver] -= 1
        s.ladies[taker] += 1
    else:
        p.hold(s, taker, hand_of_kind(kind), which)
