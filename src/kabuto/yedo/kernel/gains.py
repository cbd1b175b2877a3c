"""What clans gain and lose, and what events do: the twin of ``phases.gains`` and ``phases.event_phase``."""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import ACTION, BONUS, EVENT, GREEN, WEAPON
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import counts as _counts
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.phases.event_phase import DEAR, SLIDING
from kabuto.yedo.phases.gains import CARDS_DRAWN

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, popcount, lowest = _tools.inner, _tools.popcount, _tools.lowest
p = build(_pieces, TARGET)
counts = build(_counts, TARGET)


# Limits.


@inner
def over_limit(s, t, seat, pile):
    """Whether a seat has too many cards of a pile."""
    if pile == WEAPON:
        return p.armed(s, seat) > t.max_weapons
    hand = p.hand_of(pile)
    return s.hands[seat, hand] > t.limit[hand]


@inner
def check_limits(s, t, seat):
    """Ask the seat to discard whatever exceeds a limit; not while a mission is being fulfilled."""
    if s.filing:
        return
    if over_limit(s, t, seat, GREEN):
        p.add(s, c.DISCARD, seat, GREEN, 0, 0)
    if over_limit(s, t, seat, BONUS):
        p.add(s, c.DISCARD, seat, BONUS, 0, 0)
    if over_limit(s, t, seat, ACTION):
        p.add(s, c.DISCARD, seat, ACTION, 0, 0)
    if over_limit(s, t, seat, WEAPON):
        p.add(s, c.DISCARD, seat, WEAPON, 0, 0)


# Cards that are drawn and looked at.


@inner
def clear_cards(s):
    """No card is drawn or looked at."""
    for n in range(3):
        s.cards[n] = 0
    s.number = 0


@inner
def draw_to_keep(s, seat, pile, number):
    """Draw some cards and keep one of them."""
    drawn = p.top(s, pile, number)
    if drawn:
        for n in range(drawn):
            s.cards[n] = p.lift(s, pile)
        s.number = drawn
        p.add(s, c.KEEP, seat, pile, 0, 0)


@inner
def keep(s, t, seat, pile, card):
    """Of the cards drawn, this one is kept; the others go under the pile or onto the discard."""
    kept = False
    for n in range(s.number):
        each = int(s.cards[n])
        if each == card and not kept:
            kept = True
            if pile == WEAPON:
                p.gain_weapon(s, seat, card)
            else:
                p.hold(s, seat, p.hand_of(pile), card)
        elif pile == WEAPON:
            p.toss(s, each)
        else:
            p.under(s, pile, each)
    clear_cards(s)
    if s.round_no:
        check_limits(s, t, seat)


@inner
def look(s, seat, pile):
    """Look at the top three; all but events may then be put back in any order."""
    number = p.top(s, pile, CARDS_DRAWN)
    if number > 1 and pile != EVENT:
        for n in range(number):
            s.cards[n] = s.deck[pile, (s.top[pile] + n) & p.RING]
        s.number = number
        p.add(s, c.ORDER, seat, pile, 0, 0)


@inner
def reorder(s, pile, which):
    """The cards that were looked at go back in the which-th of all orders."""
    number = int(s.number)
    first = which if number == 2 else which // 2
    second = 1 if first == 0 else 0
    third = 3 - first - second
    if number == 3 and which % 2:
        second, third = third, second
    place = int(s.top[pile])
    s.deck[pile, place] = s.cards[first]
    s.deck[pile, (place + 1) & p.RING] = s.cards[second]
    if number == 3:
        s.deck[pile, (place + 2) & p.RING] = s.cards[third]
    clear_cards(s)


@inner
def take_from_deck(s, t, seat, pile, number):
    """A mission of a deck: the top one, or one of three."""
    if number == 1:
        p.draw(s, seat, pile)
        check_limits(s, t, seat)
    else:
        draw_to_keep(s, seat, pile, number)


@inner
def full_decks(s):
    """The colours of which there are missions to be drawn, as bits."""
    found = 0
    for colour in range(4):
        if s.height[GREEN + colour]:
            found |= 1 << colour
    return found


@inner
def choose_deck(s, t, seat, number):
    """Take a mission where there is but one deck to take it from; False if the seat has to choose."""
    full = full_decks(s)
    if full & (full - 1):
        return False
    s.tasks -= 1
    if full:
        take_from_deck(s, t, seat, GREEN + lowest(full), number)
    return True


@inner
def choose_annex(s, seat):
    """Build where there is but one type; False if the seat has to choose."""
    types = p.annexes_to_build(s, seat)
    if types & (types - 1):
        return False
    s.tasks -= 1
    if types:
        p.gain_annex(s, seat, lowest(types))
    return True


# The market and the event.


@inner
def price(s, t, what):
    """By how many Mon the present event changes a price."""
    return int(t.price[s.event, what]) if s.event >= 0 else 0


@inner
def lay_out(s, fields):
    """Fill the first market fields from the stack, from left to right."""
    there = p.top(s, WEAPON, fields)
    for field in range(fields):
        s.market[field] = p.lift(s, WEAPON) if field < there else -1


@inner
def market(s):
    """The two leftmost weapons become cheap, the others go, three new ones come."""
    moves = False
    for field in range(DEAR):
        if s.market[field] >= 0:
            moves = True
    if moves:
        found = 0
        for field in range(5):
            weapon = int(s.market[field])
            s.market[field] = -1
            if weapon >= 0 and found < SLIDING:
                s.market[found] = weapon
                found += 1
            elif weapon >= 0:
                p.toss(s, weapon)
        for n in range(SLIDING):
            s.market[DEAR + n] = s.market[n]
    lay_out(s, DEAR)
    s.step = c.S_EVENT


