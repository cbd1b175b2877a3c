"""A table in use, from inside: who is there, what happens when nothing can be stored, what is forgotten."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from kabuto.host.peers import News
from kabuto.host.rooms import room
from kabuto.host.rooms.room import Room
from kabuto.host.store import Batch
from kabuto.protocol.errors import refuse
from kabuto.protocol.http import Clock
from kabuto.protocol.socket import AnswerOffer, MakeOffer, Move, Resign, Say
from kabuto.server.runtime.clock import SystemClock
from kabuto.server.services import Services, build
from kabuto.server.web import pages
from kabuto.server.web.app import create_app
from kabuto.tabletop import decisions
from kabuto.tabletop.table_events import Moved, decode
from tests.simulation.database import Database, ModelStore
from tests.simulation.roads import Road
from tests.support.clock import Clock as FakeClock
from tests.support.loops import run

from . import inside
from .inside import Listener
from .persons import words_of

Scene = Callable[[Services], Coroutine[Any, Any, None]]


def at(data: Path, scene: Scene) -> None:
    """Play a scene in an open house."""

    async def main() -> None:
        async with inside.house(data) as home:
            await scene(home)

    run(main())


@pytest.fixture
def watch() -> FakeClock:
    """The clock of a house, which the test moves."""
    return FakeClock()


async def arrive(table: Room, *persons: str) -> list[Listener]:
    """These open the table."""
    found = [Listener(person) for person in persons]
    for each in found:
        await table.enter(each.client, None)
    await inside.settled(table)
    return found


async def test_everybody_sees_who_comes_and_goes(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        name = await inside.set_table(home, "one", "two")
        async with home.host.tables.visit(name) as table:
            one, two = await arrive(table, "one", "two")
            assert [seat["here"] for seat in one.heard("table")[-1]["table"]["seats"]] == [True, True]
            phone = Listener("two")
            await table.enter(phone.client, None)
            table.leave(two.client)
            await inside.settled(table)
            assert [seat["here"] for seat in one.heard("table")[-1]["table"]["seats"]] == [True, True]
            table.leave(phone.client)
            await inside.settled(table)
            assert [seat["here"] for seat in one.heard("table")[-1]["table"]["seats"]] == [True, False]


async def test_an_absent_person_is_replaced_when_all_agree_and_not_before_two_minutes(
    tmp_path: Path, watch: FakeClock
) -> None:
    async with inside.house(tmp_path, clock=SystemClock(monotonic=watch)) as home:
        name = await inside.set_table(home, "one", "two", "three")
        async with home.host.tables.visit(name) as table:
            one, two, three = await arrive(table, "one", "two", "three")
            table.leave(three.client)
            await table.hear(one.client, MakeOffer("a", "replace", 2))
            assert one.heard("refused")[-1]["error"] == "not_now"
            watch.now += 121
            await table.hear(one.client, MakeOffer("b", "replace", 2))
            offer = two.heard("table")[-1]["offers"][0]
            assert (offer["agreed"], offer["missing"]) == ([0], [1])

            (back,) = await arrive(table, "three")  # and the offer is gone
            assert back.heard("table")[-1]["offers"] == []
            table.leave(back.client)
            watch.now += 121
            await table.hear(one.client, MakeOffer("c", "replace", 2))
            offer = two.heard("table")[-1]["offers"][0]
            await table.hear(two.client, AnswerOffer("d", offer["offer"], True))
            assert table.table.seats[2].program == "greedy"
            seat = one.heard("table")[-1]["table"]["seats"][2]
            assert (seat["who"], seat["name"], seat["program"]) == ("person", "three", "greedy")


async def test_a_table_that_nobody_needs_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        name = await inside.set_table(home, "one", "one")
        async with home.host.tables.visit(name) as table:
            (one,) = await arrive(table, "one")
            await inside.play(table, one, 0, one.heard("state")[0]["own"]["legal"][0])
        home.host.tables.sweep()
        async with home.host.tables.visit(name) as again:
            assert again is table  # in use
            table.leave(one.client)
            await inside.settled(table)
        home.host.tables.sweep()
        async with home.host.tables.visit(name) as again:
            assert again is not table
            assert again.table.game is not None
            assert again.table.game.ply == 1


async def test_two_who_ask_for_a_table_at_once_get_the_same(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        name = await inside.set_table(home, "one", "one")
        home.host.tables._rooms.clear()

        async def ask() -> Room:
            async with home.host.tables.visit(name) as table:
                return table

        assert len(set(await asyncio.gather(*(ask() for _ in range(20))))) == 1
        assert not home.host.tables._loading


async def test_programs_and_clocks_go_on_when_there_is_room_again(
    tmp_path: Path, watch: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "RETRY", 0.05)

    async with inside.house(tmp_path, clock=SystemClock(monotonic=watch)) as home:
        name = await inside.set_table(home, "one", "program:random", clock=Clock("game", 10))
        store, full, refused = home.store.append, [True], [0]

        async def append(*values: Any) -> None:
            if full[0]:
                refused[0] += 1
                raise refuse("not_stored", "not_stored")
            await store(*values)

        monkeypatch.setattr(home.store, "append", append)
        async with home.host.tables.visit(name) as table:
            (one,) = await arrive(table, "one")
            await inside.play(table, one, 0, one.heard("state")[0]["own"]["legal"][0])
            assert one.heard("refused")[-1]["error"] == "not_stored"
            watch.now += 10
            table.rearrange([])
            while refused[0] < 4:  # its time is over, but that cannot be stored either
                await asyncio.sleep(0.01)
            assert not one.heard("played")
            full[0] = False
            while len(one.heard("played")) < 2:
                await asyncio.sleep(0.02)
            assert table.table.seats[0].overdue == 1
            assert table.table.to_move == [0]


# One decision is one transaction, and one message has one answer.


async def over(home: Services) -> Room:
    """A finished game of two."""
    name = await inside.set_table(home, "one", "two", options={"players": 2})
    async with home.host.tables.visit(name) as table:
        game = table.table.game
        assert game is not None
        rng = Random(4)
        while game.to_move is not None:
            game.play(rng.choice(game.legal_moves()))
        table.table._conclude()
        return table


def refuse_to_store(home: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be stored any more."""

    async def append(*batches: Any) -> None:
        raise refuse("not_stored", "not_stored")

    monkeypatch.setattr(home.store, "append", append)


