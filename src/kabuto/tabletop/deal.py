"""How a game is dealt: by the server's secret and by what persons add to it. Nothing changes here.

The server has committed to its secret when the table was set. In the second version, pages seal a part when
they know that commitment; once all seats are taken and all seals there, nothing of it can change any more,
and persons open their seals. In the first version they sealed when taking a seat.
"""

from kabuto.protocol.errors import refuse
from kabuto.protocol.socket import Open, Seal
from kabuto.table import Seat, deals
from kabuto.tabletop.outside import Chance
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Began, Event, Opened, Sealed, SealsTold
from kabuto.tabletop.time_limits import is_of_days


def to_seal(table: Table) -> list[int]:
    """The seats whose pages said that they will seal, and have not yet."""
    if table.deal.bond is None or table.deal.is_told or table.status != "waiting":
        return []
    return sorted(seat for seat in table.deal.sealing if not table.deal.shares[seat].seal)


def sealed(table: Table) -> list[int]:
    """The seats whose seals have to be opened before the deal."""
    is_due = table.deal.secret and table.is_full and table.deal.is_told
    shares = enumerate(table.deal.shares if is_due else ())
    return [seat for seat, share in shares if share.seal and not share.part]


def sealing(table: Table, person: str, message: Seal) -> list[Event]:
    """Seal what one adds to the deal of this table: once, in time, and knowing what it is bound to."""
    seat, bond = message.seat, table.deal.bond
    _check_seat(table, person, seat)
    if message.table != table.id:
        raise refuse("bad_request", "other_table")
    if table.game is not None:
        raise refuse("late", "deal_sealed_late")
    if bond is None:
        raise refuse("not_now", "deal_first_version")
    if (message.commitment, message.start) != (bond.commitment, bond.start):
        raise refuse("bad_request", "deal_other_bond", "commitment")
    if table.deal.is_told:
        raise refuse("late", "deal_sealed_late")
    if table.deal.shares[seat].seal:
        raise refuse("not_now", "deal_sealed")
    if any(share.seal == message.seal for share in table.deal.shares):
        raise refuse("bad_request", "deal_seal_taken", "seal")
    return [Sealed(seat=seat, seal=message.seal, id=message.id)]


def opening(table: Table, person: str, message: Open) -> list[Event]:
    """Open the seal of one's seat: once, in time, and with the part that was sealed."""
    seat = message.seat
    _check_seat(table, person, seat)
    if table.status != "waiting":
        raise refuse("late", "deal_made")
    if not table.is_full or not table.deal.is_told:
        raise refuse("not_now", "deal_not_due")
    if seat not in sealed(table):
        raise refuse("not_now", "deal_opened" if table.deal.shares[seat].part else "deal_unsealed")
    bond, part = table.deal.bond, message.part
    if table.deal.shares[seat].seal != (bond.seal(seat, part) if bond else deals.seal(part)):
        raise refuse("bad_request", "deal_other_part", "part")
    return [Opened(seat=seat, part=part, id=message.id)]


def _check_seat(table: Table, person: str, seat: int) -> None:
    if seat >= len(table.seats) or table.seats[seat].person != person:
        raise refuse("not_yours", "not_your_seat", seat=Seat(seat))


def settled(table: Table, chance: Chance) -> list[Event]:
    """What follows once all seats are taken and no one is waited for: seals are told, then the game dealt."""
    if not table.is_full or to_seal(table) or sealed(table):
        return []
    return [_next(table, chance.part())]


def overdue(table: Table) -> Event:
    """What follows when no one is waited for any longer."""
    return _next(table)


def _next(table: Table, secret: str = "") -> Event:
    """The next step of a deal: all seals are told if there are any, then the game is dealt."""
    is_told = table.deal.is_told or not any(share.seal for share in table.deal.shares)
    return begin(table, secret) if table.deal.bond is None or is_told else SealsTold()


def begin(table: Table, secret: str = "") -> Began:
    """The game is dealt, or goes on where its table was set to; seals that were not opened count as they are.

    A table that has committed to no secret takes this one. Where several persons play at the same time,
    their clocks wait until everyone is ready.
    """
    made, proof = table.created, table.proof()
    persons = {seat.person for seat in table.seats} - {""}
    asks_ready = made.clock is not None and not is_of_days(made.clock) and len(persons) > 1
    seed = proof.seed if proof else deals.seed(secret, table.deal.shares)
    game = deals.begin(made.game, made.options, made.record, seed)
    return Began(record=game.record(), seed=f"{seed:x}", asks_ready=asks_ready)
