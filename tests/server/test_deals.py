"""Deals that anybody can verify, at a table: sealed, opened, withheld, and proven after the game."""

import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from kabuto.host.rooms import listing
from kabuto.host.rooms.room import Room
from kabuto.host.store import Batch
from kabuto.protocol.http import Friend, Moment, Myself, NewTable, Program
from kabuto.protocol.socket import AnswerOffer, MakeOffer, Open, Resign
from kabuto.server import check_store
from kabuto.server.runtime.clock import SystemClock
from kabuto.server.services import Services
from kabuto.table import deals
from kabuto.tabletop import decisions
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Created, encode
from kabuto.tabletop.time_limits import LONGEST_DEAL

from . import format3, inside
from .browsers import opened
from .inside import Listener

PARTS = {"one": "a1" * 32, "two": "b2" * 32}
SEALS = {person: deals.seal(part) for person, part in PARTS.items()}
Scene = Callable[[Services], Coroutine[Any, Any, None]]


class FakeClock:
    """A clock that stands still until it is told otherwise."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


async def sit(room: Room, person: str, seal: str | None = None, seat: int | None = None) -> None:
    """Take a seat that is open, with an invitation."""
    free = next(number for number, state in enumerate(room.table.seats) if state.is_open)
    invite = room.table.invites[free if seat is None else seat]
    await room.change(lambda table: decisions.sit(table, person, person, invite, seat, seal))


async def sealed(home: Services, *, joins: bool = True, **settings: Any) -> str:
    """A table at which two persons have sealed a part, and wait for the deal."""
    name = await home.host.creation.set_table(
        "one", "one", NewTable([Myself(), Friend()], seal=SEALS["one"], **settings)
    )
    if joins:
        async with home.host.tables.visit(name) as room:
            await sit(room, "two", SEALS["two"])
            assert (room.table.status, room.table.is_full) == ("waiting", True)
    return name


async def arrive(room: Room, *persons: str) -> list[Listener]:
    """These open the table."""
    found = [Listener(person) for person in persons]
    for each in found:
        await room.enter(each.client, None)
    await inside.settled(room)
    return found


async def show(room: Room, who: Listener, seat: int, part: str = "", name: str = "") -> dict[str, Any]:
    """Open a seal; the answer."""
    await room.hear(who.client, Open(name or f"open {len(who.bytes)}", seat, part or PARTS[who.person]))
    answers = [m for m in map(json.loads, who.bytes) if m["type"] in ("accepted", "refused")]
    return dict(answers[-1])


async def give_up(room: Room, who: Listener, seat: int) -> None:
    """Resign: the game is over."""
    await room.hear(who.client, Resign("resign", seat))
    assert room.table.status == "over"


def checked(room: Room) -> deals.Proof:
    """The proof of a game that is over, verified."""
    assert room.table.game is not None
    proof = room.table.proof()
    assert proof is not None
    return deals.verify(json.loads(json.dumps(proof.to_json())), room.table.game.record())


async def test_a_game_is_dealt_when_all_seals_are_open_and_proven_when_it_is_over(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        name = await sealed(home)
        async with home.host.tables.visit(name) as room:
            one, two, watcher = await arrive(room, "one", "two", "watcher")
            deal = watcher.heard("state")[-1]["deal"]
            secret = room.table.deal.secret
            assert deal["commitment"] == deals.commitment(secret)
            assert (deal["seals"], deal["opened"], deal["is_due"]) == ([*SEALS.values()], [], True)
            assert (await show(room, one, 0))["type"] == "accepted"
            assert watcher.heard("table")[-1]["deal"]["opened"] == [0]
            assert (await show(room, two, 1))["type"] == "accepted"
            assert room.table.status == "playing"
            assert two.heard("state")[-1]["deal"]["is_due"] is False
            await inside.play(room, one, 0, one.heard("state")[-1]["own"]["legal"][0])
            assert not one.heard("refused")
            heard = b"".join(one.bytes + two.bytes + watcher.bytes).decode()
            assert not any(word in heard for word in (secret, PARTS["one"], f"{room.table.deal.seed:x}"))
            await give_up(room, one, 0)
            assert [share.part for share in checked(room).shares] == [*PARTS.values()]
    with check_store.opened(tmp_path) as folder:  # the way `kabuto store export` writes it
        record = folder.export(folder.tables()[0], tmp_path)
    deals.verify(json.loads(record.with_suffix(".deal").read_text()), json.loads(record.read_text()))


async def test_a_lying_client_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        name = await sealed(home, joins=False)
        async with home.host.tables.visit(name) as room:
            (one,) = await arrive(room, "one")

            async def refused(who: Listener, seat: int, part: str = "") -> str:
                before = room.table.seq
                answer = await show(room, who, seat, part)
                assert (answer["type"], room.table.seq) == ("refused", before)
                return str(answer["error"])

            assert await refused(one, 0) == "not_now"  # somebody may still sit down
            await sit(room, "two", SEALS["two"])
            two, watcher = await arrive(room, "two", "watcher")
            assert await refused(one, 0, PARTS["two"]) == "bad_request"
            assert await refused(one, 1, PARTS["two"]) == "not_yours"
            assert await refused(one, 7) == "not_yours"
            assert await refused(watcher, 0, PARTS["one"]) == "not_yours"
            for _ in range(2):  # the same message again is harmless
                assert (await show(room, one, 0, name="mine"))["type"] == "accepted"
            assert await refused(one, 0) == "not_now"
            await show(room, two, 1)
            assert await refused(two, 1) == "late"


@pytest.mark.parametrize("seal", ["a1" * 31, "a1" * 33, "A1" * 32, "zz" * 32, 7, ["a"]])
async def test_a_seal_of_another_form_is_refused(tmp_path: Path, seal: object) -> None:
    async with opened(tmp_path) as place:
        me = await place.browser()
        body = {"seats": [{"who": "me"}, {"who": "open"}]}
        await me.post("/api/tables", {**body, "seal": seal}, status=400)
        table = await me.post("/api/tables", body)
        await me.post(f"/api/tables/{table['id']}/join", {"seal": seal}, status=400)


async def test_a_part_that_is_withheld_is_replaced_by_its_seal(tmp_path: Path) -> None:
    clock = FakeClock()

    async with inside.house(tmp_path, clock=SystemClock(monotonic=clock)) as home:
        name = await sealed(home)
        async with home.host.tables.visit(name) as room:
            (one,) = await arrive(room, "one")
            await show(room, one, 0)
            await room._time_out()
            assert room.table.status == "waiting"
            clock.now += LONGEST_DEAL
            await room._time_out()
            assert room.table.status == "playing"
            await give_up(room, one, 0)
            proof = checked(room)
            assert [share.used for share in proof.shares] == [PARTS["one"], SEALS["two"]]


async def test_who_leaves_while_seals_are_opened_makes_no_room_for_another_deal(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        name = await sealed(home)
        async with home.host.tables.visit(name) as room:
            (one,) = await arrive(room, "one")
            await show(room, one, 0)
            await room.change(lambda table: decisions.leave(table, "two"))
            assert (room.table.status, room.table.seats[1].left) == ("playing", True)
            await give_up(room, one, 0)
            assert checked(room).shares[1].part == ""


async def test_who_leaves_before_takes_the_seal_along(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        name = await home.host.creation.set_table(
            "one", "one", NewTable([Myself(), Friend(), Friend()], seal=SEALS["one"])
        )
        async with home.host.tables.visit(name) as room:
            await sit(room, "two", SEALS["two"])
            await room.change(lambda table: decisions.leave(table, "two"))
            assert [share.seal for share in room.table.deal.shares] == [SEALS["one"], "", ""]


async def test_a_restart_between_commitment_and_deal_changes_nothing(tmp_path: Path) -> None:
    found: list[Any] = []

    async with inside.house(tmp_path) as home:
        name = await sealed(home)
        async with home.host.tables.visit(name) as room:
            (one,) = await arrive(room, "one")
            await show(room, one, 0)
            found.extend([name, room.table.deal.secret, room.table.deal.shares])
        assert await home.store.awake() == [name]  # somebody has to deal, whoever is there
    async with inside.house(tmp_path) as home:
        name, secret, shares = found
        async with home.host.tables.visit(name) as room:
            assert (room.table.deal.secret, room.table.deal.shares, room.table.is_full) == (
                secret,
                shares,
                True,
            )
            one, two = await arrive(room, "one", "two")
            await show(room, two, 1)
            await give_up(room, one, 0)
            assert checked(room).secret == secret


async def test_a_rematch_has_seals_of_its_own_which_move_with_the_seats(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        name = await inside.set_table(home, "one", "two")
        async with home.host.tables.visit(name) as room:
            one, two = await arrive(room, "one", "two")
            await give_up(room, one, 0)
            assert checked(room).shares == (deals.Share(), deals.Share())
            await room.hear(one.client, MakeOffer("offer", "rematch", seal=SEALS["one"]))
            offer = room.table.offers.pending[0].number
            await room.hear(two.client, AnswerOffer("answer", offer, True, SEALS["two"]))
            assert room.table.next is not None
            async with home.host.tables.visit(room.table.next) as again:
                assert again.table.deal.secret != room.table.deal.secret
                assert [seat.person for seat in again.table.seats] == ["two", "one"]
                one, two = await arrive(again, "one", "two")
                await show(again, two, 0)
                await show(again, one, 1)
                await give_up(again, one, 1)
                checked(again)


async def test_one_person_adds_one_part_at_a_hot_seat_and_none_without_a_seat(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        hot = NewTable([Program("random"), Myself("a"), Myself("b")], seal=SEALS["one"])
        name = await home.host.creation.set_table("one", "one", hot)
        async with home.host.tables.visit(name) as room:
            assert [share.seal for share in room.table.deal.shares] == ["", SEALS["one"], ""]
            (one,) = await arrive(room, "one")
            await show(room, one, 1)
            assert room.table.status == "playing"
        name = await home.host.creation.set_table(
            "one", "one", NewTable([Friend(), Friend()], seal=SEALS["one"])
        )
        async with home.host.tables.visit(name) as room:
            await sit(room, "two")
            await sit(room, "one")
            assert room.table.status == "playing"  # the seal was for a seat, and the host took none


async def test_proofs_and_commitments_over_http(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        me = await place.browser()
        table = await me.set_table("me", "me")
        address = f"/api/tables/{table['id']}"
        assert (await me.get(f"{address}/deal", status=409))["error"] == "not_now"
        async with place.services.host.tables.visit(table["id"]) as room:
            one = Listener(room.table.created.host)
            await room.enter(one.client, None)
            await give_up(room, one, 0)
        proof, record = await me.get(f"{address}/deal"), await me.get(f"{address}/record")
        assert (await me.post("/api/deals/check", {"proof": proof, "record": record}))["fault"] is None
        forged = {**proof, "secret": "00" * 32}
        answer = await me.post("/api/deals/check", {"proof": forged, "record": record})
        assert (answer["place"], bool(answer["fault"])) == ("commitment", True)
        given_up = await me.set_table("me", "open")
        await me.set_table("me", "open")
        await me.post(f"/api/tables/{given_up['id']}/leave")
        listed = await me.get("/api/deals")
        assert [deal["state"] for deal in listed["deals"]] == ["open", "dropped", "finished"]
        assert [deal["secret"] is None for deal in listed["deals"]] == [True, False, True]
        dropped = listed["deals"][1]
        bond = deals.Bond.of(dropped["table"], dropped["start"], dropped["secret"])
        assert (dropped["commitment"], dropped["version"]) == (bond.commitment, 2)
        assert dropped["table"] == deals.table_hash(given_up["id"])
        assert listed["deals"][0]["table"] is listed["deals"][0]["start"] is None
        assert listed["deals"][2]["commitment"] == proof["commitment"]
        assert listed["before"] is None
        assert len((await me.get(f"/api/deals?before={dropped['number']}"))["deals"]) == 1
        uploaded = await me.post("/api/records", {"record": record})
        assert (await me.get(f"/api/tables/{uploaded['id']}/deal", status=404))["error"] == "not_found"
        assert len((await me.get("/api/deals"))["deals"]) == 3


async def test_a_removed_table_leaves_its_commitment_and_its_proof(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        name = await inside.set_table(home, "one", "two")
        async with home.host.tables.visit(name) as room:
            one, two = await arrive(room, "one", "two")
            move = one.heard("state")[-1]["own"]["legal"][0]
            await inside.play(room, one, 0, move)
            await inside.play(room, one, 0, "/")
            for each in (one, two):
                room.leave(each.client)
            await inside.settled(room)
        waiting = await home.host.creation.set_table("one", "one", NewTable([Myself(), Friend()]))
        archive = tmp_path / "archive"
        assert await inside.purge(home, home.host.backend.clock.now() + 10**12) == 2
        deal, record = (archive / name[:2] / f"{name}{end}" for end in (".deal", ".json"))
        deals.verify(json.loads(deal.read_text()), json.loads(record.read_text()))
        assert not list(archive.glob(f"*/{waiting}*"))
        assert [(each.status, each.is_gone) for each in await home.store.deals(None, 9)] == [
            ("waiting", 1),
            ("playing", 1),
        ]


async def test_tables_of_an_older_version_play_on_without_a_proof(tmp_path: Path) -> None:
    facts = format3.write(tmp_path)

    async with inside.house(tmp_path) as home:
        for name in await home.store.tables():
            async with home.host.tables.visit(name) as room:
                assert room.table.proof() is None
        async with home.host.tables.visit(facts["choosing"]["id"]) as room:
            (one,) = await arrive(room, room.table.seats[0].person)
            assert one.heard("state")[-1]["deal"] is None
        assert await home.store.deals(None, 9) == []


async def test_a_table_of_an_older_version_that_still_waits_is_dealt_when_it_is_full(tmp_path: Path) -> None:
    """Its server has committed to nothing, so nobody is waited for, and nothing is proven."""

    async with inside.house(tmp_path) as home:
        old = Created(
            host="one",
            game="samurai",
            options={"players": 2},
            seats=[Myself("one"), Friend()],
            invites=["", "invite"],
        )
        await home.store.append(Batch("old", 0, [encode(old)], listing.row(Table("old", [old]))))
        async with home.host.tables.visit("old") as room:
            await sit(room, "two", SEALS["two"])
            assert (room.table.status, room.table.proof()) == ("playing", None)
            assert room.table.deal.seed


async def test_a_game_that_goes_on_from_a_moment_is_proven_too(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        first = await inside.set_table(home, "one", "two")
        async with home.host.tables.visit(first) as room:
            one, _ = await arrive(room, "one", "two")
            for move in (one.heard("state")[-1]["own"]["legal"][0], "/"):
                await inside.play(room, one, 0, move)
            await give_up(room, one, 0)
        wish = NewTable([Myself("a"), Myself("b")], start=Moment(first, 2), seal=SEALS["one"])
        async with home.host.tables.visit(await home.host.creation.set_table("one", "one", wish)) as room:
            (one,) = await arrive(room, "one")
            await show(room, one, 0)
            move = room.table.sees(1).legal_moves()[0]
            await inside.play(room, one, 1, str(move))
            await inside.play(room, one, 1, "/")
            await give_up(room, one, 0)
            assert checked(room).start is not None