def answers(listener: Listener, name: str) -> list[str]:
    """The answers to a message."""
    kinds = ("accepted", "refused")
    return [kind for kind in kinds for message in listener.heard(kind) if message["id"] == name]


async def test_an_agreement_and_what_follows_from_it_are_stored_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside.house(tmp_path) as home:
        table = await over(home)
        one, two = await arrive(table, "one", "two")
        await table.hear(one.client, MakeOffer("a", "rematch"))
        stored: list[Any] = []
        append = home.store.append

        async def watched(*batches: Any) -> None:
            stored.append(batches)
            await append(*batches)

        monkeypatch.setattr(home.store, "append", watched)
        number = table.table.offers.pending[0].number
        await table.hear(two.client, AnswerOffer("b", number, True))
        assert [[batch.table for batch in batches] for batches in stored] == [
            [table.table.id, table.table.next]
        ]
        assert table.table.next is not None
        async with home.host.tables.visit(table.table.next) as rematch:
            assert rematch.table.status == "playing"
        assert answers(two, "b") == ["accepted"]


async def test_an_agreement_that_cannot_be_stored_has_one_answer_and_no_effect(
    tmp_path: Path, watch: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside.house(tmp_path, clock=SystemClock(monotonic=watch)) as home:
        name = await inside.set_table(home, "one", "two", "three")
        async with home.host.tables.visit(name) as table:
            one, two, three = await arrive(table, "one", "two", "three")
            table.leave(three.client)
            watch.now += 121
            await table.hear(one.client, MakeOffer("a", "replace", 2))
            number = table.table.offers.pending[0].number
            with monkeypatch.context() as full:
                refuse_to_store(home, full)
                await table.hear(two.client, AnswerOffer("b", number, True))
            assert answers(two, "b") == ["refused"]
            assert [offer.agreed for offer in table.table.offers.pending] == [{0}]
            assert table.table.seats[2].program == ""
            await table.hear(two.client, AnswerOffer("b", number, True))  # tried again, as the page does
            assert table.table.seats[2].program == "greedy"


async def test_an_offer_is_settled_when_the_last_one_who_has_not_answered_leaves(
    tmp_path: Path, watch: FakeClock
) -> None:
    async with inside.house(tmp_path, clock=SystemClock(monotonic=watch)) as home:
        name = await inside.set_table(home, "one", "two", "three")
        async with home.host.tables.visit(name) as table:
            one, _, three = await arrive(table, "one", "two", "three")
            table.leave(three.client)
            watch.now += 121
            await table.hear(one.client, MakeOffer("a", "replace", 2))
            assert table.table.offers.pending
            await table.change(lambda table: decisions.leave(table, "two"))
            assert table.table.seats[2].program == "greedy"


def test_a_message_that_is_repeated_is_carried_out_once_also_after_a_restart(tmp_path: Path) -> None:
    async def talk(home: Services, name: str, person: str) -> list[str]:
        async with home.host.tables.visit(name) as table:
            (me,) = await arrive(table, person)
            for _ in range(2):
                await table.hear(me.client, Say("same", f"from {person}"))
            assert answers(me, "same") == ["accepted"] * 2
            return [line.text for line in table.table.chat.talk]

    async def begin() -> str:
        async with inside.house(tmp_path) as home:
            name = await inside.set_table(home, "one", "one")
            assert await talk(home, name, "one") == ["from one"]
            assert await talk(home, name, "a spectator") == ["from one", "from a spectator"]
            return name

    async def go_on(name: str) -> None:
        async with inside.house(tmp_path) as home:
            assert await talk(home, name, "a spectator") == ["from one", "from a spectator"]
            assert await talk(home, name, "one") == ["from one", "from a spectator"]

    run(go_on(run(begin())))


async def test_a_repeated_offer_is_accepted_again_and_not_refused_as_a_second_one(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        table = await over(home)
        one, two = await arrive(table, "one", "two")
        for _ in range(2):
            await table.hear(one.client, MakeOffer("a", "rematch"))
        assert answers(one, "a") == ["accepted"] * 2
        number = table.table.offers.pending[0].number
        for _ in range(2):
            await table.hear(two.client, AnswerOffer("b", number, True))
        assert answers(two, "b") == ["accepted"] * 2


async def test_a_turn_can_be_tried_out_but_not_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "MOST_TAKEN_BACK", 3)

    async with inside.house(tmp_path) as home:
        name = await inside.set_table(home, "one", "one")
        async with home.host.tables.visit(name) as table:
            (one,) = await arrive(table, "one")
            move = next(m for m in one.heard("state")[0]["own"]["legal"] if m[0] in "HBRS")
            for _ in range(4):
                await inside.play(table, one, 0, move)
                await inside.undo(table, one, 0)
            assert "undone 3 moves in this turn" in words_of(one.heard("refused")[-1]["reason"])
            await inside.play(table, one, 0, "/")
            await inside.play(table, one, 1, table.table.sees(1).legal_moves()[0].__str__())
            await inside.undo(table, one, 1)  # the next turn has its own
            assert len(one.heard("refused")) == 1


def test_an_error_of_ours_is_an_answer_and_a_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(person: str) -> None:
        raise RuntimeError("a secret")

    home = build(tmp_path)
    with TestClient(create_app(home), base_url="http://localhost") as http:
        monkeypatch.setattr(home.host.lists, "lobby", broken)
        answer = http.get("/api/tables")
        assert answer.status_code == 500
        assert answer.json()["error"] == "internal"
        assert "secret" not in answer.text
    assert "request_failed" in caplog.text


def test_pages_that_were_not_built_are_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path / "nothing")
    with TestClient(create_app(build(tmp_path)), base_url="http://localhost") as http:
        answer = http.get("/table/x")
        assert answer.status_code == 503
        assert "make play" in answer.text
        assert http.get("/healthz").json() == {"status": "ok"}


