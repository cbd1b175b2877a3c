"""What a table is made of: seats, offers, its line in the lists; and who has won when seats were given up."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from kabuto.protocol.http import Clock, Moment, Rating, Value
from kabuto.table import Outcome


class SeatState(Struct):
    """Who sits on a seat. With a person, a program only sits in: the seat stays the person's."""

    person: str = ""
    name: str = ""
    program: str = ""
    left: bool = False
    helper: str = ""
    """The program that plays this one turn, because the person's time ran out."""
    overdue: int = 0
    """How many turns in a row ran out of time."""
    lost: str = ""
    """Why the person has lost by rule: ``time`` or ``resigned``."""
    away_until: int = 0
    """Until when the person announced to be away, in seconds since 1970."""
    days_off: int = 0
    """How many days of absence were announced in this game."""

    @property
    def is_open(self) -> bool:
        """Whether no one sits here."""
        return not self.person and not self.program

    @property
    def is_person(self) -> bool:
        """Whether a person plays here, here or not."""
        return bool(self.person) and not self.program

    @property
    def mover(self) -> str:
        """The program that plays here now; nothing: a person does."""
        return self.program or self.helper


class Pending(Struct):
    """An offer that waits for answers."""

    number: int
    what: str
    by: int
    seat: int | None
    agreed: set[int]
    program: str = ""
    seals: dict[int, str] = {}
    """Seat → what it adds to the deal of a rematch, sealed: in its first version."""
    sealing: set[int] = set()
    """The seats whose pages seal at the rematch, in the second version."""


class Summary(Struct, frozen=True):
    """A table as it stands in lists, for anyone who may look."""

    id: str
    game: str
    options: dict[str, Value]
    status: str
    seats: list[SeatState]
    clock: Clock | None
    visibility: str
    hints: bool
    host: str
    invites: list[str]
    ply: int
    to_move: list[int]
    winners: list[int]
    created: int
    updated: int
    start: Moment | None
    next: str | None
    start_for: list[str] | None = []
    unready: list[int] = []
    is_paused: bool = False
    puzzles: int | None = None
    is_matched: bool = False
    strength: Rating | None = None


class Verdict(NamedTuple):
    """How a game at a table ended: by its rules, or because seats were lost."""

    winners: list[int]
    ranking: list[list[int]]


def verdict(seats: Sequence[SeatState], lost: Sequence[int], outcome: Outcome | None) -> Verdict | None:
    """The result of a table, with the seats that were lost in this order; None while it goes on.

    Who has lost ranks behind the others, who lost first last. The table ends without an outcome when one
    seat is left, or programs alone are: then no one has won.
    """
    behind = [[seat] for seat in reversed(lost)]
    if outcome is not None:
        groups = ([seat for seat in group if seat not in lost] for group in outcome.ranking)
        ranking = [group for group in groups if group] + behind
        return Verdict(ranking[0], ranking)
    rest = [seat for seat in range(len(seats)) if seat not in lost]
    if not lost or (len(rest) > 1 and any(seats[seat].person for seat in rest)):
        return None
    return Verdict(rest if len(rest) == 1 else [], [rest, *behind])
