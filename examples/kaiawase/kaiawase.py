"""Kaiawase, the old game of matching painted shells: a whole game for Kabuto in one file.

Forty shells show ten scenes, four shells each. Every seat takes some shells in hand, four lie open on the
mat, and the rest stay in the basket. On your turn you lay one shell. If its scene lies on the mat, you win
the pair; if not, your shell stays there. Then the top shell of the basket is turned over and laid for you in
the same way. When all hands are empty, the seat with the most pairs wins.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from kabuto.table import BadRecord, Entry, Event, Game, IllegalMove, Option, Outcome, Value, View
from kabuto.table.record import dumps, expect

SCENES = ("bamboo", "boat", "crane", "fan", "maple", "moon", "pine", "plum", "sparrow", "wave")
SHELLS = sorted(SCENES * 4)
ON_THE_MAT = 4


# A move is a small value that knows no game. `str` writes it down, and `parse` reads it again.


@dataclass(frozen=True)
class Lay:
    """Lay a shell from the hand; its notation is the scene."""

    scene: str

    @classmethod
    def parse(cls, text: str) -> "Lay":
        """Read a scene, such as ``crane``."""
        if text not in SCENES:
            raise IllegalMove(f"{text[:20]!r} is not a scene: there are {', '.join(SCENES)}")
        return cls(text)

    def __str__(self) -> str:
        return self.scene


# A state is everything the rules need, and it never changes: a move makes a new one.


class State(NamedTuple):
    """A position."""

    hands: tuple[tuple[str, ...], ...]
    """Seat → its shells, sorted."""
    mat: tuple[str, ...]
    basket: tuple[str, ...]
    """The top shell comes first."""
    won: tuple[tuple[str, ...], ...]
    """Seat → the scenes of its pairs."""


def to_move(hand_sizes: Sequence[int]) -> int | None:
    """Seats take turns, so the next one is the first with the most shells; None when all hands are empty."""
    return hand_sizes.index(max(hand_sizes)) if any(hand_sizes) else None


def why_not(seat: int | None, hand: Sequence[str], move: Lay) -> str | None:
    """The reason this seat cannot lay this shell; None if it can."""
    if seat is None:
        return "The game is over."
    return None if move.scene in hand else f"You have no shell with the {move.scene}."


def lay(state: State, seat: int, scene: str) -> State:
    """Match a shell with one on the mat, or leave it there."""
    if scene not in state.mat:
        return state._replace(mat=tuple(sorted((*state.mat, scene))))
    won = tuple((*pairs, scene) if owner == seat else pairs for owner, pairs in enumerate(state.won))
    return state._replace(mat=without(state.mat, scene), won=won)


def without(shells: tuple[str, ...], scene: str) -> tuple[str, ...]:
    """The shells after one of them is taken away."""
    place = shells.index(scene)
    return shells[:place] + shells[place + 1 :]


def outcome(hand_sizes: Sequence[int], won: Sequence[Sequence[str]]) -> Outcome | None:
    """The most pairs win; None while the game goes on."""
    if any(hand_sizes):
        return None
    pairs = [len(scenes) for scenes in won]
    order = sorted(range(len(pairs)), key=lambda seat: -pairs[seat])
    ranking = tuple(tuple(group) for _, group in groupby(order, key=lambda seat: pairs[seat]))
    return Outcome(ranking, tuple(f"Seat {seat} has {number} pairs." for seat, number in enumerate(pairs)))


# What a move brought about, for the log of every seat.


@dataclass(frozen=True)
class Turned(Event):
    """A shell from the basket was turned over and laid."""

    seat: int
    scene: str


@dataclass(frozen=True, slots=True)
class Turn(Entry[Lay]):
    """A line of the log: who laid which shell, and which one was turned over then."""

    turned: str

    @property
    def events(self) -> tuple[Event, ...]:
        """What the move brought about."""
        return (Turned(self.seat, self.turned),)


# A view is what one seat may know. It holds no other hand and no basket, so it cannot give them away.


@dataclass(frozen=True)
class KaiawaseView(View[Lay]):
    """What one seat knows; a spectator has no hand."""

    seat: int | None
    options: Mapping[str, Value]
    log: tuple[Turn, ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    mat: tuple[str, ...]
    basket_size: int
    won: tuple[tuple[str, ...], ...]
    first_mat: tuple[str, ...]
    """The mat at the start, and the pairs: only a game that starts from a position has any by then."""
    first_won: tuple[tuple[str, ...], ...]
    move_type = Lay

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is."""
        return to_move(self.hand_sizes)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return outcome(self.hand_sizes, self.won)

    def _legal_moves(self) -> list[Lay]:
        return [Lay(scene) for scene in sorted(set(self.hand))]

    def _why_not(self, move: Lay) -> str | None:
        return why_not(self.to_move, self.hand, move)

    def to_json(self) -> str:
        """All of it as text."""
        return dumps(
            {
                "options": dict(self.options),
                "seat": self.seat,
                "hand": self.hand,
                "hand_sizes": self.hand_sizes,
                "mat": self.mat,
                "basket_size": self.basket_size,
                "won": self.won,
                "log": [[turn.seat, str(turn.move), turn.turned] for turn in self.log],
                "start": [self.first_mat, self.first_won],
            }
        )

    def sample(self, rng: random.Random) -> "Kaiawase":
        """A game that looks the same to this seat: the shells it has not seen are dealt at random."""
        seen = Counter(self.mat + self.hand + 2 * sum(self.won, ()))
        unseen = list((Counter(SHELLS) - seen).elements())
        rng.shuffle(unseen)
        hands = [
            list(self.hand) if seat == self.seat else [unseen.pop() for _ in range(size)]
            for seat, size in enumerate(self.hand_sizes)
        ]
        for turn in self.log:  # back to the start, from where the same moves lead here
            hands[turn.seat].append(str(turn.move))
        start = {
            "hands": hands,
            "mat": list(self.first_mat),
            "basket": [*(turn.turned for turn in self.log), *unseen],
            "won": [list(pairs) for pairs in self.first_won],
        }
        moves = [str(turn.move) for turn in self.log]
        return Kaiawase(dict(self.options), seed=rng.getrandbits(64), start=start, moves=moves)


