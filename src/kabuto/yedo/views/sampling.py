"""Full games that a view allows.

The paths of the cards that a seat did not see are a puzzle (``card_tracking``): every unseen choice may have
been made in a few ways, and every unseen card may be any that is left. A randomised search solves it: it
traces one observation after another back to a card of the deal, picks the open choices along that path at
random, likelier ones more often, and backtracks where that leads nowhere. What no observation touches is
dealt uniformly.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from kabuto.table import Value
from kabuto.yedo.board import ACTION, BONUS, MISSION_PILES, PILES, WEAPON
from kabuto.yedo.moves import Move, move
from kabuto.yedo.phases.gains import Keep, Order
from kabuto.yedo.phases.trade import HandOver, Offer, Respond
from kabuto.yedo.state.pieces import code
from kabuto.yedo.state.state import State, Task
from kabuto.yedo.state.wares import CARD_ITEM, Item
from kabuto.yedo.views.card_tracking import Knot, Tracks, Whereabouts
from kabuto.yedo.views.view import YedoView

PATIENCE = 2000
"""After this many steps the search starts over, with twice as many allowed."""


Past = tuple[State, list[Move], tuple[tuple[int, ...], ...]]
"""A first state, moves, and orders of reshuffled weapons."""


def deal_again(
    view: YedoView, rng: Random
) -> tuple[Mapping[str, Value], State, list[Move], tuple[tuple[int, ...], ...], int]:
    """A full game with this view: its options, first state, moves, orders of reshuffled weapons, and seed."""
    tracks = Tracks(view)
    faces = Solution(tracks).faces(rng)
    return view.options, *past(view, tracks, faces), rng.getrandbits(128)


def past(view: YedoView, tracks: Tracks, faces: list[int]) -> Past:
    """How a view came about, if its tokens have these faces and its knots the choices that are in them."""
    first = _named(view.start, tracks.first, faces)
    moves = [_concrete(view.start, tracks, faces, ply, e.move) for ply, e in enumerate(view.log)]
    orders = tuple(tuple(faces[root] for root in pool.roots) for pool in tracks.pools[len(PILES) :])
    return first, moves, orders


class Deals:
    """Present states that a view allows, one after another: for search, which needs no past."""

    def __init__(self, view: YedoView) -> None:
        tracks = Tracks(view)
        self._state, self._where, self._solution = view.state, tracks.whereabouts(), Solution(tracks)

    def state(self, rng: Random) -> State:
        """The last state of a game that ``deal_again`` could return, with the same probability."""
        return _named(self._state, self._where, self._solution.faces(rng))


class Solution:
    """Options for all knots and faces for all tokens."""

    rng: Random

    def __init__(self, tracks: Tracks) -> None:
        self.tracks, self.ancestors = tracks, _ancestors(tracks)

    def faces(self, rng: Random) -> list[int]:
        """Token → face, drawn at random."""
        self.rng, patience = rng, PATIENCE
        while True:
            if self._solve(patience):
                found = self._fill()
                if all(_takes_the_first(knot, found) for knot in self.tracks.knots if knot.first):
                    return found
            else:
                patience *= 2

    def _reset(self) -> None:
        t = self.tracks
        self.root_face = {
            token: face for token, face in t.face.items() if t.pool_of[token] < 0 and not t.source[token]
        }
        self.left = [Counter(pool.faces) for pool in t.pools]
        self.free = [sum(1 << root for root in pool.roots) for pool in t.pools]
        self.known: dict[int, int] = {}
        """Face → the roots of any pile that are known to have it, as bits."""
        for root, face in self.root_face.items():
            self.known[face] = self.known.get(face, 0) | 1 << root
        self.steps = 0
        for knot in t.knots:
            knot.choice = -1

    def _solve(self, patience: int) -> bool:
        """Fit all observations one by one; False when patience runs out."""
        self._reset()
        observed = self.tracks.observed
        tried: list[Iterator[None]] = []
        while len(tried) < len(observed):
            tried.append(self._trace(*observed[len(tried)]))
            while next(tried[-1], self) is self:  # no way is left: take the one before back
                tried.pop()
                if not tried or self.steps > patience:
                    return False
        return True

    def _trace(self, token: int, face: int) -> Iterator[None]:
        """Every way in which a token may have this face; each lasts until the next one is asked for.

        No recursion: a card that was often laid down and taken back has come further than calls may go deep.
        """
        opened: list[tuple[Knot, int, list[int]]] = []
        root = self._origin(token, face, opened)
        while True:
            if root is not None:
                yield from self._name(root, face)
            while opened and not opened[-1][2]:
                opened.pop()[0].choice = -1
            if not opened:
                return
            knot, output, options = opened[-1]
            knot.choice = options.pop(0)
            root = self._origin(knot.inputs[knot.options[knot.choice][output]], face, opened)

    def _origin(self, token: int, face: int, opened: list[tuple[Knot, int, list[int]]]) -> int | None:
        """The card of the deal that a token is, by choices that are made on the way; None at a dead end.

        ``opened``: knots whose choice is made, the output by which each was left, and what else it can be.
        """
        self.steps += 1
        while source := self.tracks.source[token]:
            knot, output = source
            if knot.choice < 0:
                options = self._options(knot, output, face)
                if not options:
                    return None
                knot.choice = options.pop(0)
                opened.append((knot, output, options))
            token = knot.inputs[knot.options[knot.choice][output]]
            self.steps += 1
        return token

    def _name(self, root: int, face: int) -> Iterator[None]:
        """Give a card of the deal its face, if it can have it."""
        pool = self.tracks.pool_of[root]
        if root in self.root_face:
            if self.root_face[root] == face:
                yield
            return
        if self.left[pool][face]:
            self.root_face[root] = face
            self.left[pool][face] -= 1
            self.free[pool] ^= 1 << root
            self.known[face] = self.known.get(face, 0) | 1 << root
            yield
            del self.root_face[root]
            self.left[pool][face] += 1
            self.free[pool] ^= 1 << root
            self.known[face] ^= 1 << root

    def _options(self, knot: Knot, output: int, face: int) -> list[int]:
        """The options that can lead to this face, in random order: likelier ones tend to come first."""
        keyed = []
        for number, option in enumerate(knot.options):
            chance = self._chance(knot.inputs[option[output]], face)
            if chance > 0:
                keyed.append((self.rng.random() ** (1 / chance), number))
        return [number for _, number in sorted(keyed, reverse=True)]

    def _chance(self, token: int, face: int) -> float:
        """About how likely it is that a token has this face; 0 if it cannot have it."""
        roots = self.ancestors[token]
        likely = float((roots & self.known.get(face, 0)).bit_count())
        for left, free in zip(self.left, self.free, strict=True):
            among = roots & free
            if among and left[face]:
                likely += among.bit_count() * left[face] / free.bit_count()
        return likely / roots.bit_count()

    def _fill(self) -> list[int]:
        """Decide everything that is still open at random."""
        t = self.tracks
        for knot in t.knots:
            if knot.choice < 0:
                knot.choice = self.rng.randrange(len(knot.options))
        for pool, rest in zip(t.pools, self.left, strict=True):
            faces = list(rest.elements())
            self.rng.shuffle(faces)
            for root in pool.roots:
                if root not in self.root_face:
                    self.root_face[root] = faces.pop()
        found: list[int] = []
        for token, source in enumerate(t.source):
            if source is None:
                found.append(self.root_face[token])
            else:
                knot, output = source
                found.append(found[knot.inputs[knot.options[knot.choice][output]]])
        return found


def _takes_the_first(knot: Knot, faces: list[int]) -> bool:
    """Whether the first of equal cards was taken, as the rules do it."""
    taken = knot.options[knot.choice][0]
    return faces[knot.inputs[taken]] not in [faces[token] for token in knot.inputs[:taken]]


def _ancestors(t: Tracks) -> list[int]:
    """Token → the cards of the deal that it may be, as bits."""
    found: list[int] = []
    for token, source in enumerate(t.source):
        if source is None:
            found.append(1 << token)
        else:
            knot, output = source
            roots = 0
            for option in knot.options:
                roots |= found[knot.inputs[option[output]]]
            found.append(roots)
    return found


# The game that the faces make.


def _named(seen: State, where: Whereabouts, faces: list[int]) -> State:
    """A state of a view with every card named."""
    s = seen.copy()
    s.decks = tuple(tuple(faces[token] for token in deck) for deck in where.decks)
    for seat in range(s.setting.players):
        clan = s.edit(seat)
        for name, piles in (("actions", (ACTION,)), ("bonuses", (BONUS,)), ("missions", MISSION_PILES)):
            hand = sorted(faces[token] for pile in piles for token in where.hands[seat, pile])
            setattr(clan, name, tuple(hand))
    s.tasks = tuple(_named_task(s, task, where, faces) for task in s.tasks)
    return s


def _named_task(s: State, task: Task, where: Whereabouts, faces: list[int]) -> Task:
    if isinstance(task, Keep) and task.pile != WEAPON:
        return replace(task, cards=tuple(faces[token] for token in where.drawn[task.seat, task.pile]))
    if isinstance(task, Order):
        return replace(task, cards=s.decks[task.pile][: len(task.cards)])
    if isinstance(task, (Offer, Respond)):
        owner = task.seat if isinstance(task, Offer) else task.partner
        return replace(task, gives=_named_items(task.gives, where.laid.get(owner, []), faces))
    if isinstance(task, HandOver):
        gives = _named_items(task.gives, where.laid.get(task.partner, []), faces)
        return replace(
            task, gives=gives, picked=_named_items(task.picked, where.laid.get(task.seat, []), faces)
        )
    return task


def _named_items(items: tuple[Item, ...], laid: list[tuple[int, int]], faces: list[int]) -> tuple[Item, ...]:
    cards = iter(faces[token] for _, token in laid)
    return tuple((kind, next(cards)) if kind >= CARD_ITEM else (kind, which) for kind, which in items)


def _concrete(s: State, t: Tracks, faces: list[int], ply: int, played: Move) -> Move:
    """A move with the card named that the seat did not see."""
    if ply in t.ordered:
        knot = t.ordered[ply]
        return move("order", *(n + 1 for n in knot.options[knot.choice]))
    if ply in t.moved:
        pile, token = t.moved[ply]
        text = code(s, pile, faces[token])
        return move(played.verb, *(text if word == "?" else word for word in played.words))
    return played
