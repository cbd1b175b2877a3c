"""Deals by version 2 at a table: told, sealed, told again, opened. S1 and S2 are cheats at version 1."""

import json
from pathlib import Path
from typing import Any

import pytest

from kabuto.host.rooms.room import Room
from kabuto.protocol.http import Friend, Moment, Myself, NewTable, Program
from kabuto.protocol.socket import AnswerOffer, MakeOffer, Seal
from kabuto.server import check_store
from kabuto.server.runtime.clock import SystemClock
from kabuto.server.services import Services
from kabuto.table import deals
from kabuto.tabletop import decisions
from kabuto.tabletop.table_events import Opened, Pledged, Sealed, SealsTold, decode
from kabuto.tabletop.time_limits import LONGEST_DEAL

from . import inside
from .browsers import opened
from .inside import Listener
from .test_deals import PARTS, SEALS, FakeClock, arrive, checked, give_up, show

KINDS = {Pledged, Sealed, SealsTold, Opened}


async def sit(room: Room, person: str, seal: str | None = None, will_seal: bool = True) -> None:
    """Take the first seat that is open, with a page of this version."""
    free = next(number for number, state in enumerate(room.table.seats) if state.is_open)
    invite = room.table.invites[free]
    await room.change(lambda table: decisions.sit(table, person, person, invite, None, seal, will_seal))


async def set_table(home: Services, *seats: Myself | Friend | Program, **settings: Any) -> str:
    """A table whose host has a page of this version."""
    wish = NewTable([*(seats or (Myself(), Friend()))], **settings)
    return await home.host.creation.set_table("one", "one", wish, will_seal=True)


def sealed_by(room: Room, person: str, seat: int) -> str:
    """The seal of a person's part, for this table."""
    assert room.table.deal.bond
    return room.table.deal.bond.seal(seat, PARTS[person])


async def seal(room: Room, who: Listener, seat: int, **changes: Any) -> str:
    """Seal a part; why it was refused, if it was."""
    bond = room.table.deal.bond
    assert bond
    told: dict[str, Any] = {
        "table": room.table.id,
        "seat": seat,
        "commitment": bond.commitment,
        "start": bond.start,
    }
    made = {"id": f"seal {len(who.bytes)}", **told, "seal": sealed_by(room, who.person, seat)} | changes
    await room.hear(who.client, Seal(**made))
    answers = [m for m in map(json.loads, who.bytes) if m["type"] in ("accepted", "refused")]
    return str(answers[-1].get("error", ""))


def deal_of(who: Listener) -> dict[str, Any]:
    """What somebody knows of the deal."""
    told = [m for m in map(json.loads, who.bytes) if m["type"] in ("state", "table")]
    return dict(told[-1]["deal"])


def steps(room: Room) -> list[str]:
    """What happened of the deal, in this order."""
    return [type(event).__name__ for event in map(decode, room._bodies) if type(event) in KINDS]


