"""Playing whoever comes next: people who want the same meet, whatever the order in which they come."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kabuto.host.call import Call
from kabuto.host.catalogue import options_of
from kabuto.host.rooms import matchmaking
from kabuto.protocol.http import Clock, Friend, Myself, NextPerson, Rating
from kabuto.server.services import Services
from kabuto.tabletop import decisions
from kabuto.tabletop.table_events import Created, Sat
from tests.support import loops
from tests.support.postgres import Databases

from .inside import Listener, house
from .persons import Connection, Person
from .test_servers import together, until

People = Callable[..., Person]
WISH = {"game": "samurai", "players": 2}


def test_two_who_want_the_same_meet(person: People, opened: Callable[..., Connection]) -> None:
    anna, bert, carl = person(), person(), person()
    wish = {**WISH, "clock": {"per": "game", "seconds": 777}}  # nobody else of these tests wants that
    table = anna.post("/api/next", wish)
    assert (table["status"], table["visibility"], table["is_matched"]) == ("waiting", "public", True)
    opened(anna, table["id"])
    assert carl.post("/api/next", {**wish, "players": 3})["id"] != table["id"]
    assert carl.post("/api/next", {**wish, "clock": None})["id"] != table["id"]
    met = bert.post("/api/next", wish)
    assert (met["id"], met["status"], len(met["mine"])) == (table["id"], "playing", 1)


def test_only_who_wants_the_same_edition_is_met(person: People, opened: Callable[..., Connection]) -> None:
    wish = {**WISH, "clock": {"per": "game", "seconds": 779}}
    tables = {}
    for edition in ("rgg", "hig"):
        waiting = person()
        tables[edition] = waiting.post("/api/next", {**wish, "options": {"edition": edition}})["id"]
        opened(waiting, tables[edition])
        assert waiting.post("/api/next", {**wish, "options": {"edition": edition}})["id"] == tables[edition]
    met = person().post("/api/next", {**wish, "options": {"edition": "hig", "captures": "turn"}})
    assert (met["id"], met["options"]["edition"]) == (tables["hig"], "hig")
    assert person().post("/api/next", wish)["id"] == tables["rgg"]  # who says nothing wants the default


def test_who_is_gone_is_met_by_nobody(person: People) -> None:
    anna, bert = person(), person()
    wish = {**WISH, "clock": {"per": "game", "seconds": 778}}
    table = anna.post("/api/next", wish)  # and closes the page at once
    assert bert.post("/api/next", wish)["id"] != table["id"]
    assert table["id"] not in [each["id"] for each in person().get("/api/tables")["waiting"]]
    assert anna.post("/api/next", wish)["id"] == table["id"]
    other = anna.post("/api/next", {**wish, "players": 3})  # who wants something else no longer waits
    assert [each["id"] for each in anna.get("/api/tables")["mine"]] == [other["id"]]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"game": "chess"}, "game"),
        ({"players": 7}, "seats"),
        ({"options": {"edition": "x"}}, "options.edition"),
    ],
)
def test_a_wish_that_cannot_be_had_is_refused(person: People, change: dict[str, Any], place: str) -> None:
    assert person().post("/api/next", {**WISH, **change}, status=400)["place"] == place
    person().post("/api/next", {**WISH, "players": 1}, status=400)


def run(data: Path, work: Callable[[Services], Coroutine[Any, Any, None]]) -> None:
    """Do something in a house."""

    async def go() -> None:
        async with house(data) as rooms:
            await work(rooms)

    loops.run(go())


def set_time(rooms: Services, seconds: float) -> None:
    """Set the clock of a house."""
    clock = replace(rooms.host.backend.clock, time=lambda: seconds)
    rooms.host.creation._backend = replace(rooms.host.backend, clock=clock)
    rooms.host.matchmaking._clock = clock


async def waits(rooms: Services, person: str, value: int | None = None, at: int = 1, seats: int = 2) -> str:
    """Somebody of this strength waits since a moment, and has the page open."""
    set_time(rooms, at)
    strength = None if value is None else Rating(value, value - 100, value + 100, 9)
    created = Created(
        host=person,
        game="samurai",
        options=options_of("samurai", {}, seats),
        seats=[Myself(person), *[Friend()] * (seats - 1)],
        invites=["", *["secret"] * (seats - 1)],
        visibility="public",
        is_matched=True,
        strength=strength,
    )
    table = await rooms.host.creation.create(created)
    async with rooms.host.tables.visit(table) as room:
        await room.enter(Listener(person).client, None)
    return table


async def comes(rooms: Services, person: str, value: int | None = None, seats: int = 2) -> str:
    """Somebody of this strength wants to play whoever comes next, or asks again."""

    async def strength(person: str, game: str) -> Rating | None:
        return None if value is None else Rating(value, value - 100, value + 100, 9)

    rooms.host.creation.strength = strength  # type: ignore[method-assign]
    return await rooms.host.matchmaking.next_person(Call(person=person), person, NextPerson("samurai", seats))


def test_the_nearest_in_strength_is_met_first(tmp_path: Path) -> None:
    async def work(rooms: Services) -> None:
        weak, strong = await waits(rooms, "weak", 900, at=1), await waits(rooms, "strong", 2000, at=2)
        unknown = await waits(rooms, "unknown", at=3)
        assert await comes(rooms, "anna", 1900) == strong
        assert await comes(rooms, "bert") == unknown  # both may be in the middle
        assert await comes(rooms, "carl", 1900) == weak  # the only one left

    run(tmp_path / "data", work)


def test_of_two_who_came_at_once_the_later_one_moves(tmp_path: Path) -> None:
    async def work(rooms: Services) -> None:
        first, second = await waits(rooms, "anna", at=1), await waits(rooms, "bert", at=2)
        assert await comes(rooms, "anna") == first  # asks again, and stays
        assert await comes(rooms, "bert") == first
        async with rooms.host.tables.visit(first) as one, rooms.host.tables.visit(second) as two:
            assert [seat.person for seat in one.table.seats] == ["anna", "bert"]
            assert two.table.status == "closed"

    run(tmp_path / "data", work)


def test_who_is_joined_just_then_stays(tmp_path: Path) -> None:
    async def work(rooms: Services) -> None:
        await waits(rooms, "anna", at=1)
        own = await waits(rooms, "bert", at=2)
        looked = rooms.host.matchmaking._attended

        async def meanwhile(tables: Any) -> Any:
            async with rooms.host.tables.visit(own) as room:
                await room.change(lambda _: [Sat(seat=1, person="carl", name="carl")])
            return await looked(tables)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rooms.host.matchmaking, "_attended", meanwhile)
            assert await comes(rooms, "bert") == own
        async with rooms.host.tables.visit(own) as room:
            assert [seat.person for seat in room.table.seats] == ["bert", "carl"]

    run(tmp_path / "data", work)


def test_two_pairs_who_want_to_be_four_become_four(tmp_path: Path) -> None:
    async def work(rooms: Services) -> None:
        first, second = [await waits(rooms, name, at=at, seats=4) for at, name in enumerate(("anna", "bert"))]
        for table, name in ((first, "carl"), (second, "dora")):
            async with rooms.host.tables.visit(table) as room:
                await room.change(partial(decisions.sit, person=name, name=name, invite=None, seat=None))
        for name, table in (("carl", first), ("anna", first), ("dora", first), ("bert", first)):
            assert await comes(rooms, name, seats=4) == table
        async with rooms.host.tables.visit(first) as one, rooms.host.tables.visit(second) as two:
            assert {seat.person for seat in one.table.seats} == {"anna", "bert", "carl", "dora"}
            assert (one.table.status, two.table.status) == ("playing", "closed")

    run(tmp_path / "data", work)


def test_who_has_been_gone_for_long_no_longer_waits(tmp_path: Path) -> None:
    async def work(rooms: Services) -> None:
        left = await waits(rooms, "anna", at=1)
        async with rooms.host.tables.visit(left) as room:
            for client in list(room._clients.clients):
                room.leave(client)
            set_time(rooms, 3000)
            own = await comes(rooms, "bert")
            assert (room.table.status, own != left) == ("waiting", True)
            set_time(rooms, 4000)
            await comes(rooms, "carl")
            assert room.table.status == "closed"

    run(tmp_path / "data", work)


def test_another_clock_is_another_wish() -> None:
    wish = NextPerson("samurai", 2, Clock("move", 60))
    options = options_of("samurai", {}, 2)
    table: Any = SimpleNamespace(game="samurai", options=options, clock=Clock("move", 60))
    assert matchmaking._fits(table, wish, options)
    table.clock = None
    assert not matchmaking._fits(table, wish, options)


async def test_people_at_different_servers_meet(databases: Databases, tmp_path: Path) -> None:
    async with together(databases.new(), tmp_path) as (one, two):
        table = await waits(one, "anna", at=1)
        assert await comes(two, "bert") == table
        first, second = await waits(one, "carl", at=2), await waits(two, "dora", at=3)  # both at once
        assert [await comes(one, "carl"), await comes(two, "dora")] == [first, first]
        async with one.host.tables.visit(second) as room:
            await until(lambda: room.table.status == "closed")
        nobody = await comes(two, "emma")
        assert nobody not in (table, first, second)
