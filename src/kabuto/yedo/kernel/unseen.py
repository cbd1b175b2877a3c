"""What a seat does not know of a game, as one record: made from its view, so it holds nothing more.

The paths of unseen cards are those of ``views.card_tracking``: tokens, knots and what the seat saw, in
numbers. ``sampling`` draws games from it. A view with more of them than there is room for is refused by name;
the readable ``views.sampling`` has no such bounds.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from typing import Any

from kabuto.compiling.records import Spec
from kabuto.table import BadOption
from kabuto.yedo.board import ACTION, BONUS, EVENT, MISSION_PILES, PILES, WEAPON
from kabuto.yedo.kernel.record import HAND_ROOM, MISSIONS, PILE_ROOM, SEATS
from kabuto.yedo.kernel.writing import seed_word
from kabuto.yedo.phases.gains import Keep, Order
from kabuto.yedo.phases.trade import HandOver, Offer, Respond
from kabuto.yedo.state.state import State
from kabuto.yedo.state.wares import CARD_ITEM, MOST_THINGS
from kabuto.yedo.views.card_tracking import Tracks, Whereabouts
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.words import WORDS

TOKENS, KNOTS, POOLS = 4096, 1024, 32
FACES = MISSIONS
"""No card has a higher number."""
WORD = 64
TAKE, ORDER = range(2)
"""Kinds of knots: one of some cards was taken; some cards were put in order."""

UNSEEN: Spec = [
    ("rng", "i8"),  # state of the random generator that draws, never 0
    ("known", "i8", (POOLS, FACES)),  # while drawing: the roots that have a face, as bits
    ("first_known", "i8", (POOLS, FACES)),  # the same at the start
    ("free", "i8", POOLS),  # while drawing: the roots that have none yet
    ("first_free", "i8", POOLS),
    ("word", "i8", TOKENS),  # the roots that a token may be, pool by pool, as bits
    ("tokens", "i4"),
    ("knots", "i4"),
    ("seen", "i4"),
    ("pools", "i4"),
    ("steps", "i4"),
    ("opened", "i4"),
    # Tokens. One that left no knot is a root: a card as it was dealt, or as it was when the game began.
    ("knot", "i2", TOKENS),  # the knot that it left, -1 for a root
    ("output", "i2", TOKENS),  # as which of its outputs; of a root its bit
    ("pool", "i2", TOKENS),  # the first pool that it may come from, and how many
    ("wide", "i2", TOKENS),
    ("at", "i2", TOKENS),  # where its words begin
    ("origins", "i2", TOKENS),  # how many roots it may be
    ("sure", "i1", TOKENS),  # the face that the seat saw, or -1
    ("first_face", "i1", TOKENS),  # of a root the face that it has from the start, or -1
    ("face", "i1", TOKENS),  # what is drawn
    # Knots: unseen choices.
    ("kind", "i1", KNOTS),
    ("first", "i1", KNOTS),  # 1: of equal cards the first was taken
    ("size", "i2", KNOTS),
    ("begin", "i2", KNOTS),  # where its inputs begin
    ("input", "i2", TOKENS),
    ("choice", "i1", KNOTS),  # what is drawn, -1 while that is open
    # What the seat saw: a token, and its face.
    ("looked", "i2", TOKENS),
    ("saw", "i1", TOKENS),
    ("base", "i2", TOKENS),  # while drawing: how many choices were open before it
    ("named", "i2", TOKENS),  # the root that it gave a face, or -1
    ("stack", "i2", KNOTS),  # open choices: the knot, by which output it was left, what was tried
    ("left_by", "i2", KNOTS),
    ("tried", "i4", KNOTS),
    # Pools: cards that were shuffled together.
    ("left", "i1", (POOLS, FACES)),  # while drawing: how many of each face are not given out
    ("first_left", "i1", (POOLS, FACES)),
    ("root", "i2", (POOLS, PILE_ROOM)),
    ("roots", "i2", POOLS),
    ("spare", "i1", PILE_ROOM),
    # Where the tokens are now.
    ("deck", "i2", (len(PILES), PILE_ROOM)),
    ("hand", "i2", (SEATS, 3, HAND_ROOM)),
    ("cards", "i2", 3),  # drawn or looked at; -1: they are open
    ("give", "i2", MOST_THINGS),  # -1: no card
    ("pick", "i2", MOST_THINGS),
    ("named_now", "i2", len(PILES) * PILE_ROOM),  # those that the seat can name
    ("names", "i2"),
    ("nameless", "i2", (len(PILES), PILE_ROOM)),  # those that it cannot
    ("rest", "i1", (len(PILES), PILE_ROOM)),  # the faces that are spread among them, and how many
    ("rests", "i2", len(PILES)),
]
"""A seat's puzzle, and the working memory of whoever solves it."""


