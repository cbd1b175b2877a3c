"""What a person may take along, and what becomes of them when they delete themselves.

Games belong to everybody who played them, so they stay, without the person's name and talk. The events that
hold these are rewritten, not only followed by others.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from kabuto.server import deciding
from kabuto.server.conversation import speaker
from kabuto.server.devices import DAY
from kabuto.server.events import Created, Event, Named, Sat, Talked, decode
from kabuto.server.messages import Myself
from kabuto.server.speech import No
from kabuto.server.store import Database, Store
from kabuto.server.table import Table

if TYPE_CHECKING:
    from kabuto.server.house import House

NOBODY = "N. N."
"""The name of somebody who deleted themselves."""
SILENCE = "…"
"""What stays of their talk."""
FORGOTTEN = ("persons", "phrases", "passkeys", "links", "subscriptions", "sitting", "studies")
"""Where nothing of them stays."""


async def exported(house: "House", person: str) -> list[dict[str, Any]]:
    """The tables of a person: what was played there if it is over, and what the person said."""
    names = sorted(await house.store.of_person(person))
    return [found for name in names if (found := await _table(house, name, person))]


async def _table(house: "House", name: str, person: str) -> dict[str, Any] | None:
    try:
        table, bodies = await house.read(name)
    except No:  # damaged, or its game was uninstalled
        return None
    is_over = table.status in ("over", "record") and table.game is not None
    who = speaker(table, person)
    return {
        "id": name,
        "game": table.created.game,
        "options": table.created.options,
        "status": table.status,
        "created": table.created.at // 1000,
        "seats": [seat.name or seat.program for seat in table.seats],
        "mine": table.seats_of(person),
        "record": table.game.record() if is_over and table.game else None,
        "talk": [
            {"at": event.at // 1000, "text": event.text}
            for event in map(decode, bodies)
            if isinstance(event, Talked) and event.by == who
        ],
    }


async def erase(house: "House", person: str) -> set[str]:
    """Delete a person; the devices that are signed out by that."""
    for name in await house.store.of_person(person):
        with suppress(No):  # it is over, or can't be read any more
            async with house.visit(name) as room:
                with suppress(No):
                    await room.change(lambda table: deciding.leave(table, person))
                await room.rewrite(lambda table, events: without(table, events, person))
    return await _forget(house.store, person, int(house.world.time()) // DAY)


def without(table: Table, events: Iterable[Event], person: str) -> Iterator[Event]:
    """The events of a table without the name and talk of a person."""
    who, mine = speaker(table, person), set[int]()
    for event in events:
        match event:
            case Created(host=host, seats=seats) if host == person:
                mine |= {seat for seat, plan in enumerate(seats) if isinstance(plan, Myself)}
                nameless = [Myself(NOBODY) if isinstance(plan, Myself) else plan for plan in seats]
                yield replace(event, seats=nameless, strength=None)
            case Sat(seat=seat) if event.person == person:
                mine.add(seat)
                yield replace(event, name=NOBODY)
            case Sat(seat=seat):
                mine.discard(seat)
                yield event
            case Named(seat=seat) if seat in mine:
                yield replace(event, name=NOBODY)
            case Talked() if event.by == who or (not event.by and event.seat in mine):
                yield replace(event, name=NOBODY, text=SILENCE)
            case _:
                yield event


async def _forget(store: Store, person: str, today: int) -> set[str]:
    """Forget a person, but for which devices are signed out: their cookies are still somewhere."""

    async def work(database: Database) -> list[Any]:
        for table in FORGOTTEN:
            column = "id" if table == "persons" else "person"
            await database.execute(f"DELETE FROM {table} WHERE {column} = ?", person)
        await database.execute(
            "INSERT INTO devices VALUES (?, ?, '', '', ?, ?, ?) ON CONFLICT (id) DO NOTHING",
            *(person, person, today, today, today),
        )
        await database.execute(
            "UPDATE devices SET browser = '', system = '', ended = ? WHERE person = ?", today, person
        )
        return await database.rows("SELECT id FROM devices WHERE person = ?", person)

    return {name for (name,) in await store.write(work, is_repeatable=True)}
