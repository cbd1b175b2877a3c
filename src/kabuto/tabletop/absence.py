"""Handles seats whose player is away, out of time or has resigned.

A program only sits in: anyone who comes back has the seat back. Nothing changes here.
"""

from msgspec.structs import replace

from kabuto.players import usual
from kabuto.protocol import socket
from kabuto.protocol.errors import refuse
from kabuto.protocol.socket import Back, Resign
from kabuto.table import Seat
from kabuto.tabletop import table_events
from kabuto.tabletop.seats import verdict
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Answered, Event, Lost, Overdue, Returned
from kabuto.tabletop.time_limits import DAY, DAYS_OFF, MOST_OVERDUE, is_of_days


def returned(table: Table, person: str, name: str = "") -> list[Event]:
    """A person is back: programs that sit in go, and offers of one end."""
    mine = table.seats_of(person) if table.game is not None else []
    back = [seat for seat in mine if table.seats[seat].left or table.seats[seat].program]
    ended = [offer.number for offer in table.offers.pending if offer.seat in mine and offer.seat not in back]
    return [
        *(Returned(seat=seat, id=name) for seat in back),
        *(Answered(offer=number, seat=None, agree=False) for number in ended),
    ]


def come_back(table: Table, person: str, message: Back) -> list[Event]:
    """Take one's seats back from the programs that sit in."""
    _playing_seats(table, person)
    back = returned(table, person, message.id)
    if not back:
        raise refuse("not_now", "nobody_sits_in")
    return back


def timed_out(table: Table, seat: int) -> list[Event]:
    """A seat has no time any more: a program plays this turn; too often in a row, and the seat is lost."""
    if seat not in table.to_move:
        return []
    if table.seats[seat].overdue + 1 >= MOST_OVERDUE:
        return [lost(table, Lost(seat=seat, why="time"))]
    return [Overdue(seat=seat, program=usual(table.created.game))]


def resign(table: Table, person: str, message: Resign) -> list[Event]:
    """Give a game up."""
    if table.status != "playing":
        raise refuse("not_now", "not_playing")
    if message.seat < len(table.seats) and table.seats[message.seat].person == person:
        if table.seats[message.seat].lost:
            raise refuse("not_now", "already_lost")
        return [lost(table, Lost(seat=message.seat, why="resigned", id=message.id))]
    raise refuse("not_yours", "not_your_seat", seat=Seat(message.seat))


def lost(table: Table, event: Lost) -> Lost:
    """A loss as it is stored: if others play on, a program plays there."""
    is_over = verdict(table.seats, [*table.lost, event.seat], None)
    return event if is_over else replace(event, program=usual(table.created.game))


# Clocks that wait.


def ready(table: Table, person: str, message: socket.Ready) -> list[Event]:
    """Be ready for the clocks to run; nothing happens if one is already."""
    mine = _playing_seats(table, person)
    return [table_events.Ready(seat=mine[0], id=message.id)] if table.unready.intersection(mine) else []


def away(table: Table, person: str, message: socket.Away, now: float) -> list[Event]:
    """Announce an absence in a game of days, or be back early."""
    mine = _playing_seats(table, person)
    if not is_of_days(table.created.clock):
        raise refuse("not_now", "away_in_days_only")
    for seat in mine:
        state = table.seats[seat]
        unused = max(0, int(state.away_until - now)) // DAY
        most = DAYS_OFF - state.days_off + unused
        if message.days > most:
            raise refuse("not_now", "away_too_long", "days", most=most)
    return [table_events.Away(seat=seat, days=message.days, id=message.id) for seat in mine]


def _playing_seats(table: Table, person: str) -> list[int]:
    """The seats of a person who plays in a game that runs."""
    mine = table.seats_of(person)
    if not mine:
        raise refuse("not_yours", "only_players")
    if table.status != "playing":
        raise refuse("not_now", "not_playing")
    return mine