def unseen(view: YedoView, seed: int = 1, tracks: Tracks | None = None) -> tuple[Any, Any]:
    """An array of one such record, and an array with the game as the seat sees it.

    ``BadOption`` says so if the card set, the position or the past is larger than there is room for.
    """
    from kabuto.compiling.arrays import empty, fill
    from kabuto.yedo.kernel.convert import from_state

    array, games = empty(1, UNSEEN), from_state(view.state)
    fill(array, {**fields(view, tracks), "rng": seed_word(seed)})
    return array, games


def fields(view: YedoView, tracks: Tracks | None = None) -> dict[str, Any]:
    """The fields of such a record; of an array as much as is used."""
    t = tracks or Tracks(view)
    _fits(len(t.source), TOKENS)
    _fits(len(t.knots), KNOTS)
    _fits(len(t.pools), POOLS)
    bits, origins = _origins(t)
    words, first, wide, at = list[int](), list[int](), list[int](), list[int]()
    for roots in origins:
        pool = ((roots & -roots).bit_length() - 1) // WORD
        roots >>= WORD * pool
        first.append(pool)
        at.append(len(words))
        while roots:
            words.append(_signed(roots & (1 << WORD) - 1))
            roots >>= WORD
        wide.append(len(words) - at[-1])
    _fits(len(words), TOKENS)
    of, inputs = {id(knot): n for n, knot in enumerate(t.knots)}, [knot.inputs for knot in t.knots]
    known, free = _faces(t, bits, first)
    return {
        "tokens": len(t.source),
        "knots": len(t.knots),
        "seen": len(t.observed),
        "pools": len(t.pools),
        "word": words,
        "knot": [of[id(source[0])] if source else -1 for source in t.source],
        "output": [source[1] if source else bit for source, bit in zip(t.source, bits, strict=True)],
        "pool": first,
        "wide": wide,
        "at": at,
        "origins": [roots.bit_count() for roots in origins],
        "sure": [t.face.get(token, -1) for token in range(len(t.source))],
        "first_face": [t.face[token] if token in t.pile_of else -1 for token in range(len(t.source))],
        "first_known": known,
        "first_free": free,
        "first_left": [_counted(pool.faces) for pool in t.pools],
        "root": [_filled(pool.roots, PILE_ROOM) for pool in t.pools],
        "roots": [len(pool.roots) for pool in t.pools],
        "kind": [ORDER if len(knot.options) > len(knot.inputs) else TAKE for knot in t.knots],
        "first": [knot.first for knot in t.knots],
        "size": [*map(len, inputs)],
        "begin": [*accumulate(map(len, inputs[:-1]), initial=0)][: len(inputs)],
        "input": [token for each in inputs for token in each],
        "looked": [token for token, _ in t.observed],
        "saw": [face for _, face in t.observed],
        **_whereabouts(view, t.whereabouts()),
        **_rest(view, t),
    }


def _fits(number: int, most: int) -> None:
    if number > most:
        raise BadOption(WORDS.say("large_past", number=number, most=most), "view")


def _filled(values: Iterable[int], room: int, nothing: int = 0) -> list[int]:
    """A row of an array."""
    found = [*values]
    return found + [nothing] * (room - len(found))


def _origins(t: Tracks) -> tuple[list[int], list[int]]:
    """Of each token its bit if it is a root, and the roots that it may be as bits, a word for each pool."""
    used, bits, found = [0] * len(t.pools), [], list[int]()
    for token, source in enumerate(t.source):
        bit, roots = 0, 0
        if source is None:
            pool = t.pile_of.get(token, t.pool_of[token])
            bit = used[pool]
            used[pool] += 1
            roots = 1 << WORD * pool + bit
        else:
            knot, output = source
            for option in knot.options:
                roots |= found[knot.inputs[option[output]]]
        bits.append(bit)
        found.append(roots)
    return bits, found


