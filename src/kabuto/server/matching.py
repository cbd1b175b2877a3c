"""Brings people together who want to play whoever comes next.

Everybody who waits sits at a public table made for that. Whoever comes takes a seat at the one whose host is
nearest in strength, or sets another. Two who come at once may both set one, at different servers too: who
waits asks again now and then, and moves to a table that is older. So it is always the later one who moves.
"""

from contextlib import AsyncExitStack, suppress
from functools import partial

from kabuto.server import deciding
from kabuto.server.calls import Call
from kabuto.server.catalogue import options_of
from kabuto.server.events import Event
from kabuto.server.messages import Friend, Myself, NewTable, NextPerson, SeatPlan, Value
from kabuto.server.room import Room
from kabuto.server.seating import Summary
from kabuto.server.speech import No
from kabuto.server.statistics import MEAN
from kabuto.server.table import Table

MOST = 500
"""How many of the public tables that wait are looked at, the newest ones."""
TRIED = 50
"""With how many of those who want the same a meeting is tried, the nearest in strength."""
ANSWERED = 0.5
"""Seconds until other servers have said who is at a table there."""
PATIENCE = 3600
"""Seconds after which nobody is waited for any more who doesn't have the table open."""


async def next_person(call: Call, wish: NextPerson) -> str:
    """A table with somebody who wants the same, or the one at which this person waits; its id."""
    house, person = call.house, call.person
    options = options_of(wish.game, wish.options, wish.players)
    waiting = await _waiting(call)
    mine = [table for table in waiting if any(seat.person == person for seat in table.seats)]
    own = next((table for table in mine if _fits(table, wish, options)), None)
    for table in mine:
        if table is not own:
            await _give_up(call, table)
    others = [table for table in waiting if table not in mine and _fits(table, wish, options)]
    if own:
        others = [table for table in others if _age(table) < _age(own)]
    rating = await house.strength(person, wish.game) if others else None
    others.sort(key=lambda each: _distance(each, rating.value if rating else MEAN))
    for table in await _attended(call, others[:TRIED]):
        if own and not await _give_up(call, own):
            return own.id  # the last one has come meanwhile
        own = None
        if await _sit(call, table.id, wish.seal):
            return table.id
    return own.id if own else await _set(call, wish)


async def _waiting(call: Call) -> list[Summary]:
    """The tables at which people wait for whoever comes next."""
    listed = await call.house.store.public(("waiting",), MOST)
    found = [await call.house.lists.summary(each) for each in listed]
    return [table for table in found if table and table.is_matched and table.status == "waiting"]


def _fits(table: Summary, wish: NextPerson, options: dict[str, Value]) -> bool:
    """Whether a table is what somebody wants, its edition and the other options included."""
    return (table.game, table.options, table.clock) == (wish.game, options, wish.clock)


def _age(table: Summary) -> tuple[int, str]:
    return table.created, table.id


def _distance(table: Summary, mine: float) -> float:
    """How far the host is from a strength; who is not known may be in the middle."""
    return abs((table.strength.value if table.strength else MEAN) - mine)


async def _attended(call: Call, tables: list[Summary]) -> list[Summary]:
    """Those of some tables that somebody who waits there still has open, at any server.

    Who has been gone for long no longer waits.
    """
    house = call.house
    async with AsyncExitStack() as visits:
        rooms: list[tuple[Summary, Room]] = []
        for table in tables:
            with suppress(No):  # it can't be read
                rooms.append((table, await visits.enter_async_context(house.visit(table.id))))
        if house.servers.is_shared and not all(_is_attended(room) for _, room in rooms):
            await house.world.sleep(ANSWERED)
        for table, room in rooms:
            if not _is_attended(room) and house.world.time() - table.created > PATIENCE:
                for seat in table.seats:
                    await room.change(partial(_left, person=seat.person))
        return [table for table, room in rooms if _is_attended(room)]


def _is_attended(room: Room) -> bool:
    return any(seat.person in room.here for seat in room.table.seats if seat.person)


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


async def _give_up(call: Call, table: Summary) -> bool:
    """Leave a table where this person waits; whether the game had not begun."""
    async with call.house.visit(table.id) as room:
        await room.change(partial(_left, person=call.person))
        return not room.table.seats_of(call.person)


def _left(table: Table, person: str) -> list[Event]:
    """Leave a table where a person waits, unless everybody has come."""
    is_waiting = table.status == "waiting" and not table.is_full and table.seats_of(person)
    return deciding.leave(table, person) if is_waiting else []


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
