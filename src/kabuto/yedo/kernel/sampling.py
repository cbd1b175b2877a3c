"""Games that a view allows, drawn from what its seat does not know: the twin of ``views.sampling``.

``draw`` is exact: it fits every unseen choice and every unseen card to all that the seat saw, by the same
randomised search as the readable one, so with the same distribution. ``redeal`` is quick: whatever the seat
cannot name is dealt again, pile by pile, and what unseen choices imply is forgotten. ``forget`` does that to
any record, for a seat that remembers nothing.
"""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.board import ACTION, BONUS, GREEN, WEAPON
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.kernel.record import PILE_ROOM, PILES
from kabuto.yedo.kernel.unseen import FACES, ORDER
from kabuto.yedo.state.wares import CARD_ITEM
from kabuto.yedo.views.sampling import PATIENCE

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
inner, popcount = _tools.inner, _tools.popcount
p = build(_pieces, TARGET)

WHOLE = 1 << 24
"""Certainty, in whole numbers."""
NONE = -2
COUNT = PILES * PILE_ROOM
FORGOTTEN = COUNT + PILES
"""The working memory of ``forget``, in numbers: cards pile by pile, then how many they are."""
THREE = sum(
    card << 6 * order + 2 * place
    for order, cards in enumerate(((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)))
    for place, card in enumerate(cards)
)
"""The six orders of three cards, two bits a card."""


# The search.


@inner
def reset(d):
    """Nothing is chosen, and cards of the deal have the faces that the seat knew from the start."""
    for pool in range(d.pools):
        d.free[pool] = d.first_free[pool]
        for face in range(FACES):
            d.left[pool, face] = d.first_left[pool, face]
            d.known[pool, face] = d.first_known[pool, face]
    for token in range(d.tokens):
        d.face[token] = d.first_face[token]
    for knot in range(d.knots):
        d.choice[knot] = -1
    d.opened = 0
    d.steps = 0


@inner
def source(d, knot, option, output):
    """The token that leaves a knot as an output by one of its options."""
    if d.kind[knot] == ORDER:
        which = THREE >> 6 * option + 2 * output & 3
    elif output == 0:
        which = option
    else:
        which = output - 1 if output <= option else output
    return int(d.input[d.begin[knot] + which])


@inner
def chance(d, token, face):
    """About how likely it is that a token has this face, in parts of ``WHOLE``; 0 if it cannot have it."""
    at, first = int(d.at[token]), int(d.pool[token])
    likely = 0
    for n in range(d.wide[token]):
        pool, word = first + n, d.word[at + n]
        likely += popcount(word & d.known[pool, face]) * WHOLE
        left = int(d.left[pool, face])
        if left:
            among = popcount(word & d.free[pool])
            if among:
                likely += among * left * WHOLE // popcount(d.free[pool])
    return likely // int(d.origins[token])


@inner
def choose(d, face):
    """Choose another option of the knot opened last, likelier ones more often; False if none is left."""
    top = d.opened - 1
    knot, output, tried = int(d.stack[top]), int(d.left_by[top]), int(d.tried[top])
    options = 6 if d.kind[knot] == ORDER else int(d.size[knot])
    total = 0
    for option in range(options):
        if tried >> option & 1 == 0:
            total += chance(d, source(d, knot, option, output), face)
    if total == 0:
        return False
    rest = p.rand(d, total)
    for option in range(options):
        if tried >> option & 1 == 0:
            rest -= chance(d, source(d, knot, option, output), face)
            if rest < 0:
                d.choice[knot] = option
                d.tried[top] = tried | 1 << option
                return True
    return False


@inner
def origin(d, token, face):
    """The card of the deal that a token is, by choices that are made on the way; -1 at a dead end."""
    d.steps += 1
    while d.knot[token] >= 0:
        knot = int(d.knot[token])
        if d.choice[knot] < 0:
            d.stack[d.opened] = knot
            d.left_by[d.opened] = d.output[token]
            d.tried[d.opened] = 0
            d.opened += 1
            if not choose(d, face):
                d.opened -= 1
                return -1
        token = source(d, knot, int(d.choice[knot]), int(d.output[token]))
        d.steps += 1
    return token


