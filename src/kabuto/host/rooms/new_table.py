"""A table that is set: its first events, before they are stored."""

from collections.abc import Sequence

from msgspec.structs import replace

from kabuto.host.clock import Chance
from kabuto.host.rooms import listing
from kabuto.host.store import Batch
from kabuto.protocol.http import Friend, Program, SeatPlan
from kabuto.tabletop import deal
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Committed, Created, Event, Pledged, Sat, encode


class NewTableEvents:
    """A new table: the server commits to its part of the deal; the game begins if all seats are taken."""

    def __init__(self, name: str, created: Created, sat: Sequence[Sat], at: int, chance: Chance) -> None:
        events = [replace(event, at=at) for event in _first(created, sat, chance)]
        self.table = table = Table(name, events)
        for event in deal.settled(table, chance):
            events.append(replace(event, at=at))
            table.apply(events[-1], is_new=True)
        bodies = [encode(event) for event in events]
        start = table.deal.bond.start if table.deal.bond else ""
        self.batch = Batch(name, 0, bodies, listing.row(table), table.deal.secret, start)


def _first(created: Created, sat: Sequence[Sat], chance: Chance) -> list[Event]:
    """The first events, with the server's commitment: by the first version if only older pages add something.

    Nothing is committed to for a record, nor for a game that goes on from one without moves: its deal is
    known already, so nothing could be proven of it.
    """
    if created.is_record or (created.record is not None and not created.record["moves"]):
        return [created, *sat]
    added: list[Created | Sat] = [created, *sat]
    if any(each.seal for each in added) and not any(each.will_seal for each in added):
        return [created, Committed(secret=chance.part()), *sat]
    unsealed = [replace(each, seal="") for each in sat]
    return [replace(created, seal=""), Pledged(secret=chance.part()), *unsealed]


def rematch(old: Table, name: str, at: int, chance: Chance) -> NewTableEvents:
    """The same table again, all one seat further; not stored yet."""
    made, count = old.created, len(old.seats)
    order = [(seat + 1) % count for seat in range(count)]  # who sat on seat 1 begins
    states = [old.seats[seat] for seat in order]
    plans: list[SeatPlan] = [Program(state.program) if state.program else Friend() for state in states]
    options = {} if old.game is None else dict(old.game.options)
    created = Created(
        host=made.host,
        game=made.game,
        options=options,
        seats=plans,
        invites=[chance.secret() if isinstance(plan, Friend) else "" for plan in plans],
        clock=made.clock,
        visibility=made.visibility,
        hints=made.hints,
    )
    sat = [
        Sat(
            seat=seat,
            person=state.person,
            name=state.name,
            seal=old.next_seals.get(order[seat], ""),
            will_seal=order[seat] in old.next_sealing,
        )
        for seat, state in enumerate(states)
        if state.is_person and not state.left
    ]
    return NewTableEvents(name, created, sat, at, chance)
