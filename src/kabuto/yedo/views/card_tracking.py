"""Where the cards went, as one seat saw it: unseen cards as tokens, unseen choices as knots.

The log of a view says how many cards went where, but not always which ones. A *token* stands for one card
on one leg of its path. Where a person made a choice unseen (kept one of three, put three back in some
order), tokens enter a *knot* and new ones leave it; each option of the knot says which was which. Whenever
the seat sees the face of a token, that is an observation. ``sampling`` finds options and faces that fit all
observations.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

from kabuto.yedo.board import ACTION, BONUS, PILES, WEAPON
from kabuto.yedo.phases.action_cards import Answer
from kabuto.yedo.phases.gains import Keep, Order
from kabuto.yedo.phases.trade import HandOver, Offer, Respond
from kabuto.yedo.state.pieces import HANDS, pile_of_mission
from kabuto.yedo.state.state import Fact, cards_in_limbo
from kabuto.yedo.state.wares import CARD_ITEM, pile_of
from kabuto.yedo.views.log_entry import Entry
from kabuto.yedo.views.view import YedoView


@dataclass
class Knot:
    """An unseen choice."""

    inputs: list[int]
    options: list[tuple[int, ...]]
    """Which input each output is."""
    first: bool = False
    """Whether of equal inputs the first became output 0: the order of the others depends on it."""
    choice: int = -1
    """The option taken, -1 while that is open."""


@dataclass
class Pool:
    """Cards that were shuffled together, of which the seat saw none."""

    pile: int
    faces: Counter[int]
    roots: list[int] = field(default_factory=list)
    """The tokens among which these faces are spread."""


class Whereabouts(NamedTuple):
    """Where the tokens are at one time."""

    decks: list[list[int]]
    hands: dict[tuple[int, int], list[int]]
    """Seat and pile → tokens."""
    drawn: dict[tuple[int, int], list[int]]
    """Seat and pile → tokens of which one is to be kept."""
    laid: dict[int, list[tuple[int, int]]]
    """Seat → pile and token of cards laid down for an offer."""


class Tracks:
    """The paths of all hidden cards in one view."""

    def __init__(self, view: YedoView) -> None:
        self.seat, self.s = view.seat, view.start
        self.pools: list[Pool] = []
        self.pool_of: list[int] = []
        """Token → its pool if it is a root, -1 otherwise (also for cards seen from the start)."""
        self.source: list[tuple[Knot, int] | None] = []
        """Token → the knot it left, and as which output."""
        self.pile_of: dict[int, int] = {}
        """Token → its pile, if the seat knew its face from the start."""
        self.face: dict[int, int] = {}
        """Token → the face that the seat saw."""
        self.observed: list[tuple[int, int]] = []
        """Tokens and faces, in the order in which they were seen."""
        self.knots: list[Knot] = []
        self.decks: list[list[int]] = []
        self.hands: dict[tuple[int, int], list[int]] = {}
        """Seat and pile → tokens."""
        self.drawn: dict[tuple[int, int], list[int]] = {}
        self.laid: dict[int, list[tuple[int, int]]] = {}
        """Seat → pile and token of cards laid down for an offer."""
        self.played: list[int] = []
        self.moved: dict[int, tuple[int, int]] = {}
        """Ply → pile and token of the card that its move named unseen."""
        self.ordered: dict[int, Knot] = {}
        """Ply → the knot of an unseen order."""
        self._begin()
        self.first = self.whereabouts()
        """Where the cards were at the start."""
        for ply, entry in enumerate(view.log):
            for fact in entry.facts:
                _FOLLOW.get(fact.what, _nothing)(self, fact, ply, entry)

    def whereabouts(self) -> Whereabouts:
        """Where the cards are now."""
        return Whereabouts(
            [list(deck) for deck in self.decks],
            {key: list(hand) for key, hand in self.hands.items()},
            {key: list(cards) for key, cards in self.drawn.items()},
            {seat: list(cards) for seat, cards in self.laid.items()},
        )

    # The beginning.

    def _begin(self) -> None:
        s = self.s
        for pile, faces in enumerate(s.setting.cards.deck_faces):
            seen = Counter(self._open(pile))
            self.pools.append(Pool(pile, Counter(faces) - seen))
            self.decks.append([self._root(pile) for _ in s.decks[pile]])
        for seat, clan in enumerate(s.clans):
            for pile in HANDS:
                self.hands[seat, pile] = []
            for name in ("actions", "bonuses", "missions"):
                for card in getattr(clan, name):
                    pile = {"actions": ACTION, "bonuses": BONUS}.get(name, -1)
                    pile = pile_of_mission(s, card) if pile < 0 else pile
                    self.hands[seat, pile].append(self._start_token(pile, card))
        for task in s.tasks:
            if isinstance(task, Keep) and task.pile != WEAPON:
                tokens = [self._start_token(task.pile, card) for card in task.cards]
                self.drawn[task.seat, task.pile] = tokens
            elif isinstance(task, Order) and task.seat == self.seat:
                self._observe_all(self.decks[task.pile], task.cards)
            elif isinstance(task, (Offer, Respond, HandOver)):
                owner = task.seat if isinstance(task, Offer) else task.partner
                self._begin_laid(owner, task.gives)
                if isinstance(task, HandOver):
                    self._begin_laid(task.seat, task.picked)
            elif isinstance(task, Answer):
                self.played = [self._start_token(ACTION, card) for card in (task.card, *task.answers)]

    def _begin_laid(self, seat: int, items: tuple[tuple[int, int], ...]) -> None:
        self.laid[seat] = [
            (pile_of(kind), self._start_token(pile_of(kind), card))
            for kind, card in items
            if kind >= CARD_ITEM
        ]

    def _open(self, pile: int) -> list[int]:
        """The faces of a pile that the seat can see at the start."""
        s = self.s
        found: list[int] = []
        for clan in s.clans:
            if pile in HANDS:
                found += getattr(clan, HANDS[pile])
            if pile in range(2, 6):
                found += clan.finished
            if pile == WEAPON:
                found += clan.weapons
        if pile == WEAPON:
            found += [*s.market, *s.discard]
        if PILES[pile] == "event":
            found += [*s.past, s.event]
        found += [card for held, card in cards_in_limbo(s) if held == pile]
        own = set(s.setting.cards.deck_faces[pile])
        return [card for card in found if card in own]

    def _token(self) -> int:
        self.pool_of.append(-1)
        self.source.append(None)
        return len(self.source) - 1

    def _root(self, pool: int) -> int:
        token = self._token()
        self.pool_of[token] = pool
        self.pools[pool].roots.append(token)
        return token

    def _start_token(self, pile: int, card: int) -> int:
        if card < 0:
            return self._root(pile)
        token = self._token()
        self.face[token], self.pile_of[token] = card, pile
        return token

    # What the seat saw and did not see.

    def observe(self, token: int, face: int) -> None:
        """The seat saw the face of a token."""
        if face >= 0 and token not in self.face:
            self.face[token] = face
            self.observed.append((token, face))

    def _observe_all(self, tokens: list[int], faces: tuple[int, ...]) -> None:
        for token, face in zip(tokens, faces, strict=False):
            self.observe(token, face)

    def knot(self, inputs: list[int], options: list[tuple[int, ...]], first: bool = False) -> list[int]:
        """An unseen choice among tokens; gives the new tokens."""
        knot = Knot(inputs, options, first)
        self.knots.append(knot)
        outputs = []
        for n in range(len(inputs)):
            token = self._token()
            self.source[token] = (knot, n)
            outputs.append(token)
        return outputs

    def take_out(self, tokens: list[int], face: int, first: bool = False) -> tuple[int, list[int]]:
        """Take out one of these tokens, seen or unseen, perhaps the first of equal ones: it, and the rest."""
        if len(tokens) == 1:
            self.observe(tokens[0], face)
            return tokens[0], []
        for n, token in enumerate(tokens):
            if face >= 0 and self.face.get(token) == face and all(t in self.face for t in tokens):
                return token, tokens[:n] + tokens[n + 1 :]
        size = len(tokens)
        options = [(n, *(m for m in range(size) if m != n)) for n in range(size)]
        outputs = self.knot(tokens, options, first)
        self.observe(outputs[0], face)
        return outputs[0], outputs[1:]


def _nothing(tracks: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    pass


def _draw(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    token = t.decks[fact.pile].pop(0)
    t.observe(token, fact.cards[0])
    t.hands[fact.seat, fact.pile].append(token)


def _drawn(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    deck, number = t.decks[fact.pile], len(fact.cards)
    tokens, t.decks[fact.pile] = deck[:number], deck[number:]
    t._observe_all(tokens, fact.cards)
    t.drawn[fact.seat, fact.pile] = tokens


def _keep(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    token, rest = t.take_out(t.drawn.pop((fact.seat, fact.pile)), fact.cards[0], first=True)
    t.hands[fact.seat, fact.pile].append(token)
    t.decks[fact.pile] += rest
    _named(t, fact, ply, entry, token)


def _from_hand(t: Tracks, fact: Fact) -> int:
    key = fact.seat, fact.pile
    token, t.hands[key] = t.take_out(t.hands[key], fact.cards[0])
    return token


def _named(t: Tracks, fact: Fact, ply: int, entry: Entry, token: int) -> None:
    """Remember which card the move of this entry named unseen: its first card is the one."""
    if "?" in entry.move.words and ply not in t.moved:
        t.moved[ply] = fact.pile, token


def _tuck(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    token = _from_hand(t, fact)
    t.decks[fact.pile].append(token)
    _named(t, fact, ply, entry, token)


def _lay(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    token = _from_hand(t, fact)
    t.laid.setdefault(fact.seat, []).append((fact.pile, token))
    _named(t, fact, ply, entry, token)


def _picked_up(t: Tracks, fact: Fact) -> int:
    laid = t.laid[fact.seat]
    n = next(n for n, (pile, _) in enumerate(laid) if pile == fact.pile)
    token = laid.pop(n)[1]
    t.observe(token, fact.cards[0])
    return token


def _back(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    t.hands[fact.seat, fact.pile].append(_picked_up(t, fact))


def _pass(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    t.hands[fact.other, fact.pile].append(_picked_up(t, fact))


def _play(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    t.played.append(_from_hand(t, fact))


def _finish(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    _from_hand(t, fact)


def _under(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    t.decks[fact.pile] += t.played
    t.played = []


def _look(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    t._observe_all(t.decks[fact.pile], fact.cards)


def _order(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    number, deck = len(fact.cards), t.decks[fact.pile]
    if "?" in entry.move.words:
        outputs = t.knot(deck[:number], list(permutations(range(number))))
        t.ordered[ply] = t.knots[-1]
    else:
        outputs = [deck[int(word) - 1] for word in entry.move.words]
    t.decks[fact.pile] = outputs + deck[number:]


def _flip(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    deck, number = t.decks[fact.pile], len(fact.cards)
    t._observe_all(deck[:number], fact.cards)
    t.decks[fact.pile] = deck[number:]


def _shuffle(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    t.pools.append(Pool(WEAPON, Counter(fact.cards)))
    t.decks[WEAPON] += [t._root(len(t.pools) - 1) for _ in fact.cards]


def _show(t: Tracks, fact: Fact, ply: int, entry: Entry) -> None:
    tokens = t.hands[fact.seat, fact.pile]
    for face in fact.cards:
        _, tokens = t.take_out(tokens, face)


_FOLLOW: dict[str, Callable[[Tracks, Fact, int, Entry], None]] = {
    "draw": _draw,
    "drawn": _drawn,
    "keep": _keep,
    "tuck": _tuck,
    "lay": _lay,
    "back": _back,
    "pass": _pass,
    "play": _play,
    "finish": _finish,
    "under": _under,
    "look": _look,
    "order": _order,
    "flip": _flip,
    "shuffle": _shuffle,
    "show": _show,
}
"""Fact → how it moves tokens; other facts move none."""
