"""Lanterns, a tiny game for the tests: sealed bids, round after round, all seats at once.

Nine lanterns have the numbers 1 to 9. Every seat holds three and lays one in each round, face down. When
all have laid one, they are turned over, and the highest number wins the round. In ``lanterns`` hands are
dealt and hidden; in ``open_lanterns`` everybody knows who holds what, and the bids alone are secret.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar, NamedTuple

from kabuto.table import BadRecord, Entry, Event, Game, IllegalMove, Option, Outcome, Value, View, game_class
from kabuto.table.record import dumps, expect

SEATS = 3
ROUNDS = 3
DECK = range(1, SEATS * ROUNDS + 1)
HIDDEN = 0
"""The number of a lantern that a viewer may not see."""


@dataclass(frozen=True)
class Lay:
    """Lay the lantern with this number, face down."""

    number: int

    @classmethod
    def parse(cls, text: str) -> "Lay":
        """Read ``7``."""
        if text not in map(str, range(SEATS * ROUNDS + 1)):
            raise IllegalMove(f"{text[:20]!r} is not the number of a lantern")
        return cls(int(text))

    def __str__(self) -> str:
        return str(self.number)


class State(NamedTuple):
    """A position."""

    hands: tuple[tuple[int, ...], ...]
    laid: tuple[int, ...] = ()
    """Every lantern laid, round by round and seat by seat."""
    chooser: int | None = None
    """The seat that bids before its turn."""


@dataclass(frozen=True)
class Turned(Event):
    """The lanterns of a round were turned over."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bid(Entry[Lay]):
    """A lantern that was laid."""

    turned: tuple[Turned, ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        return self.turned


def turned(laid: Sequence[int]) -> int:
    """How many of the lanterns laid have been turned over: those of finished rounds."""
    return len(laid) - len(laid) % SEATS


def points(laid: Sequence[int]) -> list[int]:
    """How many rounds each seat has won."""
    won = [0] * SEATS
    for n in range(0, turned(laid), SEATS):
        bids = laid[n : n + SEATS]
        won[bids.index(max(bids))] += 1
    return won


def to_move(laid: Sequence[int]) -> int | None:
    """The seat to lay, None when every lantern lies."""
    return None if len(laid) == SEATS * ROUNDS else len(laid) % SEATS


def outcome(laid: Sequence[int]) -> Outcome | None:
    """The seat with the most rounds wins."""
    if to_move(laid) is not None:
        return None
    won = points(laid)
    order = sorted(range(SEATS), key=lambda seat: -won[seat])
    ranking = tuple(tuple(group) for _, group in groupby(order, key=lambda seat: won[seat]))
    return Outcome(ranking, tuple(f"seat {seat} won {number} rounds" for seat, number in enumerate(won)))


def why_not(seat: int | None, hand: Sequence[int], move: Lay) -> str | None:
    """The reason that a seat with this hand may not lay a lantern."""
    if seat is None:
        return "the game is over"
    return None if move.number in hand else f"there is no lantern {move.number} in your hand"


@dataclass(frozen=True)
class LanternsView(View[Lay]):
    """What one seat may know."""

    seat: int | None
    options: Mapping[str, Value]
    log: tuple[Bid, ...]
    hand: tuple[int, ...]
    laid: tuple[int, ...]
    """Every lantern laid; those of others in this round are hidden."""
    waiting: tuple[int, ...] = ()
    chosen: tuple[Lay, ...] = ()
    move_type = Lay

    @property
    def to_move(self) -> int | None:
        return to_move(self.laid)

    @property
    def deciding(self) -> tuple[int, ...]:
        first = self.to_move
        if first is None:
            return ()
        return (first, *(seat for seat in range(first + 1, SEATS) if seat not in self.waiting))

    @property
    def outcome(self) -> Outcome | None:
        return outcome(self.laid)

    def _legal_moves(self) -> tuple[Lay, ...]:
        return tuple(map(Lay, self.hand))

    def _why_not(self, move: Lay) -> str | None:
        return why_not(self.to_move, self.hand, move)

    def to_json(self) -> str:
        chosen = [str(move) for move in self.chosen]
        shown = {"seat": self.seat, "hand": self.hand, "laid": self.laid, "waiting": self.waiting}
        return dumps({"options": dict(self.options), **shown, "chosen": chosen})

    def sample(self, rng: random.Random) -> "Lanterns":
        """The lanterns that this seat cannot see, dealt to the others."""
        shown = self.laid[: turned(self.laid)]
        unseen = [number for number in DECK if number not in (*self.hand, *self.laid)]
        rng.shuffle(unseen)
        hands: list[list[int]] = []
        for seat in range(SEATS):
            mine = [*shown[seat::SEATS]]
            if self.options["hands"] == "open":
                left = [number for number in own(seat) if number not in mine]
            else:
                left = [unseen.pop() for _ in range(ROUNDS - len(mine))] if seat != self.seat else []
            bid = [*self.laid[turned(self.laid) :][seat : seat + 1]]
            if seat == self.seat:
                hands.append([*mine, *(number for number in bid if number), *self.hand])
            else:
                hands.append([*mine, *rng.sample(left, len(left))])
        laid = [number or hands[n % SEATS][n // SEATS] for n, number in enumerate(self.laid)]
        game = replay(self.options, hands, laid, len(self.log), rng.getrandbits(64))
        for seat in self.waiting:
            legal = game.legal_moves(seat)
            game.play(self.chosen[0] if seat == self.seat else rng.choice(legal), seat)
        return game


class Lanterns(Game[Lay, State]):
    """A game of Lanterns."""

    name = "lanterns"
    option_table: ClassVar[tuple[Option, ...]] = (
        Option("players", (SEATS,), SEATS, "how many players"),
        Option("hands", ("dealt",), "dealt", "whether everybody knows what everybody holds"),
    )
    move_type = Lay
    view_type: ClassVar[type[LanternsView]] = LanternsView

    @property
    def state(self) -> State:
        """The present state, everything included."""
        return self._states[-1]

    def view(self, seat: int | None) -> LanternsView:
        seat, state = self.check_seat(seat), self.state
        shown = turned(state.laid)
        laid = tuple(
            number if n < shown or n % SEATS == seat else HIDDEN for n, number in enumerate(state.laid)
        )
        waiting = tuple(filter(self._waiting, range(SEATS)))
        chosen = () if seat is None else self._waiting(seat)
        hand = () if seat is None else state.hands[seat]
        return self.view_type(seat, dict(self.options), self._log(seat), hand, laid, waiting, chosen)

    def position(self) -> dict[str, Any]:
        return {"hands": [[*hand] for hand in self.state.hands], "laid": [*self.state.laid]}

    def _begin(self, start: Mapping[str, Any] | None, moves: Sequence[str]) -> State:
        if start is None:
            numbers = [*DECK]
            if self.options["hands"] == "dealt":
                random.Random(self._seed).shuffle(numbers)
            return State(tuple(tuple(sorted(numbers[seat::SEATS])) for seat in range(SEATS)))
        if set(start) != {"hands", "laid"}:
            raise BadRecord("should have hands and laid", "start")
        laid = [expect(number, int, "start.laid") for number in expect(start["laid"], list, "start.laid")]
        hands = [expect(hand, list, "start.hands") for hand in expect(start["hands"], list, "start.hands")]
        held = [expect(number, int, "start.hands") for hand in hands for number in hand]
        if sorted(held + laid) != [*DECK]:
            raise BadRecord("should hold every lantern once", "start.hands")
        if [len(hand) for hand in hands] != [ROUNDS - len(laid[seat::SEATS]) for seat in range(SEATS)]:
            raise BadRecord("should hold as many as are left to lay", "start.hands")
        whole = [sorted([*hand, *laid[seat::SEATS]]) for seat, hand in enumerate(hands)]
        if self.options["hands"] == "open" and whole != [own(seat) for seat in range(SEATS)]:
            raise BadRecord("should be what every seat holds in an open game", "start.hands")
        return State(tuple(tuple(sorted(hand)) for hand in hands), tuple(laid))

    def _start(self) -> dict[str, Any]:
        first = self._states[0]
        return {"hands": [[*hand] for hand in first.hands], "laid": [*first.laid]}

    def _to_move(self, state: State) -> int | None:
        return to_move(state.laid) if state.chooser is None else state.chooser

    def _simultaneous(self, state: State, seat: int, chosen: Sequence[Lay]) -> State | None:
        return state._replace(chooser=seat) if len(state.laid) % SEATS < seat and not chosen else None

    def _legal_moves(self, state: State) -> tuple[Lay, ...]:
        seat = self._to_move(state)
        return () if seat is None else tuple(map(Lay, state.hands[seat]))

    def _why_not(self, state: State, move: Lay) -> str | None:
        seat = self._to_move(state)
        return why_not(seat, () if seat is None else state.hands[seat], move)

    def _after(self, state: State, move: Lay) -> State:
        seat = len(state.laid) % SEATS
        hand = tuple(number for number in state.hands[seat] if number != move.number)
        return State((*state.hands[:seat], hand, *state.hands[seat + 1 :]), (*state.laid, move.number))

    def _reveals(self, before: State, move: Lay, after: State) -> bool:
        return turned(after.laid) > turned(before.laid)

    def _entry(self, viewer: int | None, before: State, move: Lay, after: State) -> Bid:
        seat, shown = len(before.laid) % SEATS, after.laid[turned(before.laid) :]
        events = () if len(shown) < SEATS else (Turned(shown),)
        return Bid(seat, move if viewer == seat else Lay(HIDDEN), events)

    def _outcome(self, state: State) -> Outcome | None:
        return outcome(state.laid)


class OpenLanterns(Lanterns):
    """The game in which nobody has a hand to hide, and chance decides nothing: only the bids are secret."""

    name = "open_lanterns"
    option_table = (
        Option("players", (SEATS,), SEATS, "how many players"),
        Option("hands", ("open",), "open", "whether everybody knows what everybody holds"),
    )
    chance = "none"


def own(seat: int) -> list[int]:
    """What a seat holds at first in an open game: every third number."""
    return [*DECK[seat::SEATS]]


def replay(
    options: Mapping[str, Value], hands: Sequence[Sequence[int]], laid: Sequence[int], ply: int, seed: int
) -> Lanterns:
    """A game in which these hands were dealt and these lanterns laid, the last ``ply`` of them as moves."""
    begun = len(laid) - ply
    left = [[n for n in hand if n not in laid[:begun][seat::SEATS]] for seat, hand in enumerate(hands)]
    start = {"hands": left, "laid": [*laid[:begun]]}
    name = "open_lanterns" if options["hands"] == "open" else "lanterns"
    game = game_class(name)(options, seed=seed, start=start, moves=[str(number) for number in laid[begun:]])
    assert isinstance(game, Lanterns)
    return game


def permute(game: Game[Any, Any], seat: int | None, rng: random.Random) -> Lanterns:
    """The same game, but the lanterns that a seat cannot see, in hands or face down, are dealt anew."""
    assert isinstance(game, Lanterns)
    shown, laid = turned(game.state.laid), [*game.state.laid]
    hands = [
        [*laid[owner:shown:SEATS], *game.state.hands[owner], *laid[shown:][owner : owner + 1]]
        for owner in range(SEATS)
    ]
    rounds = shown // SEATS
    unseen = [number for owner, hand in enumerate(hands) if owner != seat for number in hand[rounds:]]
    rng.shuffle(unseen)
    for owner, hand in enumerate(hands):
        if owner != seat:
            hand[rounds:] = [unseen.pop() for _ in hand[rounds:]]
    laid[shown:] = [hand[-1] for hand in hands[: len(laid) - shown]]
    return replay(game.options, hands, laid, game.ply, 0)
