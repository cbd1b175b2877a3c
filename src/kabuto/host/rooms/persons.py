"""A person at all of their tables: a new name, what they may take along, and what stays if they are deleted.

Games belong to everyone who played them, so they stay, without the person's name and talk. The events that
hold these are rewritten, not only followed by others.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from kabuto.host.call import Call
from kabuto.host.computing import Computing
from kabuto.host.rooms import given_up
from kabuto.host.rooms.lobby import Lists
from kabuto.host.rooms.registry import TableRegistry
from kabuto.host.rooms.room import replayed
from kabuto.host.store import Damaged, Store
from kabuto.protocol.errors import Refusal
from kabuto.protocol.http import Myself
from kabuto.tabletop import decisions
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Created, Event, Named, Sat, Talked, decode

NOBODY = "N. N."
"""The name of a person who deleted themselves."""
MOST_UNFINISHED = 10_000
"""How many games are exported of those that were given up."""
SILENCE = "…"
"""What stays of their talk."""


async def rename(tables: TableRegistry, lists: Lists, person: str, old: str, name: str) -> None:
    """Show a person's new name at the tables that can be read."""

    async def at_table(table: str) -> None:
        with suppress(Refusal):
            async with tables.visit(table) as room:
                await room.change(lambda table: decisions.rename(table, person, old, name))

    await asyncio.gather(*(at_table(table.id) for table in await lists.open_tables(person)))


async def exported(
    store: Store, tables: TableRegistry, computing: Computing, call: Call
) -> list[dict[str, Any]]:
    """The tables of a person: what was played there if it is over, and what the person said.

    Of tables where the person only watched, it is what was said alone: the game belongs to others.
    """
    sat, spoke = await store.of_person(call.person), await store.spoken_at(call.person)

    async def stored() -> AsyncIterator[tuple[Any, ...]]:
        for name in sorted(sat | spoke):
            if not tables.why_closed(name):
                with suppress(Refusal, Damaged):
                    yield name, await store.events(name), call.person, name in sat

    found = await computing.find_each(call, "export", _told, stored())
    return [each for each in found if each]


async def unfinished(store: Store, person: str) -> list[dict[str, Any]]:
    """The games that a person gave up and whose tables are gone."""
    found = map(given_up.read, await store.unfinished(person, MOST_UNFINISHED))
    return [{"game": each.game, "options": each.options, "updated": each.updated} for each in found]


def _told(name: str, bodies: Sequence[bytes], person: str, is_own: bool) -> dict[str, Any] | None:
    """What a person may take along of a table; None if it cannot be read any more."""
    try:
        table = replayed(name, bodies)
    except Exception:  # it is damaged, or its game was uninstalled; anyone who opens it is told
        return None
    is_over = table.status in ("over", "record") and table.game is not None
    who = table.speaker(person)
    return {
        "id": name,
        "game": table.created.game,
        "options": table.created.options,
        "status": table.status,
        "created": table.created.at // 1000,
        "seats": [seat.name or seat.program for seat in table.seats],
        "mine": table.seats_of(person),
        "record": table.game.record() if is_over and is_own and table.game else None,
        "talk": [
            {"at": event.at // 1000, "text": event.text}
            for event in map(decode, bodies)
            if isinstance(event, Talked) and event.by == who
        ],
    }


async def erase(store: Store, tables: TableRegistry, person: str) -> None:
    """Take a person out of all tables."""
    for name in await store.of_person(person) | await store.spoken_at(person):
        with suppress(Refusal):  # it is over, or can't be read any more
            async with tables.visit(name) as room:
                with suppress(Refusal):
                    await room.change(lambda table: decisions.leave(table, person))
                await room.rewrite(lambda table, events: without(table, events, person))


def without(table: Table, events: Iterable[Event], person: str) -> Iterator[Event]:
    """The events of a table without the name and talk of a person."""
    who, mine = table.speaker(person), set[int]()
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