async def test_s2_a_deal_is_told_then_sealed_then_told_then_opened(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        name = await set_table(home)
        async with home.host.tables.visit(name) as room:
            one, watcher = await arrive(room, "one", "watcher")
            told = deal_of(one)
            assert (told["version"], told["to_seal"], told["is_sealed"]) == (2, [0], False)
            assert (await seal(room, one, 0), deal_of(watcher)["to_seal"]) == ("", [])
            await sit(room, "two")
            (two,) = await arrive(room, "two")
            known = deal_of(two)
            assert (known["is_due"], known["is_sealed"], known["to_seal"]) == (True, False, [1])
            assert {key: known[key] for key in ("commitment", "start")} == {
                key: told[key] for key in ("commitment", "start")
            }
            assert (await show(room, one, 0))["error"] == "not_now"  # not before all seals are told
            assert await seal(room, two, 1) == ""
            assert deal_of(watcher)["seals"] == [sealed_by(room, "one", 0), sealed_by(room, "two", 1)]
            assert (deal_of(watcher)["is_sealed"], room.table.status) == (True, "waiting")
            assert (await show(room, two, 1))["type"] == (await show(room, one, 0))["type"] == "accepted"
            assert room.table.status == "playing"
            assert steps(room) == ["Pledged", "Sealed", "Sealed", "SealsTold", "Opened", "Opened"]
            await inside.play(room, one, 0, one.heard("state")[-1]["own"]["legal"][0])
            heard = b"".join(one.bytes + two.bytes + watcher.bytes).decode()
            assert not any(
                word in heard for word in (room.table.deal.secret, PARTS["one"], f"{room.table.deal.seed:x}")
            )
            await give_up(room, one, 0)
            proof = checked(room)
            assert (proof.version, [share.part for share in proof.shares]) == (2, [*PARTS.values()])
            assert proof.bond == room.table.deal.bond
    with check_store.opened(tmp_path) as folder:  # the way `kabuto store export` writes it
        record = folder.export(folder.tables()[0], tmp_path)
    deals.verify(json.loads(record.with_suffix(".deal").read_text()), json.loads(record.read_text()))


async def test_s2_a_seal_that_does_not_name_this_deal_is_refused(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        name, other = await set_table(home), await set_table(home)
        async with home.host.tables.visit(name) as room, home.host.tables.visit(other) as elsewhere:
            one, two = await arrive(room, "one", "two")
            before = room.table.seq
            there = elsewhere.table.deal.bond
            assert there
            assert await seal(room, one, 0, table=other) == "bad_request"
            assert await seal(room, one, 0, commitment=there.commitment) == "bad_request"
            assert await seal(room, one, 0, start="0" * 64) == "bad_request"
            assert await seal(room, one, 1) == "not_yours"
            assert await seal(room, two, 0) == "not_yours"
            assert await seal(room, one, 7) == "not_yours"
            assert room.table.seq == before
            assert await seal(room, one, 0, id="mine") == await seal(room, one, 0, id="mine") == ""
            assert await seal(room, one, 0) == "not_now"  # once is enough
            await sit(room, "two")
            assert await seal(room, two, 1, seal=sealed_by(room, "one", 0)) == "bad_request"
            assert await seal(room, two, 1) == ""
            assert await seal(room, two, 1) == "late"  # parts are shown now
            assert (await show(room, one, 0, PARTS["two"]))["error"] == "bad_request"
            assert (await show(room, one, 0))["type"] == (await show(room, two, 1))["type"] == "accepted"
            assert await seal(room, one, 0) == "late"


async def test_s2_an_older_page_gets_version_1_and_nobody_is_talked_down_to_it(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        old = await home.host.creation.set_table(
            "one", "one", NewTable([Myself(), Friend()], seal=SEALS["one"])
        )
        async with home.host.tables.visit(old) as room:
            (one,) = await arrive(room, "one")
            assert (deal_of(one)["version"], deal_of(one)["to_seal"], deal_of(one)["start"]) == (1, [], "")
            await sit(room, "two")  # this page adds nothing to a deal by version 1
            (two,) = await arrive(room, "two")
            message = Seal("s", old, 1, room.table.proof().commitment, "0" * 64, "0" * 64)  # type: ignore[union-attr]
            await room.hear(two.client, message)
            assert two.heard("refused")[-1]["error"] == "not_now"
            await show(room, one, 0)
            await give_up(room, one, 0)
            assert (checked(room).version, room.table.deal.shares[1]) == (1, deals.Share())
        async with home.host.tables.visit(await set_table(home)) as room:  # nor is a table of this version
            (one,) = await arrive(room, "one")
            await seal(room, one, 0)
            await sit(room, "two", SEALS["two"], will_seal=False)
            assert (deal_of(one)["seals"], deal_of(one)["is_sealed"]) == (
                [sealed_by(room, "one", 0), ""],
                True,
            )
            await show(room, one, 0)
            await give_up(room, one, 0)
            assert checked(room).version == 2


async def test_s2_a_seal_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    clock = FakeClock()

    async with inside.house(tmp_path, clock=SystemClock(monotonic=clock)) as home:
        name = await set_table(home)
        async with home.host.tables.visit(name) as room:
            (one,) = await arrive(room, "one")
            await seal(room, one, 0)
            await sit(room, "two")
            clock.now += LONGEST_DEAL - 1
            await room._time_out()
            assert not room.table.deal.is_told
            clock.now += 1
            await room._time_out()
            assert (room.table.deal.is_told, room.table.status) == (True, "waiting")
            clock.now += LONGEST_DEAL - 1
            await room._time_out()
            assert room.table.status == "waiting"  # for parts there is as much time again
            clock.now += 1
            await room._time_out()
            assert room.table.status == "playing"
            await give_up(room, one, 0)
            assert [share.used for share in checked(room).shares] == [sealed_by(room, "one", 0), ""]
        async with home.host.tables.visit(await set_table(home, Myself(), Program("random"))) as room:
            clock.now += LONGEST_DEAL
            await room._time_out()
            assert (room.table.status, steps(room)) == ("playing", ["Pledged"])


async def test_s2_who_leaves_makes_room_before_parts_are_shown_and_none_after(tmp_path: Path) -> None:
    """A friend of the server must not end the wait for somebody else's seal."""

    async with inside.house(tmp_path) as home:
        name = await set_table(home)
        async with home.host.tables.visit(name) as room:
            (one,) = await arrive(room, "one")
            await sit(room, "two")
            await room.change(lambda table: decisions.leave(table, "two"))
            assert (room.table.status, room.table.seats[1].is_open) == ("waiting", True)
            await seal(room, one, 0)
            await sit(room, "two")
            (two,) = await arrive(room, "two")
            await seal(room, two, 1)
            await room.change(lambda table: decisions.leave(table, "two"))
            assert (room.table.status, room.table.seats[1].left) == ("playing", True)
            await give_up(room, one, 0)
            assert [share.part for share in checked(room).shares] == ["", ""]
            assert checked(room).shares[1].seal


async def test_s2_a_restart_between_any_two_steps_changes_nothing(tmp_path: Path) -> None:
    found: list[Any] = []

    async def begun(home: Services) -> None:
        found.append(await set_table(home))
        async with home.host.tables.visit(found[0]) as room:
            (one,) = await arrive(room, "one")
            await seal(room, one, 0)
            found.append(room.table.deal.bond)
            await sit(room, "two")
        assert await home.store.awake() == [found[0]]

    async def sealed(home: Services) -> None:
        async with home.host.tables.visit(found[0]) as room:
            (two,) = await arrive(room, "two")
            assert (room.table.deal.bond, deal_of(two)["to_seal"]) == (found[1], [1])
            await seal(room, two, 1)

    async def shown(home: Services) -> None:
        async with home.host.tables.visit(found[0]) as room:
            (one,) = await arrive(room, "one")
            assert deal_of(one)["is_sealed"] is True
            await show(room, one, 0)

    async def dealt(home: Services) -> None:
        async with home.host.tables.visit(found[0]) as room:
            (two,) = await arrive(room, "two")
            assert deal_of(two)["opened"] == [0]
            await show(room, two, 1)
            await give_up(room, two, 1)
            assert (checked(room).bond, all(share.part for share in checked(room).shares)) == (found[1], True)

    for scene in (begun, sealed, shown, dealt):
        async with inside.house(tmp_path) as home:
            await scene(home)


async def test_s2_a_rematch_commits_first_and_is_sealed_afterwards(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        name = await inside.set_table(home, "one", "two")
        async with home.host.tables.visit(name) as room:
            one, two = await arrive(room, "one", "two")
            one.client.will_seal = two.client.will_seal = True
            await give_up(room, one, 0)
            await room.hear(one.client, MakeOffer("offer", "rematch"))
            answer = AnswerOffer(
                "answer", room.table.offers.pending[0].number, True, SEALS["two"]
            )  # it sends both
            await room.hear(two.client, answer)
            assert room.table.next is not None
            async with home.host.tables.visit(room.table.next) as again:
                assert (again.table.status, again.table.deal.bond is not None) == ("waiting", True)
                assert [share.seal for share in again.table.deal.shares] == ["", ""]
                one, two = await arrive(again, "one", "two")
                assert deal_of(one)["to_seal"] == [0, 1]
                await seal(again, two, 0)
                await seal(again, one, 1)
                await show(again, two, 0)
                await show(again, one, 1)
                await give_up(again, one, 1)
                assert all(share.part for share in checked(again).shares)


async def test_one_page_seals_once_at_a_hot_seat(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        name = await set_table(home, Program("random"), Myself("a"), Myself("b"))
        async with home.host.tables.visit(name) as room:
            (one,) = await arrive(room, "one")
            assert deal_of(one)["to_seal"] == [1]
            await seal(room, one, 1)
            await show(room, one, 1)
            assert room.table.status == "playing"


@pytest.mark.parametrize("ply", [0, 2])
async def test_s1_what_a_game_goes_on_from_is_bound_and_not_told(tmp_path: Path, ply: int) -> None:
    async with inside.house(tmp_path) as home:
        first = await inside.set_table(home, "one", "two")
        async with home.host.tables.visit(first) as room:
            one, _ = await arrive(room, "one", "two")
            for move in (one.heard("state")[-1]["own"]["legal"][0], "/"):
                await inside.play(room, one, 0, move)
            await give_up(room, one, 0)
        name = await set_table(home, start=Moment(first, ply))
        async with home.host.tables.visit(name) as room:
            (one,) = await arrive(room, "one")
            if not ply:  # its deal is known: nothing can be proven
                assert (room.table.deal.secret, one.heard("state")[-1]["deal"]) == ("", None)
                await sit(room, "two")
                assert (room.table.status, room.table.proof()) == ("playing", None)
                return
            told, bond = deal_of(one), room.table.deal.bond
            assert bond
            assert (told["start"], told["goes_on"]) == (bond.start, True)
            made = room.table.created
            assert bond.start != deals.start_hash(made.game, made.options, made.record, "0" * 64)  # salted
            await seal(room, one, 0)
            await sit(room, "two", will_seal=False)
            await show(room, one, 0)
            await give_up(room, one, 0)
            assert checked(room).moves_before == 2


async def test_pages_say_in_the_address_that_they_will_seal_and_the_list_tells_versions(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as place:
        me, friend = await place.browser(), await place.browser()
        body = {"seats": [{"who": "me"}, {"who": "open"}], "visibility": "public"}
        new = (await me.post("/api/tables?deal=2", body))["id"]
        old = (await me.post("/api/tables", {**body, "seal": "0" * 64}))["id"]
        plain = (await me.post("/api/tables", body))["id"]
        await me.post("/api/tables?deal=two", body, status=400)
        await friend.post(f"/api/tables/{new}/join?deal=2", {})
        met = (await friend.post("/api/next?deal=2", {"game": "samurai", "players": 2}))["id"]
        for name, number in ((new, 2), (old, 0), (plain, 0), (met, 1)):
            async with place.services.host.tables.visit(name) as room:
                assert (len(room.table.deal.sealing), room.table.deal.bond is None) == (
                    number,
                    name == old,
                )
        listed = (await me.get("/api/deals"))["deals"]
        assert [deal["version"] for deal in listed] == [2, 2, 1, 2]
