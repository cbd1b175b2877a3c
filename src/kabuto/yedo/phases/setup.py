"""Set-up by the players: missions, the opening action card, favours (Y49–Y60)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from kabuto.table import Word
from kabuto.yedo.board import ACTION, COLOURS, RED
from kabuto.yedo.moves import Move, move
from kabuto.yedo.phases.gains import draw_to_keep
from kabuto.yedo.state.pieces import award, draw, pile_of_mission
from kabuto.yedo.state.state import State, Task, without
from kabuto.yedo.words import Saying

OPENING_MISSIONS = 4


def begin_missions(s: State) -> None:
    """One card at a time in reverse player order, four times (Q10)."""
    s.lap = tuple(reversed(s.order)) * OPENING_MISSIONS
    s.step = "missions"


def missions(s: State) -> None:
    """The next mission, or on to the action cards."""
    if s.lap:
        seat, *rest = s.lap
        s.lap = tuple(rest)
        s.add(Draft(seat))
    else:
        s.lap, s.step = s.order, "opening"


def opening(s: State) -> None:
    """The next opening action card: one of three (Y55)."""
    if s.lap:
        seat, *rest = s.lap
        s.lap = tuple(rest)
        draw_to_keep(s, seat, ACTION)
    else:
        s.lap, s.step = tuple(reversed(s.order)), "favours"


def favours(s: State) -> None:
    """The next favour, or the first round (Y58, Y60)."""
    if s.lap:
        seat, *rest = s.lap
        s.lap = tuple(rest)
        s.add(TakeFavour(seat))
    else:
        s.favours, s.round, s.track, s.step = (), 1, s.order, "bidding"


@dataclass(frozen=True, slots=True)
class Draft(Task):
    """A mission is taken from a deck of one's choice; one of the four must be red or black."""

    steps: ClassVar = frozenset({"missions"})
    verbs: ClassVar = frozenset({"take"})

    def fits(self, s: State) -> bool:
        seats = Counter((self.seat, *s.lap))
        return all(len(clan.missions) + seats[n] == OPENING_MISSIONS for n, clan in enumerate(s.clans))

    def candidates(self, s: State) -> Iterable[Move]:
        return (move("take", colour) for colour in COLOURS)

    def refuse(self, s: State, move: Move) -> Saying | None:
        if move.word not in COLOURS:
            return s.say("take_deck")
        if not s.decks[move.pile]:
            return s.say("deck_empty", colour=Word(move.word))
        held = s.clans[self.seat].missions
        last = len(held) == OPENING_MISSIONS - 1
        if last and move.pile < RED and not any(pile_of_mission(s, mission) >= RED for mission in held):
            return s.say("draft_hard")
        return None

    def apply(self, s: State, move: Move) -> None:
        draw(s, self.seat, move.pile)


@dataclass(frozen=True, slots=True)
class TakeFavour(Task):
    """A favour card is taken with its reward; turned over it is a Blackmail."""

    steps: ClassVar = frozenset({"favours"})
    verbs: ClassVar = frozenset({"favour"})
    all_legal: ClassVar = True

    def fits(self, s: State) -> bool:
        done = [seat for seat in s.order if seat != self.seat and seat not in s.lap]
        taken = len(s.setting.cards.favours) - len(s.favours)
        return len(done) == taken

    def candidates(self, s: State) -> Iterable[Move]:
        return (move("favour", s.setting.cards.favours[n].code) for n in s.favours)

    def refuse(self, s: State, move: Move) -> Saying | None:
        return None if move in self.candidates(s) else s.say("no_favour", card=move.word)

    def apply(self, s: State, move: Move) -> None:
        number = next(n for n in s.favours if s.setting.cards.favours[n].code == move.word)
        s.favours = without(s.favours, number)
        for reward in s.setting.cards.favours[number].rewards:
            award(s, self.seat, reward)
        s.edit(self.seat).blackmail = 1
