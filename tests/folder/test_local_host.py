"""The host of a page under CPython: whole games, what it refuses, what it goes on with."""

import asyncio
import base64
import json
import subprocess
import sys
from typing import Any

import pytest

import kabuto
from kabuto import BUILT_IN
from kabuto.folder.kept import Shelf
from kabuto.folder.local_host import FORMAT, SAVE, LocalHost, NewerSave
from kabuto.folder.local_store import LocalStore
from kabuto.folder.rehearsal import answers, steady
from kabuto.folder.saving import LARGEST
from kabuto.protocol.endpoints import ENDPOINTS
from tests.support.loops import run

SEATS = [{"who": "me"}, {"who": "program", "program": "level1"}]


def native(*seeds: int) -> list[list[str]]:
    """What is said in rehearsals under this Python, by a process that offers what a page does."""
    command = [sys.executable, "-m", "tests.folder.native", *map(str, seeds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: list[list[str]] = json.loads(done.stdout)
    return found


async def opened(shelf: Shelf) -> LocalHost:
    clock, chance = steady(1)
    host = LocalHost(shelf, clock=clock, chance=chance)
    await host.open()
    return host


async def ask(host: LocalHost, method: str, address: str, body: Any = None) -> tuple[int, Any]:
    status, text = await host.ask(method, address, "" if body is None else json.dumps(body))
    return status, json.loads(text)


def test_a_rehearsal_plays_every_game_to_its_end_and_says_the_same_again() -> None:
    one, other = native(1, 1)
    assert one == other
    assert sum('"result":{' in message for message in one) >= len(BUILT_IN)
    assert [line for line in one if " 500 " in line[:80]] == []


def test_answers_that_lie_beside_the_page_are_those_of_its_host() -> None:
    found = run(answers("de"))
    assert "/api/games" in found
    assert {address.partition("?")[0] for address in found} >= {
        "/api/puzzles",
        "/api/lessons",
        "/api/reference",
    }
    assert "Reisfelder" in json.loads(found["/api/games"])["games"][0]["about"]


def test_every_endpoint_is_answered_or_said_to_need_a_server() -> None:
    async def work() -> None:
        host = await opened(Shelf())
        for endpoint in ENDPOINTS:
            path = endpoint.path.format(table="none", study="none")
            status, found = await ask(host, endpoint.method, f"{path}?language=de", {})
            assert status in (200, 400, 404, 409), (endpoint, found)
        status, found = await ask(host, "POST", "/api/me/link?language=en", {})
        assert (status, found["error"]) == (409, "not_now")
        assert "server" in found["reason"]
        await host.close()

    run(work())


@pytest.mark.parametrize(
    ("method", "address", "body", "status"),
    [
        ("GET", "/api/nothing", "", 404),
        ("POST", "/api/games", "{}", 405),
        ("POST", "/api/me", "nonsense", 400),
        ("POST", "/api/me", '{"name": "\\u0000"}', 400),
        ("POST", "/api/tables", '{"seats": 7}', 400),
        ("GET", "/api/tables/none", "", 404),
        ("GET", "/api/games?language=klingon", "", 200),
    ],
)
def test_nonsense_is_answered_as_a_server_answers_it(
    method: str, address: str, body: str, status: int
) -> None:
    async def work() -> None:
        host = await opened(Shelf())
        found, text = await host.ask(method, address, body)
        assert found == status
        assert "error" in json.loads(text) or status == 200
        await host.close()

    run(work())


def test_a_line_to_a_table_that_is_not_there_ends_with_the_reason() -> None:
    async def work() -> None:
        host = await opened(Shelf())
        told, ended = asyncio.Queue[str](), asyncio.Queue[int]()
        host.connect(1, "/api/tables/none/socket?language=de", told.put_nowait, ended.put_nowait)
        assert json.loads(await told.get())["error"] == "not_found"
        assert await ended.get() == 1008
        host.say(1, "{}")  # nobody is there any more
        host.hang_up(1)
        await host.close()

    run(work())


def test_a_page_goes_on_where_it_was_closed() -> None:
    async def work() -> None:
        shelf = Shelf()
        host = await opened(shelf)
        await ask(host, "POST", "/api/me", {"name": "Somebody"})
        _, table = await ask(host, "POST", "/api/tables", {"game": "samurai", "seats": SEATS})
        again = await opened(shelf)  # the page before was killed
        assert (await ask(again, "GET", "/api/me"))[1]["name"] == "Somebody"
        assert [each["id"] for each in (await ask(again, "GET", "/api/tables"))[1]["mine"]] == [table["id"]]
        told = asyncio.Queue[str]()
        again.connect(1, f"/api/tables/{table['id']}/socket?wire=samurai", told.put_nowait, print)
        assert json.loads(await told.get())["type"] == "state"
        await again.close()
        await host.close()

    run(work())


def test_what_a_newer_version_has_kept_is_left_alone() -> None:
    async def work() -> None:
        shelf = Shelf()
        shelf.things[FORMAT] = b"2"
        with pytest.raises(NewerSave):
            await opened(shelf)
        assert shelf.things == {FORMAT: b"2"}

    run(work())


def test_a_page_offers_what_needs_no_engine() -> None:
    code = """
import asyncio
import base64
from kabuto.folder.kept import Shelf
from kabuto.folder.local_host import LocalHost
from kabuto.folder.surroundings import without_engine
from kabuto.table import manifests
manifests.restrict(without_engine)
async def work():
    host = LocalHost(Shelf())
    await host.open()
    print((await host.ask("GET", "/api/games"))[1])
    await host.close()
asyncio.run(work())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    games = json.loads(done.stdout)["games"]
    assert [
        program["is_compiled"] for game in games for program in game["programs"] if program["is_compiled"]
    ] == []
    offered = {game["name"]: {program["name"] for program in game["programs"]} for game in games}
    assert all({f"level{n}" for n in range(1, 6)} <= programs for programs in offered.values())
    assert all(game["hints"] for game in games)


async def finished(host: LocalHost) -> None:
    """Have a finished game here: its record is uploaded."""
    game = kabuto.new("samurai", seed=3)
    while game.to_move is not None:
        game.play(game.legal_moves()[0])
    status, _ = await ask(host, "POST", "/api/records", {"record": game.record()})
    assert status == 200


def test_everything_can_be_taken_to_another_browser() -> None:
    async def work() -> None:
        one, other = await opened(Shelf()), LocalHost(Shelf())
        await other.open()
        _, table = await ask(one, "POST", "/api/tables", {"game": "samurai", "seats": SEATS})
        await finished(one)
        status, save = await ask(one, "GET", SAVE)
        assert (status, save["kabuto"], len(save["records"])) == (200, "save", 1)
        status, brought = await ask(other, "POST", SAVE, save)
        assert (status, brought) == (200, {"tables": 2, "studies": 0, "known": 0, "damaged": 0})
        assert [each["id"] for each in (await ask(other, "GET", "/api/tables"))[1]["mine"]] == [table["id"]]
        assert (await ask(other, "GET", f"/api/tables/{table['id']}"))[1]["mine"]
        assert (await ask(other, "POST", SAVE, save))[1] == {
            "tables": 0, "studies": 0, "known": 2, "damaged": 0,
        }  # fmt: skip
        await one.close()
        await other.close()

    run(work())


def test_a_save_that_is_none_is_refused_and_a_damaged_table_left_out() -> None:
    async def work() -> None:
        one, other = await opened(Shelf()), await opened(Shelf())
        await ask(one, "POST", "/api/tables", {"game": "samurai", "seats": SEATS})
        await finished(one)
        _, save = await ask(one, "GET", SAVE)
        bad: tuple[Any, ...] = (
            {},
            [],
            {"kabuto": "save"},
            {**save, "format": "1"},
            {**save, "things": {"a": "?"}},
        )
        for nonsense in bad:
            status, found = await ask(other, "POST", SAVE, nonsense)
            assert (status, found["error"]) == (400, "bad_request")
        status, found = await ask(other, "POST", SAVE, {**save, "format": 2})
        assert "newer" in found["reason"]
        assert (await other.ask("POST", SAVE, "x" * (LARGEST + 1)))[0] == 413
        event = next(name for name in save["things"] if name.startswith("event/"))
        status, found = await ask(
            other, "POST", SAVE, {**save, "things": {**save["things"], event: "AAAAAAAA"}}
        )
        assert (found["tables"], found["damaged"]) == (1, 1)
        await one.close()
        await other.close()

    run(work())


@pytest.mark.prove
def test_a_save_of_twenty_megabytes_is_taken() -> None:
    async def work() -> None:
        shelf = Shelf()
        one, other = await opened(shelf), await opened(Shelf())
        await ask(one, "POST", "/api/tables", {"game": "samurai", "seats": SEATS})
        _, save = await ask(one, "GET", SAVE)
        (line,) = (value for key, value in save["things"].items() if key.startswith("table/"))
        events = [value[4:] for key, value in sorted(shelf.things.items()) if key.startswith("event/")]
        store = LocalStore(shelf)
        await store.open()
        number = 0
        while sum(map(len, save["things"].values())) < 20e6:
            for more in range(number, number + 1000):
                await store.bring(f"more{more:06}", events, base64.b64decode(line), ("nobody", "nobody"))
            number += 1000
            _, save = await ask(one, "GET", SAVE)
        status, found = await ask(other, "POST", SAVE, save)
        assert (status, found["damaged"]) == (200, 0)
        assert found["tables"] == sum(key.startswith("table/") for key in save["things"]) > 1000
        await one.close()
        await other.close()

    run(work())