@inner
def next_way(d, base, face):
    """The card of the deal by the next choices that are open above a base; ``NONE`` if there are no more."""
    while d.opened > base:
        top = d.opened - 1
        knot = int(d.stack[top])
        if choose(d, face):
            return origin(d, source(d, knot, int(d.choice[knot]), int(d.left_by[top])), face)
        d.choice[knot] = -1
        d.opened = top
    return NONE


@inner
def name(d, n, root, face):
    """Give a card of the deal its face, because of the n-th thing seen; False if it cannot have it."""
    d.named[n] = -1
    if d.face[root] >= 0:
        return d.face[root] == face
    pool, bit = int(d.pool[root]), 1 << int(d.output[root])
    if d.left[pool, face] == 0:
        return False
    d.named[n] = root
    d.face[root] = face
    d.left[pool, face] -= 1
    d.free[pool] ^= bit
    d.known[pool, face] |= bit
    return True


@inner
def take_back(d, n):
    """Take the face away that the n-th thing seen gave to a card of the deal."""
    root = int(d.named[n])
    if root >= 0:
        pool, bit, face = int(d.pool[root]), 1 << int(d.output[root]), int(d.face[root])
        d.face[root] = -1
        d.left[pool, face] += 1
        d.free[pool] ^= bit
        d.known[pool, face] ^= bit


@inner
def solve(d, patience):
    """Fit everything that was seen, one by one; False when patience runs out."""
    reset(d)
    n, again = 0, False
    while n < d.seen:
        face = int(d.saw[n])
        if again:
            take_back(d, n)
            root = next_way(d, int(d.base[n]), face)
        else:
            d.base[n] = d.opened
            root = origin(d, int(d.looked[n]), face)
        found = False
        while root != NONE and not found:
            found = root >= 0 and name(d, n, root, face)
            if not found:
                root = next_way(d, int(d.base[n]), face)
        if found:
            n += 1
        else:
            n -= 1  # no way is left: take the one before back
            if n < 0 or d.steps > patience:
                return False
        again = not found
    return True


@inner
def fill(d):
    """Decide everything that is still open at random; False if not the first of equal cards was taken."""
    for knot in range(d.knots):
        if d.choice[knot] < 0:
            d.choice[knot] = p.rand(d, 6 if d.kind[knot] == ORDER else int(d.size[knot]))
    for pool in range(d.pools):
        n = 0
        for face in range(FACES):
            for _ in range(d.left[pool, face]):
                d.spare[n] = face
                n += 1
        for place in range(d.roots[pool]):
            root = int(d.root[pool, place])
            if d.face[root] < 0:
                drawn = p.rand(d, n)
                n -= 1
                d.face[root] = d.spare[drawn]
                d.spare[drawn] = d.spare[n]
    for token in range(d.tokens):
        knot = int(d.knot[token])
        if knot >= 0:
            d.face[token] = d.face[source(d, knot, int(d.choice[knot]), int(d.output[token]))]
    for knot in range(d.knots):
        if d.first[knot]:
            begin, taken = int(d.begin[knot]), int(d.choice[knot])
            for n in range(taken):
                if d.face[d.input[begin + n]] == d.face[d.input[begin + taken]]:
                    return False
    return True


@inner
def draw(d, s):
    """Name every card of a record of this view, as a game could have dealt and played them."""
    patience = PATIENCE
    while True:
        if solve(d, patience):
            if fill(d):
                break
        else:
            patience *= 2
    show(d, s)


# Into the record of a game.


@inner
def show(d, s):
    """Write the faces of all tokens to where they are now; the rest of the record is that of the view."""
    for pile in range(PILES):
        s.top[pile] = 0
        for n in range(s.height[pile]):
            s.deck[pile, n] = d.face[d.deck[pile, n]]
    for seat in range(s.players):
        for hand in range(3):
            number = int(s.hands[seat, hand])
            s.hands[seat, hand] = 0
            for n in range(number):
                p.hold(s, seat, hand, int(d.face[d.hand[seat, hand, n]]))
    for n in range(s.number):
        if d.cards[n] >= 0:
            s.cards[n] = d.face[d.cards[n]]
    for n in range(s.gives):
        if d.give[n] >= 0:
            s.give[n, 1] = d.face[d.give[n]]
    for n in range(s.picked):
        if d.pick[n] >= 0:
            s.pick[n, 1] = d.face[d.pick[n]]


