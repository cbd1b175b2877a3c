"""One step of a table: what a person wants becomes events and the table that they make, or is refused.

The table itself stays as it is: everything happens to a copy. The holder of the table stores the events, and
takes the copy if that succeeded.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from kabuto.protocol.errors import Refusal
from kabuto.protocol.socket import (
    AnswerOffer,
    Away,
    Back,
    Lasting,
    MakeOffer,
    Move,
    Mute,
    Open,
    Ready,
    Resign,
    Say,
    Seal,
    Undo,
)
from kabuto.table import IllegalMove
from kabuto.tabletop import absence, deal, decisions
from kabuto.tabletop.outside import Chance
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Event, Moved


class Caller(NamedTuple):
    """Who wants something."""

    person: str
    name: str = ""
    """What they are called."""
    will_seal: bool = False
    """Whether their page seals what it adds to the deal of a rematch in a message of its own."""


class Outside(NamedTuple):
    """What is known outside of a table when something happens there."""

    at: int
    """The time of day, in milliseconds since 1970."""
    chance: Chance
    left: Callable[[int], int | None]
    """Milliseconds of a seat's time, less what it has used of its turn."""
    away: Callable[[], Mapping[str, float]]
    """Person → seconds not seen, unless an absence was announced."""


class Step(NamedTuple):
    """What has been decided."""

    after: Table
    """The table when it has happened."""
    events: list[Event]
    """What happens; nothing: it is so already."""


def decide(table: Table, caller: Caller, message: Lasting, outside: Outside) -> Step:
    """What comes of a message; refused with a reason if it can't be."""
    return happen(table, _events(table, caller, message, outside), outside)


def happen(table: Table, events: Sequence[Event], outside: Outside) -> Step:
    """Let events happen to a copy of the table, and whatever follows from them; refused if a move is illegal.

    A program's pass that is a secret ends what happens together: it comes alone, so that no one can tell it
    from one that was forced.
    """
    if not events:
        return Step(table, [])
    after, happened = table.copy(), list[Event]()
    while events:
        for event in events:
            if happened and isinstance(event, Moved) and _is_hidden(after, event):
                return Step(after, happened)
            happened.append(replace(event, at=outside.at))
            try:
                after.apply(happened[-1], is_new=True)
            except IllegalMove as refusal:
                raise Refusal("illegal", refusal.reason) from None
        events = decisions.settlement(after, outside.chance)
    return Step(after, happened)


def _is_hidden(table: Table, event: Moved) -> bool:
    is_program = bool(table.seats[event.seat].mover)
    return is_program and table.game is not None and str(table.game.secret_pass) == event.notation


def _events(table: Table, caller: Caller, message: Lasting, outside: Outside) -> Sequence[Event]:
    person, will_seal = caller.person, caller.will_seal
    match message:
        case Move():
            left = outside.left(message.seat) if message.seat < len(table.seats) else None
            return decisions.move(table, person, message, left)
        case Undo():
            return decisions.undo(table, person, message)
        case Say():
            return decisions.say(table, person, caller.name, message)
        case Mute():
            return decisions.mute(table, person, message)
        case MakeOffer():
            return decisions.offer(table, person, message, outside.away(), will_seal)
        case AnswerOffer():
            return decisions.answer(table, person, message, will_seal)
        case Back():
            return absence.come_back(table, person, message)
        case Resign():
            return absence.resign(table, person, message)
        case Ready():
            return absence.ready(table, person, message)
        case Away():
            return absence.away(table, person, message, outside.at / 1000)
        case Seal():
            return deal.sealing(table, person, message)
        case Open():
            return deal.opening(table, person, message)
