"""Kites, a tiny game for the tests: hidden hands, chance during play, three players.

Every seat is dealt kites, each with a number of its own that the others do not see. In turn a seat flies
one of them (``k7``) and the wind, 1 to 6, lifts it. When every seat has one kite left, the seat whose
kites flew highest in sum wins. The first kites are chosen by all seats at once.
"""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar, NamedTuple

from kabuto.table import BadRecord, Entry, Event, Game, IllegalMove, Option, Outcome, Value, View, game_class
from kabuto.table.record import dumps, expect

SEATS = 3
WINDS = range(1, 7)


@dataclass(frozen=True)
class Kite:
    """Fly the kite with this number."""

    number: int

    @classmethod
    def parse(cls, text: str) -> "Kite":
        """Read ``k7``."""
        found = re.fullmatch(r"k([1-9][0-9]?)", text)
        if not found:
            raise IllegalMove(f"{text[:20]!r} is not a move: write k and the number of a kite, such as k7")
        return cls(int(found[1]))

    def __str__(self) -> str:
        return f"k{self.number}"


class State(NamedTuple):
    """A position."""

    hands: tuple[tuple[int, ...], ...]
    flown: tuple[tuple[int, int], ...] = ()
    """Every kite flown and its wind; seats fly in turn, so the place tells the seat."""
    chooser: int | None = None
    """The seat that chooses its first kite before its turn."""


def to_move(hand_sizes: Sequence[int], flown: Sequence[tuple[int, int]]) -> int | None:
    """The seat to fly, None when every seat has one kite left."""
    return None if max(hand_sizes) == 1 else len(flown) % SEATS


def outcome(hand_sizes: Sequence[int], flown: Sequence[tuple[int, int]]) -> Outcome | None:
    """The highest sum of numbers and winds wins."""
    if to_move(hand_sizes, flown) is not None:
        return None
    heights = [sum(kite + wind for kite, wind in flown[seat::SEATS]) for seat in range(SEATS)]
    order = sorted(range(SEATS), key=lambda seat: -heights[seat])
    ranking = tuple(tuple(group) for _, group in groupby(order, key=lambda seat: heights[seat]))
    return Outcome(ranking, tuple(f"seat {seat} flew {height} high" for seat, height in enumerate(heights)))


def why_not(seat: int | None, hand: Sequence[int], move: Kite) -> str | None:
    """The reason that a seat with this hand may not fly a kite."""
    if seat is None:
        return "the game is over"
    return None if move.number in hand else f"there is no kite {move.number} in your hand"


@dataclass(frozen=True)
class Lifted(Event):
    """The wind lifted a kite."""

    seat: int
    kite: int
    wind: int


@dataclass(frozen=True, slots=True)
class Flight(Entry[Kite]):
    """A kite that was flown."""

    lifted: Lifted

    @property
    def events(self) -> tuple[Event, ...]:
        return (self.lifted,)


@dataclass(frozen=True)
class KitesView(View[Kite]):
    """What one seat may know: its own hand, and every kite flown."""

    seat: int | None
    options: Mapping[str, Value]
    log: tuple[Flight, ...]
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    flown: tuple[tuple[int, int], ...]
    result: Outcome | None = None
    waiting: tuple[int, ...] = ()
    """The seats that have chosen their first kite before their turn."""
    chosen: tuple[Kite, ...] = ()
    """What this seat has chosen so."""
    move_type = Kite

    @property
    def to_move(self) -> int | None:
        return to_move(self.hand_sizes, self.flown)

    @property
    def deciding(self) -> tuple[int, ...]:
        others = range(len(self.flown) + 1, SEATS)
        return super().deciding + tuple(seat for seat in others if seat not in self.waiting)

    @property
    def outcome(self) -> Outcome | None:
        return self.result

    def _legal_moves(self) -> tuple[Kite, ...]:
        return tuple(map(Kite, self.hand))

    def _why_not(self, move: Kite) -> str | None:
        return why_not(self.to_move, self.hand, move)

    def to_json(self) -> str:
        result = self.outcome
        return dumps(
            {
                "options": dict(self.options),
                "seat": self.seat,
                "ply": self.ply,
                "to_move": self.to_move,
                "hand": self.hand,
                "hand_sizes": self.hand_sizes,
                "flown": self.flown,
                "waiting": self.waiting,
                "chosen": [str(kite) for kite in self.chosen],
                "outcome": result and [*result.ranking, *result.steps],
            }
        )

    def sample(self, rng: random.Random) -> "Kites":
        """The unseen kites, dealt to the other seats."""
        seen = {*self.hand, *(kite for kite, _ in self.flown)}
        unseen = [kite for kite in deck(self.options) if kite not in seen]
        rng.shuffle(unseen)
        hands = [
            list(self.hand) if seat == self.seat else sorted(unseen.pop() for _ in range(size))
            for seat, size in enumerate(self.hand_sizes)
        ]
        game = replay(self.options, hands, self.flown, len(self.log), rng.getrandbits(64))
        for seat in self.waiting:
            game.play(self.chosen[0] if seat == self.seat else rng.choice(game.legal_moves(seat)), seat)
        return game


