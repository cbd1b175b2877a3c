"""Data folders that older servers have stored open with this one, and everything in them goes on."""

import asyncio
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest

from kabuto.host.rooms.room import Room
from kabuto.server.check_store import opened as checked
from kabuto.server.runtime.clock import SystemChance
from kabuto.table import load
from tests.server import inside
from tests.server.browsers import Clock, Place, opened

from . import counts, shelf

pytestmark = pytest.mark.uncounted
FOLDERS = [batch.file for batch in shelf.batches() if batch.kind == counts.FOLDERS]


@pytest.fixture(params=FOLDERS)
def facts(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Any]:
    """What is known of a folder; it lies in the test's own."""
    with tarfile.open(shelf.DATA / request.param) as archive:
        archive.extractall(tmp_path, filter="data")
    found: dict[str, Any] = json.loads((tmp_path / "facts.json").read_text(encoding="utf-8"))
    return found


async def test_nothing_counts_as_damaged_and_everybody_finds_their_tables(
    tmp_path: Path, facts: dict[str, Any]
) -> None:
    with checked(tmp_path) as folder:
        assert all(folder.condition(name).is_sound for name in folder.tables())

    async with opened(tmp_path, Clock(facts["made"] + 10)) as place:
        host = await place.browser(dict([facts["cookies"]["host"].split("=", 1)]))
        assert await host.name() == "Host"
        assert len((await host.get("/api/me/devices"))["devices"]) == facts["devices"]
        lobby = await host.get("/api/tables")
        assert sorted(entry["id"] for entry in lobby["mine"]) == facts["mine"]
        assert lobby["damaged"] == []
        phone = await place.browser()
        assert (await phone.claim(facts["link"]))["name"] == "Host"
        await _join(place, facts)
        await _compare_records(place, facts)
        await _newer(place, facts)


async def _join(place: Place, facts: dict[str, Any]) -> None:
    """An invitation still works."""
    waiting = facts["tables"]["waiting"]
    friend = await place.browser()
    await friend.post(f"/api/tables/{waiting['id']}/join", {"invite": waiting["invite"]})


async def _compare_records(place: Place, facts: dict[str, Any]) -> None:
    """Finished games and kept records are the same."""
    host = await place.browser(dict([facts["cookies"]["host"].split("=", 1)]))
    for table in facts["tables"].values():
        for name in (table["id"], table["kept"]) if "record" in table else ():
            found = await host.get(f"/api/tables/{name}/record")
            stored = table["record"]  # an option that it doesn't name is named now, and means what it meant
            meant = {**stored, "options": dict(load(stored).options)}
            assert stored["options"].items() <= meant["options"].items()
            assert {key: found[key] for key in meant} == meant


async def _newer(place: Place, facts: dict[str, Any]) -> None:
    """A study and a recovery phrase, where the server knew them."""
    somebody = await place.browser()
    if "study" in facts:
        study = (await somebody.get(f"/api/studies/{facts['study']}"))["study"]
        assert (study["title"], len(study["nodes"])) == ("A first look", 2)
    if "phrase" in facts:
        token = (await somebody.post("/api/recover", {"phrase": facts["phrase"]}))["token"]
        assert (await somebody.claim(token))["name"] == "Host"


async def test_every_game_goes_on_where_it_was(tmp_path: Path, facts: dict[str, Any]) -> None:
    async with inside.house(tmp_path, chance=SystemChance(delay=lambda: 0.0)) as home:
        going_on = [table for table in facts["tables"].values() if "legal" in table]
        assert len(going_on) >= 3
        for known in going_on:
            async with home.host.tables.visit(known["id"]) as room:
                wire = room.table.created.game
                people = [inside.Listener(seat.person, wire=wire) for seat in room.table.seats]
                for each in people:
                    await room.enter(each.client, None)
                await _go_on(room, people, known)


async def _go_on(room: Room, people: list[inside.Listener], known: dict[str, Any]) -> None:
    """Everybody sees what was seen, and somebody plays."""
    states = [each.heard("state")[0] for each in people]
    log = [entry["move"] for entry in states[0]["log"]]
    assert log[: len(known["log"])] == known["log"]
    assert [said["text"] for said in states[0]["talk"]] == known["talk"]
    if len(log) == len(known["log"]):  # otherwise somebody has passed who could do nothing else
        assert [sorted(state["own"]["legal"]) for state in states] == known["legal"]
    await _rested(room)
    seat, before = room.table.to_move[0], room.table.seq
    move = str(room.table.sees(seat).legal_moves()[0])
    await inside.play(room, people[seat], seat, move)
    await _rested(room)
    assert room.table.seq > before
    assert not people[seat].heard("refused")


async def _rested(room: Room) -> None:
    """Wait until nobody passes by force."""
    while room._passes.is_waiting:
        await asyncio.sleep(0)
    await inside.settled(room)
