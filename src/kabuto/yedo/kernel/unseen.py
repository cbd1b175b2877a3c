"""What a seat does not know of a game, as one record: made from its view, so it holds nothing more.

The paths of unseen cards are those of ``views.card_tracking``: tokens, knots and what the seat saw, in
numbers. ``sampling`` draws games from it. A view with more of them than there is room for is refused by name;
the readable ``views.sampling`` has no such bounds.
"""

from collections import Counter
from typing import Any

import numpy as np

from kabuto.table import BadOption
from kabuto.yedo.board import ACTION, BONUS, EVENT, MISSION_PILES, PILES, WEAPON
from kabuto.yedo.kernel.convert import from_state, seed_word
from kabuto.yedo.kernel.record import HAND_ROOM, MISSIONS, PILE_ROOM, SEATS
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

UNSEEN = np.dtype(
    [
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
    ],
    align=True,
)
"""A seat's puzzle, and the working memory of whoever solves it."""


def unseen(view: YedoView, seed: int = 1, tracks: Tracks | None = None) -> tuple[Any, Any]:
    """An array of one such record, and an array with the game as the seat sees it.

    ``BadOption`` says so if the card set, the position or the past is larger than there is room for.
    """
    tracks = tracks or Tracks(view)
    games, array = from_state(view.state), np.zeros(1, UNSEEN)
    d = array[0]
    d["rng"] = seed_word(seed)
    _fits(len(tracks.source), TOKENS)
    _fits(len(tracks.knots), KNOTS)
    _fits(len(tracks.pools), POOLS)
    _write_pools(d, tracks)
    _write_tokens(d, tracks)
    _write_whereabouts(d, view, tracks.whereabouts())
    _write_rest(d, view, tracks)
    return array, games


def _fits(number: int, most: int) -> None:
    if number > most:
        raise BadOption(WORDS.say("large_past", number=number, most=most), "view")


def _write_pools(d: Any, t: Tracks) -> None:
    d["pools"] = len(t.pools)
    for n, pool in enumerate(t.pools):
        d["first_left"][n][list(pool.faces)] = list(pool.faces.values())
        d["roots"][n] = len(pool.roots)
        d["root"][n, : len(pool.roots)] = pool.roots


def _write_tokens(d: Any, t: Tracks) -> None:
    number, of = len(t.source), {id(knot): n for n, knot in enumerate(t.knots)}
    bits, origins = _origins(t)
    words, first, wide, at = list[int](), list[int](), list[int](), list[int]()
    for roots in origins:
        pool = ((roots & -roots).bit_length() - 1) // WORD
        roots >>= WORD * pool
        first.append(pool)
        at.append(len(words))
        while roots:
            words.append(roots & (1 << WORD) - 1)
            roots >>= WORD
        wide.append(len(words) - at[-1])
    _fits(len(words), TOKENS)
    d["tokens"], d["knots"], d["seen"] = number, len(t.knots), len(t.observed)
    d["word"][: len(words)] = np.array(words, np.uint64).view(np.int64)
    d["knot"][:number] = [of[id(source[0])] if source else -1 for source in t.source]
    d["output"][:number] = [source[1] if source else bit for source, bit in zip(t.source, bits, strict=True)]
    for name, values in (("pool", first), ("wide", wide), ("at", at)):
        d[name][:number] = values
    d["origins"][:number] = [roots.bit_count() for roots in origins]
    d["sure"][:number] = [t.face.get(token, -1) for token in range(number)]
    d["first_face"][:number] = [t.face[token] if token in t.pile_of else -1 for token in range(number)]
    _write_roots(d, t, bits, first)
    _write_knots(d, t)
    if t.observed:
        d["looked"][: len(t.observed)], d["saw"][: len(t.observed)] = zip(*t.observed, strict=True)


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


def _write_roots(d: Any, t: Tracks, bits: list[int], first: list[int]) -> None:
    known, free = Counter[tuple[int, int]](), [0] * len(t.pools)
    for token, source in enumerate(t.source):
        if source is None:
            if token in t.pile_of:
                known[first[token], t.face[token]] += 1 << bits[token]
            else:
                free[first[token]] += 1 << bits[token]
    for (pool, face), roots in known.items():
        d["first_known"][pool, face] = _signed(roots)
    d["first_free"][: len(free)] = [_signed(roots) for roots in free]


def _signed(word: int) -> int:
    return word - (word >> WORD - 1 << WORD)


def _write_knots(d: Any, t: Tracks) -> None:
    inputs = list[int]()
    for n, knot in enumerate(t.knots):
        d["kind"][n] = ORDER if len(knot.options) > len(knot.inputs) else TAKE
        d["first"][n], d["size"][n], d["begin"][n] = knot.first, len(knot.inputs), len(inputs)
        inputs += knot.inputs
    d["input"][: len(inputs)] = inputs


def _write_whereabouts(d: Any, view: YedoView, where: Whereabouts) -> None:
    for pile, deck in enumerate(where.decks):
        d["deck"][pile, : len(deck)] = deck
    for seat in range(view.players):
        for hand, piles in enumerate(((ACTION,), (BONUS,), MISSION_PILES)):
            tokens = [token for pile in piles for token in where.hands[seat, pile]]
            d["hand"][seat, hand, : len(tokens)] = tokens
    d["cards"], d["give"], d["pick"] = -1, -1, -1
    for task in view.state.tasks:
        if isinstance(task, Keep) and task.pile != WEAPON:
            tokens = where.drawn[task.seat, task.pile]
            d["cards"][: len(tokens)] = tokens
        elif isinstance(task, Order):
            d["cards"][: len(task.cards)] = where.decks[task.pile][: len(task.cards)]
        elif isinstance(task, (Offer, Respond, HandOver)):
            owner = task.seat if isinstance(task, Offer) else task.partner
            _write_laid(d["give"], task.gives, where.laid.get(owner, []))
            if isinstance(task, HandOver):
                _write_laid(d["pick"], task.picked, where.laid.get(task.seat, []))


def _write_laid(row: Any, items: tuple[tuple[int, int], ...], laid: list[tuple[int, int]]) -> None:
    cards = iter(token for _, token in laid)
    row[: len(items)] = [next(cards) if kind >= CARD_ITEM else -1 for kind, _ in items]


def _write_rest(d: Any, view: YedoView, t: Tracks) -> None:
    """The cards that the seat can name, those that it cannot, and the faces that are left for them."""
    here = [list[int](deck) for deck in t.decks]
    for (_, pile), tokens in (*t.hands.items(), *t.drawn.items()):
        here[pile] += tokens
    for laid in t.laid.values():
        for pile, token in laid:
            here[pile].append(token)
    named = [token for tokens in here for token in tokens if token in t.face]
    d["named_now"][: len(named)], d["names"] = named, len(named)
    for pile, faces in enumerate(view.state.setting.cards.deck_faces):
        seen = Counter(t.face[token] for token in here[pile] if token in t.face)
        nameless = [token for token in here[pile] if token not in t.face]
        rest = sorted((Counter(faces) - seen - Counter(_open(view.state, pile))).elements())
        assert len(rest) == len(nameless)
        d["nameless"][pile, : len(rest)] = nameless
        d["rest"][pile, : len(rest)], d["rests"][pile] = rest, len(rest)


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
