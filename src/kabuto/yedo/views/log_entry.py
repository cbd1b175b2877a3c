"""One line of the log of a view: a move, and what came of it, as a seat saw them."""

from dataclasses import dataclass

from kabuto import table
from kabuto.table import Event
from kabuto.yedo.moves import Move, move
from kabuto.yedo.options import Setting
from kabuto.yedo.state.state import EVERYBODY, Fact, State, unknown
from kabuto.yedo.views.game_events import Change, changed, changes, typed


@dataclass(frozen=True, slots=True)
class Entry(table.Entry[Move]):
    """One line of the log; in its move and its facts, a card whose face the viewer may not see is ``?``."""

    facts: tuple[Fact, ...]
    """What came of the move: what happened to cards, and steps of the game."""
    changed: tuple[Change, ...]
    """What it changed on the open table."""
    setting: Setting
    steps: tuple[str, str]
    """The steps of the round before it and after it."""

    @property
    def changes(self) -> tuple[Event, ...]:
        """What it changed on the open table, as events."""
        return tuple(map(changed, self.changed))

    @property
    def events(self) -> tuple[Event, ...]:
        """What came of the move, all of it."""
        return (*(typed(self.setting, fact) for fact in self.facts), *self.changes)


def entry(seat: int | None, before: State, played: Move, after: State) -> Entry:
    """What a seat sees of a move; a line without secrets is the same one for all."""
    told = _public(before, played, after)
    if played.verb not in HIDDEN_MOVES and all(fact.sees == EVERYBODY for fact in after.facts):
        return told
    facts = tuple(masked(fact, seat) for fact in after.facts)
    shown = _shown(played, before, told.seat == seat)
    return Entry(told.seat, shown, facts, told.changed, told.setting, told.steps)


def _public(before: State, played: Move, after: State) -> Entry:
    """What everyone sees of a move."""
    try:
        told: Entry = after.told
    except AttributeError:
        facts, steps = tuple(masked(fact, None) for fact in after.facts), (before.step, after.step)
        shown, changed = _shown(played, before, own=False), changes(before, after)
        told = Entry(before.tasks[-1].seat, shown, facts, changed, after.setting, steps)
        after.told = told
    return told


def everything(before: State, played: Move, after: State) -> tuple[Event, ...]:
    """What came of a move, nothing hidden."""
    facts = (typed(after.setting, fact) for fact in after.facts)
    return (*facts, *_public(before, played, after).changes)


HIDDEN_MOVES = frozenset({"keep", "discard", "lose", "give", "pick", "pawn", "swap", "order"})
"""Verbs of moves that name a card which only the mover sees; weapons are open."""


def _shown(played: Move, before: State, own: bool) -> Move:
    if own or played.verb not in HIDDEN_MOVES:
        return played
    if played.verb == "order":
        return move("order ?")
    words = ["?" if before.setting.cards.find(word) else word for word in played.words]
    return move(played.verb, *words)


def masked(fact: Fact, seat: int | None) -> Fact:
    """A fact with the faces that a seat may see."""
    if not fact.cards or fact.sees == EVERYBODY or (seat is not None and fact.sees >> seat & 1):
        return fact
    return fact._replace(cards=(unknown(fact.pile),) * len(fact.cards))
