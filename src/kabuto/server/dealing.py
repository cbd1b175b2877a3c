"""How a game is dealt: by the server's secret and by what persons add to it. Nothing changes here.

The server has committed to its secret when the table was set, and a person seals a part when taking a seat.
Once all seats are taken nothing of that can change any more, and persons open their seals.
"""

from kabuto.server.events import Began, Event, Opened
from kabuto.server.patience import is_of_days
from kabuto.server.socket_messages import Open
from kabuto.server.speech import no
from kabuto.server.table import Table
from kabuto.server.world import World
from kabuto.table import Seat, deals


def sealed(table: Table) -> list[int]:
    """The seats whose seals have to be opened before the deal."""
    shares = enumerate(table.shares if table.secret and table.is_full else ())
    return [seat for seat, share in shares if share.seal and not share.part]


def opening(table: Table, person: str, message: Open) -> list[Event]:
    """Open the seal of one's seat: once, in time, and with the part that was sealed."""
    seat = message.seat
    if seat >= len(table.seats) or table.seats[seat].person != person:
        raise no("not_yours", "not_your_seat", seat=Seat(seat))
    if table.status != "waiting":
        raise no("late", "deal_made")
    if not table.is_full:
        raise no("not_now", "deal_not_due")
    if seat not in sealed(table):
        raise no("not_now", "deal_opened" if table.shares[seat].part else "deal_unsealed")
    if deals.seal(message.part) != table.shares[seat].seal:
        raise no("bad_request", "deal_other_part", "part")
    return [Opened(seat=seat, part=message.part, id=message.id)]


def settled(table: Table, world: World) -> list[Event]:
    """The deal, if all seats are taken and nobody is waited for."""
    return [begin(table, world.part())] if table.is_full and not sealed(table) else []


def begin(table: Table, secret: str = "") -> Began:
    """The game is dealt, or goes on where its table was set to; seals that were not opened count as they are.

    A table of an older version has not committed to a secret: it takes this one. Where several persons play
    at the same time, their clocks wait until everybody is ready.
    """
    made = table.created
    persons = {seat.person for seat in table.seats} - {""}
    asks_ready = made.clock is not None and not is_of_days(made.clock) and len(persons) > 1
    seed = deals.seed(table.secret or secret, table.shares)
    game = deals.begin(made.game, made.options, made.record, seed)
    return Began(record=game.record(), seed=f"{seed:x}", asks_ready=asks_ready)