class Kites(Game[Kite, State]):
    """A game of Kites."""

    name = "kites"
    option_table = (
        Option("players", (SEATS,), SEATS, "how many players"),
        Option("kites", (3, 5), 3, "how many kites each seat is dealt"),
    )
    move_type = Kite
    view_type: ClassVar[type[KitesView]] = KitesView

    _winds: tuple[int, ...] = ()
    """The winds that a record names."""

    @property
    def state(self) -> State:
        """The present state, everything included."""
        return self._states[-1]

    def view(self, seat: int | None) -> KitesView:
        seat, state = self.check_seat(seat), self.state
        hand = () if seat is None else state.hands[seat]
        sizes = tuple(map(len, state.hands))
        waiting = tuple(filter(self._waiting, range(SEATS)))
        chosen = () if seat is None else self._waiting(seat)
        return self.view_type(
            seat, dict(self.options), self._log(seat), hand, sizes, state.flown, self.outcome, waiting, chosen
        )

    def position(self) -> dict[str, Any]:
        return {
            "hands": [list(hand) for hand in self.state.hands],
            "flown": [list(pair) for pair in self.state.flown],
        }

    def _begin(self, start: Mapping[str, Any] | None, moves: Sequence[str]) -> State:
        if start is None:
            kites = list(deck(self.options))
            random.Random(f"{self._seed}/deal").shuffle(kites)
            return State(tuple(tuple(sorted(kites[seat::SEATS])) for seat in range(SEATS)))
        for key in start:
            if key not in ("hands", "flown", "winds"):
                raise BadRecord("unknown: a start has hands, flown and winds", f"start.{key}")
        self._winds = tuple(_wind(wind, f"start.winds[{n}]") for n, wind in enumerate(_list(start, "winds")))
        return self._read_state(start)

    def _read_state(self, start: Mapping[str, Any]) -> State:
        hands = [expect(hand, list, f"start.hands[{n}]") for n, hand in enumerate(_list(start, "hands"))]
        flown = [expect(pair, list, f"start.flown[{n}]") for n, pair in enumerate(_list(start, "flown"))]
        if any(len(pair) != 2 for pair in flown):
            raise BadRecord("should be pairs of a kite and its wind", "start.flown")
        winds = [_wind(pair[1], f"start.flown[{n}]") for n, pair in enumerate(flown)]
        kites = [expect(pair[0], int, f"start.flown[{n}]") for n, pair in enumerate(flown)]
        held = [expect(kite, int, f"start.hands[{seat}]") for seat, hand in enumerate(hands) for kite in hand]
        if sorted(held + kites) != list(deck(self.options)):
            raise BadRecord("hands and flown kites should be every kite once", "start.hands")
        sizes = [int(self.options["kites"]) - len(kites[seat::SEATS]) for seat in range(SEATS)]
        if [len(hand) for hand in hands] != sizes or not all(sizes):
            raise BadRecord(f"hands should hold {sizes} kites", "start.hands")
        return State(tuple(tuple(sorted(hand)) for hand in hands), tuple(zip(kites, winds, strict=True)))

    def _check_replayed(self, start: Mapping[str, Any]) -> None:
        if len(self._winds) != self.ply:
            raise BadRecord(f"should be one wind for each of {self.ply} moves", "start.winds")

    def _start(self) -> dict[str, Any]:
        first = self._states[0]
        return {
            "hands": [list(hand) for hand in first.hands],
            "flown": [list(pair) for pair in first.flown],
            "winds": [wind for _, wind in self.state.flown[len(first.flown) :]],
        }

    def _to_move(self, state: State) -> int | None:
        seat = to_move([len(hand) for hand in state.hands], state.flown)
        return seat if state.chooser is None else state.chooser

    def _simultaneous(self, state: State, seat: int, chosen: Sequence[Kite]) -> State | None:
        return state._replace(chooser=seat) if len(state.flown) < seat and not chosen else None

    def _legal_moves(self, state: State) -> tuple[Kite, ...]:
        seat = self._to_move(state)
        return () if seat is None else tuple(map(Kite, state.hands[seat]))

    def _why_not(self, state: State, move: Kite) -> str | None:
        seat = self._to_move(state)
        return why_not(seat, () if seat is None else state.hands[seat], move)

    def _after(self, state: State, move: Kite) -> State:
        seat = len(state.flown) % SEATS
        hand = tuple(kite for kite in state.hands[seat] if kite != move.number)
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        return State(hands, (*state.flown, (move.number, self._wind(state))))

    def _wind(self, state: State) -> int:
        """Chance, or what the record that is being replayed says it was."""
        number = len(state.flown) - len(self._states[0].flown)
        if number < len(self._winds):
            return self._winds[number]
        return random.Random(f"{self._seed}/wind {number}").choice(WINDS)

    def _entry(self, viewer: int | None, before: State, move: Kite, after: State) -> Flight:
        seat, wind = len(before.flown) % SEATS, after.flown[-1][1]
        return Flight(seat, Kite(move.number), Lifted(seat, move.number, wind))

    def _outcome(self, state: State) -> Outcome | None:
        return outcome([len(hand) for hand in state.hands], state.flown)