def test_one_page_shows_all_addresses_and_its_files_stay_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("<title>Kabuto</title>")
    (tmp_path / "static" / "assets" / "index-1a2b.js").write_text("1")
    monkeypatch.setattr(pages, "STATIC", tmp_path / "static")
    with TestClient(create_app(build(tmp_path)), base_url="http://localhost") as http:
        for path in ("/", "/new", "/table/x", "/replay/y"):
            answer = http.get(path)
            assert answer.text == "<title>Kabuto</title>"
            assert answer.headers["cache-control"] == "no-cache"
        script = http.get("/assets/index-1a2b.js")
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]
        assert http.get("/assets/missing.js").status_code == 404
        assert http.get("/api/missing").json()["error"] == "not_found"


@pytest.mark.parametrize("is_stored", [True, False])
async def test_a_move_that_is_cancelled_while_it_is_stored_leaves_the_table_as_the_store_has_it(
    tmp_path: Path, is_stored: bool
) -> None:
    database = Database()

    async with inside.house(tmp_path, store=ModelStore(database)) as home:
        name = await inside.set_table(home, "one", "two")
        async with home.host.tables.visit(name) as table:
            one, _ = await arrive(table, "one", "two")
            message = Move(name, 0, 0, "a", one.heard("state")[-1]["own"]["legal"][0])
            moving = asyncio.create_task(table.hear(one.client, message))
            if is_stored:
                database.committed = lambda events: moving.cancel()
            else:
                home.store.append = partial(cancelled, moving)  # type: ignore[method-assign]
            with pytest.raises(asyncio.CancelledError):
                await moving
            database.committed = lambda events: None
            vars(home.store).pop("append", None)
            await table.hear(one.client, message)
            assert one.heard("accepted")
            stored = [decode(body) for body in await home.store.events(name)]
            assert [event.id for event in stored if isinstance(event, Moved)] == ["a"]
            assert table.table.seq == len(stored)