def _counted(faces: Counter[int]) -> list[int]:
    found = [0] * FACES
    for face, number in faces.items():
        found[face] = number
    return found


def _faces(t: Tracks, bits: list[int], first: list[int]) -> tuple[list[list[int]], list[int]]:
    """Of each pool the roots that have a face from the start, by face, and those that have none, as bits."""
    known, free = [[0] * FACES for _ in t.pools], [0] * len(t.pools)
    for token, source in enumerate(t.source):
        if source is None:
            if token in t.pile_of:
                known[first[token]][t.face[token]] += _signed(1 << bits[token])
            else:
                free[first[token]] += _signed(1 << bits[token])
    return known, free


def _signed(word: int) -> int:
    return word - (word >> WORD - 1 << WORD)


def _whereabouts(view: YedoView, where: Whereabouts) -> dict[str, Any]:
    hands = [[[0] * HAND_ROOM for _ in range(3)] for _ in range(SEATS)]
    for seat in range(view.players):
        for hand, piles in enumerate(((ACTION,), (BONUS,), MISSION_PILES)):
            tokens = (token for pile in piles for token in where.hands[seat, pile])
            hands[seat][hand] = _filled(tokens, HAND_ROOM)
    cards, give, pick = list[int](), list[int](), list[int]()
    for task in view.state.tasks:
        if isinstance(task, Keep) and task.pile != WEAPON:
            cards = where.drawn[task.seat, task.pile]
        elif isinstance(task, Order):
            cards = where.decks[task.pile][: len(task.cards)]
        elif isinstance(task, (Offer, Respond, HandOver)):
            owner = task.seat if isinstance(task, Offer) else task.partner
            give = _laid(task.gives, where.laid.get(owner, []))
            if isinstance(task, HandOver):
                pick = _laid(task.picked, where.laid.get(task.seat, []))
    return {
        "deck": [_filled(deck, PILE_ROOM) for deck in where.decks],
        "hand": hands,
        "cards": _filled(cards, 3, -1),
        "give": _filled(give, MOST_THINGS, -1),
        "pick": _filled(pick, MOST_THINGS, -1),
    }


def _laid(items: tuple[tuple[int, int], ...], laid: list[tuple[int, int]]) -> list[int]:
    cards = iter(token for _, token in laid)
    return [next(cards) if kind >= CARD_ITEM else -1 for kind, _ in items]


def _rest(view: YedoView, t: Tracks) -> dict[str, Any]:
    """The cards that the seat can name, those that it cannot, and the faces that are left for them."""
    here = [list[int](deck) for deck in t.decks]
    for (_, pile), tokens in (*t.hands.items(), *t.drawn.items()):
        here[pile] += tokens
    for laid in t.laid.values():
        for pile, token in laid:
            here[pile].append(token)
    named = [token for tokens in here for token in tokens if token in t.face]
    nameless = [[token for token in tokens if token not in t.face] for tokens in here]
    rests = list[list[int]]()
    for pile, faces in enumerate(view.state.setting.cards.deck_faces):
        seen = Counter(t.face[token] for token in here[pile] if token in t.face)
        rests.append(sorted((Counter(faces) - seen - Counter(_open(view.state, pile))).elements()))
        assert len(rests[-1]) == len(nameless[pile])
    return {
        "named_now": named,
        "names": len(named),
        "nameless": [_filled(tokens, PILE_ROOM) for tokens in nameless],
        "rest": [_filled(rest, PILE_ROOM) for rest in rests],
        "rests": [*map(len, rests)],
    }


def _open(s: State, pile: int) -> list[int]:
    """The cards of a pile that lie open."""
    found = list[int]()
    if pile in MISSION_PILES:
        every = (mission for clan in s.clans for mission in clan.finished)
        found += (mission for mission in every if s.setting.cards.mission_pile[mission] == pile)
    elif pile == WEAPON:
        found += (weapon for clan in s.clans for weapon in clan.weapons)
        found += (*s.discard, *(weapon for weapon in s.market if weapon >= 0))
    elif pile == EVENT:
        found += (*s.past, *([s.event] if s.event >= 0 else []))
    for task in s.tasks:
        if not isinstance(task, (Keep, Offer, Respond, HandOver)) or pile == WEAPON:
            found += (card for held, card in task.cards_in_limbo(s) if held == pile)
    return found
