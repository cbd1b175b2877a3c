"""Phase 4: disciples are placed (Y139–Y143)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from kabuto.table import Word
from kabuto.yedo.board import DISTRICT_OF, DISTRICTS, FIRST_ANNEX, GARDEN, PLACES, SPOTS
from kabuto.yedo.moves import Move, move
from kabuto.yedo.phases.action_cards import play, plays, refuse_play
from kabuto.yedo.state.pieces import put
from kabuto.yedo.state.state import State, Task
from kabuto.yedo.words import Saying


def assign(s: State) -> None:
    """The next to place a disciple; when all are placed or none can be, the patrol comes (Q34)."""
    if not s.lap:
        s.lap = tuple(seat for seat in s.order if s.clans[seat].home and _can_place(s, seat))
        if not s.lap:
            s.step = "patrol"
            return
    seat, *rest = s.lap
    s.lap = tuple(rest)
    s.add(Place(seat))


def _can_place(s: State, seat: int) -> bool:
    return next(open_places(s, seat), -1) >= 0


def open_places(s: State, seat: int) -> Iterator[int]:
    """Where a disciple may be put; ``refuse_place`` says why elsewhere it may not."""
    room, closed = s.setting.board.spaces, s.closed
    for spot, row in enumerate(s.spaces):
        there = -1 in row and seat not in row if spot == GARDEN else len(row) < room[spot]
        if there and DISTRICT_OF[spot] != closed:
            yield spot
    clan = s.clans[seat]
    for annex in clan.annexes:
        if annex not in clan.manned:
            yield FIRST_ANNEX + annex


def refuse_place(s: State, seat: int, place: int) -> Saying | None:
    """Why a disciple may not be put there."""
    if place >= FIRST_ANNEX:
        clan, annex = s.clans[seat], place - FIRST_ANNEX
        if annex not in clan.annexes:
            return s.say("annex_missing", annex=Word(PLACES[place]))
        return s.say("annex_manned", annex=Word(PLACES[place])) if annex in clan.manned else None
    if DISTRICT_OF[place] == s.closed:
        return s.say("district_closed", district=Word(DISTRICTS[s.closed]))
    if place == GARDEN:
        if seat in s.spaces[GARDEN]:
            return s.say("garden_twice")
        return None if -1 in s.spaces[GARDEN] else s.say("spot_full", place=Word(SPOTS[place]))
    if len(s.spaces[place]) >= s.setting.board.spaces[place]:
        return s.say("spot_full", place=Word(SPOTS[place]))
    return None


@dataclass(frozen=True, slots=True)
class Place(Task):
    """A disciple has to be placed; cards may be played before."""

    steps: ClassVar = frozenset({"assign"})
    verbs: ClassVar = frozenset({"place", "play"})
    all_legal: ClassVar = True

    def fits(self, s: State) -> bool:
        return s.tasks[-1] != self or not self.run(s)  # a card may have used the disciple meanwhile

    def run(self, s: State) -> bool:
        return not s.clans[self.seat].home or not _can_place(s, self.seat)

    def candidates(self, s: State) -> Iterable[Move]:
        for place in open_places(s, self.seat):
            yield _PLACES[place]
        yield from plays(s, self.seat, "place")

    def refuse(self, s: State, move: Move) -> Saying | None:
        if move.verb == "play":
            return refuse_play(s, self.seat, "place", move)
        return refuse_place(s, self.seat, move.place)

    def apply(self, s: State, move: Move) -> None:
        if move.verb == "play":
            s.add(self)
            play(s, self.seat, move)
        else:
            s.edit(self.seat).home -= 1
            put(s, self.seat, move.place)


_PLACES = tuple(move("place", place) for place in PLACES)
