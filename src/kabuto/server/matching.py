"""Brings people together who want to play whoever comes next.

Everybody who waits sits at a public table made for that. Whoever comes takes a seat at the one whose host is
nearest in strength, or sets another. Two who come at once may both set one, at different servers too: who
waits asks again now and then, and moves to a table that is older. So it is always the later one who moves.
"""

from kabuto.server import deciding
from kabuto.server.calls import Call
from kabuto.server.events import Event
from kabuto.server.messages import Friend, Myself, NewTable, NextPerson, SeatPlan
from kabuto.server.seating import Summary
from kabuto.server.speech import No
from kabuto.server.statistics import MEAN
from kabuto.server.table import Table

MOST = 500
"""How many of the public tables that wait are looked at, the newest ones."""
ANSWERED = 0.5
"""Seconds until other servers have said who is at a table there."""


async def next_person(call: Call, wish: NextPerson) -> str:
    """A table with somebody who wants the same, or the one at which this person waits; its id."""
    house, person = call.house, call.person
    waiting = await _waiting(call)
    mine = [table for table in waiting if table.host == person]
    own = next((table for table in mine if _fits(table, wish)), None)
    await _give_up(call, [table for table in mine if table is not own])
    others = [table for table in waiting if table.host != person and _fits(table, wish)]
    if own:
        others = [table for table in others if _age(table) < _age(own)]
    rating = await house.strength(person, wish.game) if others else None
    for table in sorted(others, key=lambda each: _distance(each, rating.value if rating else MEAN)):
        if not await _is_somebody_there(call, table):
            continue
        if own and not await _give_up(call, [own]):
            return own.id  # somebody has come meanwhile
        own = None
        if await _sit(call, table.id, wish.seal):
            return table.id
    return own.id if own else await _set(call, wish)


async def _waiting(call: Call) -> list[Summary]:
    """The tables at which people wait for whoever comes next."""
    listed = await call.house.store.public(("waiting",), MOST)
    found = [await call.house.summary(each) for each in listed]
    return [table for table in found if table and table.is_matched and table.status == "waiting"]


def _fits(table: Summary, wish: NextPerson) -> bool:
    return (table.game, len(table.seats), table.clock) == (wish.game, wish.players, wish.clock)


def _age(table: Summary) -> tuple[int, str]:
    return table.created, table.id


def _distance(table: Summary, mine: float) -> float:
    """How far the host is from a strength; who is not known may be in the middle."""
    return abs((table.strength.value if table.strength else MEAN) - mine)


async def _is_somebody_there(call: Call, table: Summary) -> bool:
    """Whether those who wait at a table still have it open, at any server."""
    async with call.house.visit(table.id) as room:
        persons = {seat.person for seat in table.seats if seat.person}
        if not persons & room.here and call.house.servers.is_shared:
            await call.house.world.sleep(ANSWERED)
        return bool(persons & room.here)


async def _sit(call: Call, table: str, seal: str | None) -> bool:
    """Take a seat; whether there was still one."""
    name = await call.name()
    try:
        async with call.house.visit(table) as room:
            await room.change(lambda there: deciding.sit(there, call.person, name, None, None, seal))
    except No as refusal:
        if refusal.error == "not_now":
            return False
        raise
    return True


async def _give_up(call: Call, tables: list[Summary]) -> bool:
    """Leave tables where this person waits alone; whether nobody had come."""

    def leave(table: Table) -> list[Event]:
        is_alone = all(seat.person in ("", call.person) for seat in table.seats)
        return deciding.leave(table, call.person) if is_alone and table.status == "waiting" else []

    closed = True
    for each in tables:
        async with call.house.visit(each.id) as room:
            await room.change(leave)
            closed &= room.table.status == "closed"
    return closed


async def _set(call: Call, wish: NextPerson) -> str:
    """A new table at which this person waits, on any seat."""
    call.house.guard.spend("tables", call.person, call.address)
    seats: list[SeatPlan] = [Friend()] * wish.players
    seats[call.house.world.seed() % wish.players] = Myself()
    table = NewTable(
        seats=seats,
        game=wish.game,
        options=wish.options,
        clock=wish.clock,
        visibility="public",
        seal=wish.seal,
    )
    return await call.house.set_table(call.person, await call.name(), table, is_matched=True)
