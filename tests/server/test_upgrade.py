"""A data folder of an older version opens with everything in it, and every game goes on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from kabuto.host.rooms.room import Room
from kabuto.server.check_store import opened as checked

from . import format3, inside
from .browsers import Clock, opened

HANDS = [["B4", "H4", "R3", "S2", "S3"], ["R3", "S2", "S3", "T", "V2"]]


@pytest.fixture
def facts(tmp_path: Path) -> dict[str, Any]:
    """The folder, and what is known about it."""
    return format3.write(tmp_path)


def persons(room: Room) -> list[inside.Listener]:
    """Who sits at a table."""
    return [inside.Listener(seat.person) for seat in room.table.seats]


@asynccontextmanager
async def table(data: Path, name: str) -> AsyncIterator[tuple[Room, list[inside.Listener]]]:
    """A table of the folder, opened by those who sit there."""
    async with inside.house(data) as home, home.host.tables.visit(name) as room:
        people = persons(room)
        for each in people:
            await room.enter(each.client, None)
        await inside.settled(room)
        yield room, people


async def choose(room: Room, who: inside.Listener, seat: int, *tokens: str) -> None:
    """Choose tokens for an opening hand."""
    for token in tokens:
        await inside.play(room, who, seat, f"+{token}")
    assert not who.heard("refused")


def hand(room: Room, seat: int) -> list[str]:
    """The hand of a seat as it sees it, sorted."""
    return sorted(room.table.sees(seat).hand)


async def play_on(room: Room, people: list[inside.Listener]) -> None:
    """Seat 0 plays a turn, and the other one."""
    for seat in (0, 1):
        assert room.table.to_move == [seat]
        move = next(str(m) for m in room.table.sees(seat).legal_moves() if str(m)[0] in "HBRS")
        await inside.play(room, people[seat], seat, move)
        await inside.play(room, people[seat], seat, "/")
        assert not people[seat].heard("refused")


def test_nothing_of_the_folder_counts_as_damaged(tmp_path: Path, facts: dict[str, Any]) -> None:
    with checked(tmp_path) as folder:
        conditions = [folder.condition(name) for name in folder.tables()]
    assert len(conditions) == 9
    assert all(condition.is_sound for condition in conditions)


async def test_a_hand_in_the_middle_of_being_chosen(tmp_path: Path, facts: dict[str, Any]) -> None:
    """One seat has confirmed its hand; the other has chosen three tokens, one of them twice."""

    async with table(tmp_path, facts["choosing"]["id"]) as (room, people):
        assert room.table.to_move == [0]
        own = people[0].heard("state")[0]["own"]
        assert sorted(own["private"]["hand"]) == sorted(facts["choosing"]["hand"])
        assert own["legal"] == facts["choosing"]["legal"]
        await inside.undo(room, people[0], 0)
        assert hand(room, 0) == ["S2", "S3"]
        await choose(room, people[0], 0, "H4", "B4", "R3")
        assert [hand(room, seat) for seat in (0, 1)] == HANDS
        await play_on(room, people)


async def test_hands_that_were_complete_but_not_all_confirmed(tmp_path: Path, facts: dict[str, Any]) -> None:
    async with table(tmp_path, facts["complete"]["id"]) as (room, people):
        assert [hand(room, seat) for seat in (0, 1)] == HANDS
        await play_on(room, people)


async def test_a_choice_taken_back_when_all_hands_were_complete(
    tmp_path: Path, facts: dict[str, Any]
) -> None:
    async with table(tmp_path, facts["reopened"]["id"]) as (room, people):
        assert room.table.to_move == [1]
        assert hand(room, 1) == sorted(facts["reopened"]["hands"][1])
        await choose(room, people[1], 1, "T")
        assert [hand(room, seat) for seat in (0, 1)] == HANDS
        await play_on(room, people)


async def test_a_turn_in_progress(tmp_path: Path, facts: dict[str, Any]) -> None:
    """Hands were chosen and confirmed, four turns played, one is in progress; with talk and clocks."""
    known = facts["playing"]

    async with table(tmp_path, known["id"]) as (room, people):
        watcher = inside.Listener("watcher")
        await room.enter(watcher.client, None)
        states = [each.heard("state")[0] for each in (*people, watcher)]
        assert [entry["move"] for entry in states[0]["own"]["turn"]] == known["turn"]
        assert [sorted(state["own"]["private"]["hand"]) for state in states[:2]] == known["hands"]
        assert [entry["move"] for entry in states[2]["log"]] == known["log"]
        assert states[2]["position"]["tokens"] == known["tokens"]
        assert [line["text"] for line in states[2]["talk"]] == ["Good luck", "Who wins?", "Thank you"]
        assert states[2]["muted"] == [known["watcher"]]
        assert states[2]["clocks"]["running"] == [0]
        await inside.undo(room, people[0], 0)
        await play_on(room, people)


async def test_a_finished_game_and_its_rematch(tmp_path: Path, facts: dict[str, Any]) -> None:
    known = facts["finished"]

    async with table(tmp_path, known["id"]) as (room, people):
        state = people[0].heard("state")[0]
        assert state["result"]["winners"] == known["winners"]
        assert state["result"]["details"]["captured"] == known["captured"]
        assert room.table.game is not None
        assert room.table.game.record()["outcome"] == known["outcome"]
        assert [offer["what"] for offer in state["offers"]] == ["rematch"]
    async with inside.house(tmp_path) as home:
        for name in ("record", "what_if", "handed", "waiting"):
            async with home.host.tables.visit(facts[name]["id"]) as other:
                assert other.table.seats
                await inside.settled(other)


async def test_a_seat_that_a_program_took_for_good_is_taken_back(
    tmp_path: Path, facts: dict[str, Any]
) -> None:
    async with inside.house(tmp_path) as home, home.host.tables.visit(facts["handed"]["id"]) as room:
        await inside.settled(room)
        seat = room.table.seats[1]
        assert seat.program
        host = inside.Listener(room.table.seats[0].person)
        await room.enter(host.client, None)
        move = next(str(m) for m in room.table.sees(0).legal_moves() if str(m)[0] in "HBRS")
        for notation in (move, "/"):
            await inside.play(room, host, 0, notation)
        await inside.settled(room)
        watcher = inside.Listener("watcher")
        await room.enter(watcher.client, None)
        shown = watcher.heard("state")[0]
        assert (shown["table"]["seats"][1]["who"], shown["table"]["status"]) == ("person", "playing")
        assert any(entry.get("by") for entry in shown["log"] if entry["seat"] == 1)
        guest = inside.Listener(seat.person)
        await room.enter(guest.client, None)
        assert guest.heard("state")[0]["own"]["seat"] == 1
        assert room.table.seats[1].is_person


async def test_cookies_devices_and_the_personal_link(tmp_path: Path, facts: dict[str, Any]) -> None:
    cookies = dict([facts["cookies"]["host"].split("=", 1)])

    async with opened(tmp_path, Clock(facts["link"]["expires"] - 10)) as place:
        host = await place.browser(cookies)
        assert await host.name() == "Host"
        assert len((await host.get("/api/me/devices"))["devices"]) == facts["devices"]
        lobby = await host.get("/api/tables")
        assert facts["choosing"]["id"] in [each["id"] for each in lobby["mine"]]
        assert facts["finished"]["id"] in [each["id"] for each in lobby["finished"]]
        assert lobby["damaged"] == []
        phone = await place.browser()
        assert (await phone.claim(facts["link"]["token"]))["name"] == "Host"
        guest = await place.browser()
        await guest.post(f"/api/tables/{facts['waiting']['id']}/join", {"invite": facts["waiting"]["invite"]})


async def test_a_confirmation_is_no_move_any_more(tmp_path: Path, facts: dict[str, Any]) -> None:
    async with table(tmp_path, facts["choosing"]["id"]) as (room, people):
        await inside.play(room, people[0], 0, "/")
        assert people[0].heard("refused")[0]["error"] == "illegal"
