"""Phase 5: the patrol walks and arrests (Y144–Y152)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from kabuto.yedo.board import SPOTS, SPOTS_OF
from kabuto.yedo.moves import PASS, Move, move
from kabuto.yedo.phases.action_cards import Window, play, plays, refuse_play
from kabuto.yedo.phases.card_effects import walk
from kabuto.yedo.phases.event_phase import standing
from kabuto.yedo.state.pieces import leave, to_reserve
from kabuto.yedo.state.state import Fact, State, Task
from kabuto.yedo.words import Saying


def patrol(s: State) -> None:
    """The patrol goes on to the next district (Y144)."""
    steps = 1 + sum(int(str(number)) - 1 for (number,) in standing(s, "patrol-steps"))
    if s.round >= s.setting.board.first_move_round and not any(True for _ in standing(s, "no-patrol")):
        walk(s, steps)
    s.saved, s.lap, s.step = (), s.order, "5b"


def influence(s: State) -> None:
    """5b: each may play one card on the patrol."""
    if s.lap:
        seat, *rest = s.lap
        s.lap = tuple(rest)
        if s.clans[seat].actions:
            s.add(Window(seat, "5b"))
    else:
        s.lap, s.step = s.order, "5c"


def protection(s: State) -> None:
    """5c: every seat with a disciple in danger may play one card, or Blackmail."""
    if s.lap:
        seat, *rest = s.lap
        s.lap = tuple(rest)
        clan = s.clans[seat]
        if (clan.actions or clan.blackmail) and any(seat in s.spaces[spot] for spot in SPOTS_OF[s.patrol]):
            s.add(Protect(seat))
    else:
        s.step = "arrest"


@dataclass(frozen=True, slots=True)
class Protect(Task):
    """One card, or Blackmail, to keep disciples from arrest (Q30, Q33)."""

    steps: ClassVar = frozenset({"5c"})
    verbs: ClassVar = frozenset({"play", "blackmail", "pass"})

    def fits(self, s: State) -> bool:
        clan = s.clans[self.seat]
        in_danger = any(self.seat in s.spaces[spot] for spot in SPOTS_OF[s.patrol])
        return bool(in_danger and (clan.actions or clan.blackmail))

    def candidates(self, s: State) -> Iterable[Move]:
        yield PASS
        for spot in SPOTS_OF[s.patrol]:
            yield move("blackmail", SPOTS[spot])
        yield from plays(s, self.seat, "5c")

    def refuse(self, s: State, move: Move) -> Saying | None:
        if move.verb == "play":
            return refuse_play(s, self.seat, "5c", move)
        if move == PASS:
            return None
        if not s.clans[self.seat].blackmail:
            return s.say("blackmail_used")
        spot = move.place
        in_danger = spot in SPOTS_OF[s.patrol] and self.seat in s.spaces[spot]
        return None if in_danger else s.say("not_in_danger")

    def apply(self, s: State, move: Move) -> None:
        if move.verb == "play":
            play(s, self.seat, move)
        elif move.verb == "blackmail":
            s.edit(self.seat).blackmail = 0
            s.saved = (*s.saved, (self.seat, move.place))


def arrest(s: State) -> None:
    """5d: unsaved disciples go to the reserve, or home if two of their clan are there (Y151, Y152)."""
    for spot in SPOTS_OF[s.patrol]:
        for seat in s.order:
            for _ in range(s.spaces[spot].count(seat) - s.saved.count((seat, spot))):
                leave(s, seat, spot)
                to_reserve(s, seat, arrested=True)
                s.note(Fact("arrest", seat, other=spot))
    s.saved, s.step = (), "trade-market"