class Kaiawase(Game[Lay, State]):
    """A game of Kaiawase."""

    name = "kaiawase"
    option_table = (
        Option("players", (2, 3, 4), 2, "how many players"),
        Option("hand", (3, 4), 4, "how many shells each seat is dealt"),
    )
    move_type = Lay
    most_plies = 16

    @classmethod
    def every_move(cls, options: Mapping[str, Value]) -> list[Lay]:
        """One move for each scene."""
        return [Lay(scene) for scene in SCENES]

    # The rules.

    def _to_move(self, state: State) -> int | None:
        return to_move([len(hand) for hand in state.hands])

    def _hand(self, state: State) -> tuple[str, ...]:
        """The hand of the seat to move."""
        seat = self._to_move(state)
        return () if seat is None else state.hands[seat]

    def _legal_moves(self, state: State) -> list[Lay]:
        return [Lay(scene) for scene in sorted(set(self._hand(state)))]

    def _why_not(self, state: State, move: Lay) -> str | None:
        return why_not(self._to_move(state), self._hand(state), move)

    def _after(self, state: State, move: Lay) -> State:
        seat = self._to_move(state)
        assert seat is not None
        hand = without(state.hands[seat], move.scene)
        state = state._replace(hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))
        turned, *basket = state.basket
        return lay(lay(state, seat, move.scene), seat, turned)._replace(basket=tuple(basket))

    def _outcome(self, state: State) -> Outcome | None:
        return outcome([len(hand) for hand in state.hands], state.won)

    # The start, by chance or from a record.

    def _begin(self, start: Mapping[str, Any] | None, moves: Sequence[str]) -> State:
        if start is not None:
            return self._read_state(start)
        shells, size = list(SHELLS), int(self.options["hand"])
        random.Random(self._seed).shuffle(shells)
        hands = tuple(tuple(sorted(shells.pop() for _ in range(size))) for _ in range(self.players))
        mat = tuple(sorted(shells.pop() for _ in range(ON_THE_MAT)))
        return State(hands, mat, tuple(shells), ((),) * self.players)

    def _read_state(self, start: Mapping[str, Any]) -> State:
        """A state from a record, which may have been damaged: ``BadRecord`` says what is wrong, and where."""
        for key in start:
            if key not in State._fields:
                raise BadRecord(f"unknown: a start has {', '.join(State._fields)}", f"start.{key}")
        hands, won = (self._read_lists(start, key) for key in ("hands", "won"))
        mat, basket = (_read_shells(start.get(key), f"start.{key}") for key in ("mat", "basket"))
        if sorted(sum((*hands, mat, basket, *won, *won), ())) != SHELLS:
            raise BadRecord("all shells together should be four of each scene", "start")
        sizes = [len(hand) for hand in hands]
        left = sum(sizes)
        turns = [(left + self.players - 1 - seat) // self.players for seat in range(self.players)]
        if sizes != turns[::-1] or max(sizes) > int(self.options["hand"]) or left > len(basket):
            raise BadRecord("seats take turns, so these hands cannot be", "start.hands")
        return State(tuple(tuple(sorted(hand)) for hand in hands), tuple(sorted(mat)), basket, won)

    def _read_lists(self, start: Mapping[str, Any], key: str) -> tuple[tuple[str, ...], ...]:
        lists = expect(start.get(key), list, f"start.{key}")
        if len(lists) != self.players:
            raise BadRecord(f"should have {self.players} lists, one for each seat", f"start.{key}")
        return tuple(_read_shells(shells, f"start.{key}[{seat}]") for seat, shells in enumerate(lists))

    def _start(self) -> dict[str, Any]:
        return _write_state(self._states[0])

    def position(self) -> dict[str, Any]:
        """The present position."""
        return _write_state(self._states[-1])

    # What others see.

    def view(self, seat: int | None) -> KaiawaseView:
        """Everything that a seat may know."""
        seat, first, state = self.check_seat(seat), self._states[0], self._states[-1]
        return KaiawaseView(
            seat=seat,
            options=dict(self.options),
            log=self._log(seat),
            hand=() if seat is None else state.hands[seat],
            hand_sizes=tuple(len(hand) for hand in state.hands),
            mat=state.mat,
            basket_size=len(state.basket),
            won=state.won,
            first_mat=first.mat,
            first_won=first.won,
        )

    def _entry(self, viewer: int | None, before: State, move: Lay, after: State) -> Turn:
        seat = self._to_move(before)
        assert seat is not None
        return Turn(seat, move, before.basket[0])


def _write_state(state: State) -> dict[str, Any]:
    return {
        "hands": [list(hand) for hand in state.hands],
        "mat": list(state.mat),
        "basket": list(state.basket),
        "won": [list(pairs) for pairs in state.won],
    }


def _read_shells(shells: object, place: str) -> tuple[str, ...]:
    for shell in expect(shells, list, place):
        if shell not in SCENES:
            raise BadRecord(f"{str(shell)[:20]!r} is not a scene", place)
    return tuple(expect(shells, list, place))