async def test_a_move_that_comes_again_after_its_seat_is_lost_was_carried_out_all_the_same(
    tmp_path: Path,
) -> None:
    async with inside.house(tmp_path) as home:
        name = await inside.set_table(home, "one", "two", "three")
        async with home.host.tables.visit(name) as table:
            one, *_ = await arrive(table, "one", "two", "three")
            message = Move(name, 0, 0, "a", one.heard("state")[-1]["own"]["legal"][0])
            for each in (message, Resign("b", 0), message):
                await table.hear(one.client, each)
            assert [answer["id"] for answer in one.heard("accepted")] == ["a", "b", "a"]


async def test_whoever_has_resigned_hears_nothing_of_the_turn_of_the_program_that_plays_on(
    tmp_path: Path,
) -> None:
    database = Database()

    async with (
        inside.house(tmp_path / "one", store=ModelStore(database)) as one,
        inside.house(tmp_path / "two", store=ModelStore(database)) as two,
    ):
        for home, is_ours in ((one, True), (two, False)):
            home.servers.takes_care_of = lambda table, is_ours=is_ours: is_ours  # type: ignore[misc, method-assign]
        name = await inside.set_table(one, "me", "you", "she")
        async with one.host.tables.visit(name) as here, two.host.tables.visit(name) as there:
            (me,) = await arrive(there, "me")
            await there.hear(me.client, Resign("a", 0))
            while here.table.to_move != [1]:  # the program has its turn at the other server
                await asyncio.sleep(0.01)
            await inside.stored(here)
            await there._follow(News(by=one.servers.name, table=name, seq=len(here._bodies)))
            assert there.table.to_move == [1]
            assert b"null" not in me.bytes


async def cancelled(task: "asyncio.Task[None]", *batches: Batch) -> None:
    """Cancel whoever wants to store something."""
    task.cancel()
    await asyncio.sleep(0)


async def test_a_server_that_is_behind_shows_nobody_less_than_they_have_seen(tmp_path: Path) -> None:
    database, road = Database(), Road()

    async with (
        inside.house(tmp_path / "one", store=ModelStore(database)) as one,
        inside.house(tmp_path / "two", store=ModelStore(database, road)) as two,
    ):
        name = await inside.set_table(one, "me", "you")
        async with two.host.tables.visit(name) as there, one.host.tables.visit(name) as here:
            (me,) = await arrive(here, "me")
            road.loss = 1  # the second server hears of nothing any more
            two.store.hang_up()  # type: ignore[attr-defined]
            await here.hear(me.client, Say("a", "Hello"))
            assert here.table.number == 1
            assert not await there.enter(Listener("me").client, 1)
            assert await there.enter(Listener("you").client, None)
            road.loss = 0
            assert await there.enter(Listener("me").client, 1)
