"""Games that a person gave up without resigning: they count as lost, as if they had ended that way."""

from collections.abc import Iterator

from msgspec.json import Decoder, Encoder
from msgspec.structs import replace

from kabuto.host.store import Unfinished
from kabuto.tabletop.seats import SeatState, Summary
from kabuto.tabletop.state import Table

SOMEBODY = "somebody"
"""Stands for the other persons of a game whose table is gone: who they were is no one's business."""
_ENCODER, _DECODER = Encoder(), Decoder(Summary)


def as_lost(summary: Summary, person: str) -> Summary | None:
    """A running game as one that a person has lost by leaving or resigning; None if they still play."""
    mine = [seat for seat in summary.seats if seat.person == person]
    if not mine or not all(seat.left or seat.lost for seat in mine):
        return None
    return replace(summary, status="over", winners=[])


def unfinished(table: Table) -> Iterator[Unfinished]:
    """What is kept of a game that never ended, for each person who gave it up, when its table is removed.

    That is who left, or was to move and never did. The others at the table have lost nothing.
    """
    if table.status != "playing" or table.created.start is not None:
        return
    for number, seat in enumerate(table.seats):
        is_awaited = number in table.to_move and not seat.mover
        if seat.person and (seat.left or seat.lost or is_awaited) and len(table.seats_of(seat.person)) <= 1:
            body = _ENCODER.encode(_without_others(table.summary(), number))
            yield Unfinished(seat.person, table.id, table.updated, body)


def read(body: bytes) -> Summary:
    """A game as ``unfinished`` has written it."""
    return _DECODER.decode(body)


def _without_others(summary: Summary, mine: int) -> Summary:
    seats = [
        SeatState(person=state.person, lost=state.lost or "resigned")
        if number == mine
        else SeatState(person=SOMEBODY)
        if state.person
        else state
        for number, state in enumerate(summary.seats)
    ]
    over = replace(summary, status="over", winners=[], to_move=[], unready=[], seats=seats)
    return replace(over, host="", invites=[], start_for=[], next=None, strength=None)
