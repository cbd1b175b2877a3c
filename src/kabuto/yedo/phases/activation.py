"""Phase 7: disciples are activated, one in each turn (Y161, Y162, Y172, Y195–Y199, Y210)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from kabuto.table import Word
from kabuto.yedo.board import (
    GARDEN,
    PLACES,
)
from kabuto.yedo.moves import GARDEN as TO_THE_GARDEN
from kabuto.yedo.moves import Move, move
from kabuto.yedo.phases.action_cards import play, plays, refuse_play
from kabuto.yedo.phases.districts import ACTIONS, VERBS, place_of
from kabuto.yedo.phases.missions import fulfil, fulfilments, refuse_fulfilment
from kabuto.yedo.state.pieces import (
    go_home,
    stands,
    stood_on,
)
from kabuto.yedo.state.state import State, Task, swapped
from kabuto.yedo.words import Saying


def activate(s: State) -> None:
    """The next to activate a disciple; a lap asks every seat once (Q50)."""
    if not s.lap:
        s.lap = tuple(seat for seat in s.order if stood_on(s, seat))
        if not s.lap:
            s.step = "end"
            return
    seat, *rest = s.lap
    s.lap = tuple(rest)
    s.add(Activate(seat))


@dataclass(frozen=True, slots=True)
class Activate(Task):
    """One disciple has to be activated; cards may be played before."""

    steps: ClassVar = frozenset({"activate"})
    verbs: ClassVar = VERBS | {"fulfil", "play"}

    def run(self, s: State) -> bool:
        return not stood_on(s, self.seat)

    def fits(self, s: State) -> bool:
        return bool(stood_on(s, self.seat))

    def candidates(self, s: State) -> Iterator[Move]:
        yield from fulfilments(s, self.seat)
        yield from plays(s, self.seat, "act")
        for place in stood_on(s, self.seat):
            yield from ACTIONS[place].moves(s, self.seat)
            yield _IDLE[place]

    def legal(self, s: State) -> Iterable[Move]:
        seat = self.seat
        found = [move for move in fulfilments(s, seat) if refuse_fulfilment(s, seat, move) is None]
        found += plays(s, seat, "act")
        for place in stood_on(s, seat):
            found += ACTIONS[place].moves(s, seat)
            found.append(_IDLE[place])
        return found

    def refuse(self, s: State, move: Move) -> Saying | None:
        if move.verb == "play":
            return refuse_play(s, self.seat, "act", move)
        if move.verb == "fulfil":
            return refuse_fulfilment(s, self.seat, move)
        place = place_of(move)
        if place is None:
            return s.say("no_such_action")
        if not stands(s, self.seat, place):
            return s.say("nobody_there", place=Word(PLACES[place]))
        return None if move.verb == "idle" else ACTIONS[place].refuse(s, self.seat, move)

    def apply(self, s: State, move: Move) -> None:
        if move.verb == "play":
            s.add(self)
            play(s, self.seat, move)
        elif move.verb == "fulfil":
            fulfil(s, self.seat, move)
        else:
            place = place_of(move)
            assert place is not None
            if move == TO_THE_GARDEN:
                change_order(s)
            else:
                go_home(s, self.seat, place)
                if move.verb != "idle":
                    ACTIONS[place].do(s, self.seat, move)


_IDLE = tuple(move("idle", place) for place in PLACES)


def change_order(s: State) -> None:
    """Every seat in the garden chooses a place on the player order track (Y195–Y199, Q52)."""
    s.add(Position(-1, tuple(seat for seat in s.spaces[GARDEN] if seat >= 0), (-1,) * s.setting.players))


@dataclass(frozen=True, slots=True)
class Position(Task):
    """In the order of the garden each chooses a position; the others close up."""

    rest: tuple[int, ...]
    """Who chooses after this seat."""
    positions: tuple[int, ...]
    """The new order so far, -1 where it is open."""
    steps: ClassVar = frozenset({"activate"})
    verbs: ClassVar = frozenset({"position"})

    def fits(self, s: State) -> bool:
        chosen = [seat for seat in self.positions if seat >= 0]
        there = [seat for seat in s.spaces[GARDEN] if seat >= 0]
        right = sorted(chosen) == sorted(there[: len(chosen)])
        return (
            right and there[len(chosen) :] == [self.seat, *self.rest] and len(self.positions) == len(s.order)
        )

    def run(self, s: State) -> bool:
        if self.seat >= 0:
            return False
        if self.rest:
            s.add(Position(self.rest[0], self.rest[1:], self.positions))
            return True
        s.order = self.order(s)
        s.lap = s.in_order(s.lap)
        for seat in s.order:
            if seat in s.spaces[GARDEN]:
                go_home(s, seat, GARDEN)
        return True

    def order(self, s: State) -> tuple[int, ...]:
        """The player order that the positions chosen so far make."""
        others = iter(seat for seat in s.order if seat not in self.positions)
        return tuple(next(others) if seat < 0 else seat for seat in self.positions)

    def candidates(self, s: State) -> Iterable[Move]:
        return (move("position", n) for n in range(1, len(self.positions) + 1))

    def refuse(self, s: State, move: Move) -> Saying | None:
        place = move.number
        if place > len(self.positions):
            return s.say("no_position", number=len(self.positions))
        return None if self.positions[place - 1] < 0 else s.say("position_taken", position=place)

    def apply(self, s: State, move: Move) -> None:
        s.add(Position(-1, self.rest, swapped(self.positions, move.number - 1, self.seat)))
