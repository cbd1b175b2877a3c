"""Tables: set, joined, left, watched and replayed."""

from typing import Any

from kabuto.host.backend import Answer
from kabuto.host.call import Call
from kabuto.host.host import Host
from kabuto.host.wires import wire_of
from kabuto.protocol.errors import refuse
from kabuto.protocol.http import HIGHEST_SEAT, Join, Lobby, NewTable, NextPerson, TableInfo
from kabuto.protocol.study import Glance, Replay, Upload
from kabuto.table import Game, load
from kabuto.tabletop import decisions, render
from kabuto.tabletop.decisions import finished
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import decode


async def lobby(host: Host, call: Call) -> Lobby:
    """Tables to play, join, watch or replay."""
    return await host.lists.lobby(call.person)


async def new_table(host: Host, call: Call, body: NewTable) -> TableInfo:
    """Set a table."""
    host.guard.spend("tables", call.person, call.address)
    name = await host.name_of(call.person, call.language)
    made = await host.creation.set_table(call.person, name, body, will_seal=call.will_seal)
    return await _info(host, made, call.person)


async def next_person(host: Host, call: Call, body: NextPerson) -> TableInfo:
    """Find a table with the next person who comes."""
    name = await host.name_of(call.person, call.language)
    found = await host.matchmaking.next_person(call, name, body)
    return await _info(host, found, call.person)


async def upload(host: Host, call: Call, body: Upload) -> TableInfo:
    """Upload a record to replay."""
    host.guard.spend("tables", call.person, call.address)
    game: Game[Any, Any] = await host.computing.find(call, "upload", load, body.record)
    return await _info(host, await host.creation.upload(call.person, game), call.person)


async def table(host: Host, call: Call) -> TableInfo:
    """A table from outside."""
    return await _info(host, call.table, call.person)


async def _info(host: Host, name: str, person: str) -> TableInfo:
    async with host.tables.visit(name) as room:
        return await room.info(person)


async def join(host: Host, call: Call, body: Join) -> TableInfo:
    """Take a seat."""
    name = await host.name_of(call.person, call.language)
    async with host.tables.visit(call.table) as room:
        await room.change(
            lambda table: decisions.sit(
                table, call.person, name, body.invite, body.seat, body.seal, call.will_seal
            )
        )
    return await _info(host, call.table, call.person)


async def leave(host: Host, call: Call) -> TableInfo:
    """Give my seats up."""
    async with host.tables.visit(call.table) as room:
        await room.change(lambda table: decisions.leave(table, call.person))
    return await _info(host, call.table, call.person)


async def record(host: Host, call: Call) -> dict[str, Any]:
    """The record of a finished game."""
    async with host.tables.visit(call.table) as room, room.stored() as table:
        return finished(table).record()


async def glance(host: Host, call: Call) -> Glance:
    """What a spectator sees of a game now."""
    async with host.tables.visit(call.table) as room, room.stored() as table:
        if table.game is None:
            raise refuse("not_now", "not_playing")
        return render.glance(table, wire_of(table.game.name, call.wires), call.language)


async def replay(host: Host, call: Call) -> Answer:
    """A finished game, move by move."""
    seat = call.number("seat", HIGHEST_SEAT)
    host.guard.spend("replays", call.person, call.address)
    async with host.tables.visit(call.table) as room, room.stored() as table:
        game = finished(table)
        if seat is not None and seat >= game.players:
            raise refuse("bad_request", "no_such_seat", "seat", number=game.players)
        name, bodies, here = table.id, room.bodies, frozenset(room.here)
    return await host.computing.answer(
        call, "replay", _replayed, name, bodies, call.person, call.language, call.wires, seat, here
    )


def _replayed(
    name: str,
    bodies: list[bytes],
    person: str,
    language: str,
    wires: str,
    seat: int | None,
    here: frozenset[str],
) -> Replay:
    table = Table(name, map(decode, bodies))
    reader = render.Reader(person, language, wire_of(table.created.game, wires))
    return render.replay(table, reader, seat, here)