def deck(options: Mapping[str, Value]) -> range:
    """The numbers of all kites."""
    return range(1, SEATS * int(options["kites"]) + 1)


def replay(
    options: Mapping[str, Value],
    hands: Sequence[Sequence[int]],
    flown: Sequence[tuple[int, int]],
    ply: int,
    seed: int,
) -> Kites:
    """A game with these hands now, of which the last ``ply`` kites flown were its moves."""
    begun = len(flown) - ply
    late = {
        seat: [kite for n, (kite, _) in enumerate(flown) if n >= begun and n % SEATS == seat]
        for seat in range(3)
    }
    start = {
        "hands": [[*hand, *late[seat]] for seat, hand in enumerate(hands)],
        "flown": [list(pair) for pair in flown[:begun]],
        "winds": [wind for _, wind in flown[begun:]],
    }
    game = game_class("kites")(
        options, seed=seed, start=start, moves=[f"k{kite}" for kite, _ in flown[begun:]]
    )
    assert isinstance(game, Kites)
    return game


def permute(game: Game[Any, Any], seat: int | None, rng: random.Random) -> Kites:
    """The same game, but the kites that a seat cannot see are dealt anew."""
    assert isinstance(game, Kites)
    hands = [list(hand) for hand in game.state.hands]
    others = [other for other in range(SEATS) if other != seat]
    unseen = [kite for other in others for kite in hands[other]]
    rng.shuffle(unseen)
    for other in others:
        hands[other] = [unseen.pop() for _ in hands[other]]
    return replay(game.options, hands, game.state.flown, game.ply, 0)


def _list(start: Mapping[str, Any], key: str) -> list[Any]:
    found: list[Any] = expect(start.get(key, []), list, f"start.{key}")
    return found


def _wind(value: object, place: str) -> int:
    wind: int = expect(value, int, place)
    if wind not in WINDS:
        raise BadRecord(f"winds are 1 to 6, not {str(wind)[:20]}", place)
    return wind