@inner
def give(s, t, seat, what, number):
    """Something good for a seat."""
    if what == c.G_MON:
        s.mon[seat] += number
    elif what == c.G_PRESTIGE:
        p.score(s, seat, number)
    elif what == c.G_BLESSING:
        p.gain_blessing(s, seat)
    else:
        for _ in range(number):
            if what == c.G_DISCIPLE:
                p.from_reserve(s, seat)
            else:
                p.draw(s, seat, ACTION if what == c.G_ACTION else BONUS)
        check_limits(s, t, seat)


@inner
def event(s, t):
    """The top event replaces the old one and is carried out."""
    if s.event >= 0:
        s.past[s.pasts] = s.event
        s.pasts += 1
    s.event = p.lift(s, EVENT)
    s.closed = -1
    for n in range(t.n_happens[s.event]):
        op, what = int(t.happens[s.event, n, 0]), int(t.happens[s.event, n, 1])
        number, who = int(t.happens[s.event, n, 2]), int(t.happens[s.event, n, 3])
        if op == c.E_LOSE or op == c.E_LOSE_OR_BLESS or op == c.E_GIVE:
            chosen = 0
            for place in range(s.players):
                if counts.is_chosen(s, s.order[place], who):
                    chosen |= 1 << place
            averted = 1 if what <= c.L_DISCIPLE or op == c.E_LOSE_OR_BLESS else 0
            while chosen:
                seat = int(s.order[lowest(chosen)])
                chosen &= chosen - 1
                if op == c.E_GIVE:
                    give(s, t, seat, what, number)
                else:
                    p.add(s, c.LOSE, seat, what, number, averted)
        elif op == c.E_CLOSE:
            s.closed = what
        elif op == c.E_INCOME:
            for seat in range(s.players):
                s.mon[seat] += number * counts.measure(s, seat, what)
        elif op == c.E_CHURCH_MONEY:
            s.church += what
        elif op == c.E_PATROL_SWAP:
            s.colour = 1 - s.colour
    _arrange(s)
    p.start_lap(s)
    s.step = c.S_EVENT_CARDS


@inner
def _swap_tasks(s, one, other):
    for part in range(5):
        held = s.task[one, part]
        s.task[one, part] = s.task[other, part]
        s.task[other, part] = held


@inner
def _arrange(s):
    """Discards come before losses; of both, what came first is on top."""
    for n in range(s.tasks // 2):
        _swap_tasks(s, n, s.tasks - 1 - n)
    losses = 0
    for n in range(s.tasks):
        if s.task[n, 0] == c.LOSE:
            for place in range(n, losses, -1):
                _swap_tasks(s, place, place - 1)
            losses += 1


# What an event takes.


@inner
def things(s, t, seat, what):
    """How many different things a seat has to lose."""
    if what == c.L_WEAPON:
        return popcount(p.weapon_kinds(s, seat))
    if what == c.L_ANNEX:
        return popcount(s.owned[seat])
    if what == c.L_GEISHA:
        return 1 if s.ladies[seat] > 0 else 0
    if what == c.L_DISCIPLE:
        return 1 if s.home[seat] > 0 and p.has_reserve(s, t, seat, 0) else 0
    if what == c.L_MON:
        return 1 if s.mon[seat] > 0 else 0
    if what == c.L_PRESTIGE:
        return 1 if s.points[seat] > 0 else 0
    found = 0
    for n in range(s.hands[seat, what - c.L_ACTION]):
        found += 1 if p.is_first(s, seat, what - c.L_ACTION, n) else 0
    return found


@inner
def first_thing(s, seat, what):
    """The first thing that a seat can lose, of those that have a name."""
    if what == c.L_WEAPON:
        return lowest(p.weapon_kinds(s, seat)) >> 2
    if what == c.L_ANNEX:
        return lowest(s.owned[seat])
    if c.L_ACTION <= what <= c.L_MISSION:
        return int(s.hand[seat, what - c.L_ACTION, 0])
    return 0


@inner
def lose(s, t, seat, what, number, thing):
    """A clan gives something up, and is asked for the rest."""
    if what == c.L_MON:
        s.mon[seat] -= min(number, int(s.mon[seat]))
        return
    if what == c.L_PRESTIGE:
        p.score(s, seat, -number)
        return
    if what == c.L_WEAPON:
        p.drop_weapon(s, seat, thing)
    elif what == c.L_GEISHA:
        s.ladies[seat] -= 1
        s.geishas += 1
    elif what == c.L_ANNEX:
        s.owned[seat] &= ~(1 << thing)
        s.annexes[thing] += 1
    elif what == c.L_DISCIPLE:
        s.home[seat] -= 1
        p.to_reserve(s, t, seat, 0)
    else:
        p.tuck(s, t, seat, what - c.L_ACTION, thing)
    if number > 1:
        p.add(s, c.LOSE, seat, what, number - 1, 0)


@inner
def lose_unasked(s, t):
    """Let the topmost loss happen if there is nothing to decide; False if there is."""
    n = s.tasks - 1
    seat, what, number, averted = int(s.task[n, 1]), int(s.task[n, 2]), int(s.task[n, 3]), s.task[n, 4]
    found = things(s, t, seat, what)
    if found and number:
        if found > 1 or (averted and s.blessed[seat]):
            return False
        if c.L_ACTION <= what <= c.L_MISSION and s.hands[seat, what - c.L_ACTION] > 1:
            return False
        s.tasks = n
        lose(s, t, seat, what, number, first_thing(s, seat, what))
    else:
        s.tasks = n
    return True