@inner
def redeal(d, s):
    """Deal every card again that the seat cannot name, whatever unseen choices say about it."""
    for pile in range(PILES):
        for n in range(d.rests[pile] - 1, 0, -1):
            other = p.rand(d, n + 1)
            face = d.rest[pile, n]
            d.rest[pile, n] = d.rest[pile, other]
            d.rest[pile, other] = face
        for n in range(d.rests[pile]):
            d.face[d.nameless[pile, n]] = d.rest[pile, n]
    for n in range(d.names):
        d.face[d.named_now[n]] = d.sure[d.named_now[n]]
    show(d, s)


# Without a view.


@inner
def forget(s, t, seat, out):
    """Deal again whatever a seat does not see in a record at this moment; ``out`` has room for ``FORGOTTEN``.

    The seat remembers nothing: neither what it saw in a pile or in another hand, nor what it put there.
    """
    for pile in range(PILES):
        out[COUNT + pile] = 0
    through_hidden(s, t, seat, out, False)
    for pile in range(PILES):
        for n in range(out[COUNT + pile] - 1, 0, -1):
            other = pile * PILE_ROOM + p.rand(s, n + 1)
            card = out[pile * PILE_ROOM + n]
            out[pile * PILE_ROOM + n] = out[other]
            out[other] = card
    through_hidden(s, t, seat, out, True)


@inner
def next_card(out, pile, card, again):
    """Remember a hidden card of a pile and leave it, or take the next one of those that were shuffled."""
    n = out[COUNT + pile]
    if again:
        n -= 1
        out[COUNT + pile] = n
        return out[pile * PILE_ROOM + n]
    out[pile * PILE_ROOM + n] = card
    out[COUNT + pile] = n + 1
    return card


@inner
def through_hidden(s, t, seat, out, again):
    """All cards that a seat does not see, one after the other, are remembered, or dealt again."""
    kind, asked = -1, -1
    if s.tasks:
        kind, asked = int(s.task[s.tasks - 1, 0]), int(s.task[s.tasks - 1, 1])
    looked = int(s.task[s.tasks - 1, 2]) if kind == c.ORDER else -1
    for pile in range(PILES):
        own = int(s.number) if looked == pile and asked == seat else 0
        for n in range(own, s.height[pile]):
            place = (s.top[pile] + n) & p.RING
            s.deck[pile, place] = next_card(out, pile, int(s.deck[pile, place]), again)
    for other in range(s.players):
        if other != seat:
            _through_hand(s, t, other, out, again)
    if kind == c.KEEP and asked != seat and s.task[s.tasks - 1, 2] != WEAPON:
        for n in range(s.number):
            s.cards[n] = next_card(out, int(s.task[s.tasks - 1, 2]), int(s.cards[n]), again)
    if looked >= 0:
        for n in range(s.number):
            s.cards[n] = s.deck[looked, (s.top[looked] + n) & p.RING]
    if s.giver != seat:
        for n in range(s.gives):
            if s.give[n, 0] >= CARD_ITEM:
                s.give[n, 1] = next_card(out, pile_of_kind(int(s.give[n, 0])), int(s.give[n, 1]), again)
    if s.taker != seat:
        for n in range(s.picked):
            if s.pick[n, 0] >= CARD_ITEM:
                s.pick[n, 1] = next_card(out, pile_of_kind(int(s.pick[n, 0])), int(s.pick[n, 1]), again)


@inner
def pile_of_kind(kind):
    """The pile of a kind of card that is traded."""
    if kind <= CARD_ITEM + 1:
        return ACTION if kind == CARD_ITEM else BONUS
    return GREEN + kind - CARD_ITEM - 2


@inner
def _through_hand(s, t, other, out, again):
    """The cards of a hand, which stays sorted."""
    for hand in range(3):
        for n in range(s.hands[other, hand]):
            card = int(s.hand[other, hand, n])
            card = int(next_card(out, p.pile_of(t, hand, card), card, again))
            place = n
            while place > 0 and s.hand[other, hand, place - 1] > card:
                s.hand[other, hand, place] = s.hand[other, hand, place - 1]
                place -= 1
            s.hand[other, hand, place] = card
