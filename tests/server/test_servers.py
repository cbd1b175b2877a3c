"""Several servers on one database: any of them takes anybody, and what nobody asks for is done once."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from kabuto.cli import main as kabuto
from kabuto.host.backend import Job
from kabuto.host.peers import News
from kabuto.host.rate_limits import SHARED, Limits
from kabuto.host.rooms import listing
from kabuto.host.rooms.room import replayed
from kabuto.host.store import Batch, Behind, NotStored
from kabuto.host.tasks import stop
from kabuto.protocol.errors import Refusal
from kabuto.protocol.http import Clock, Myself, NewTable, Program
from kabuto.protocol.socket import Move, Say
from kabuto.server.accounts.forgetting import erase
from kabuto.server.accounts.identity import Identity
from kabuto.server.services import Services, build
from kabuto.server.storage import peers
from kabuto.server.storage.postgres import PostgresStore
from kabuto.server.storage.schema_versions import MIGRATIONS, OLDEST
from kabuto.server.web import app, pages
from kabuto.table import Refused
from kabuto.tabletop.table_events import Moved, decode
from tests.support.clock import Clock as StoppedClock
from tests.support.loops import run
from tests.support.postgres import Databases

from . import inside
from .persons import Person, running
from .test_store import change

PATIENCE = 250.0


@pytest.fixture
def address(databases: Databases) -> str:
    """An empty database."""
    return databases.new()


@asynccontextmanager
async def together(address: str, folder: Path) -> AsyncIterator[list[Services]]:
    """Run a test with two houses on one database."""
    async with AsyncExitStack() as open_:
        houses = [
            await open_.enter_async_context(inside.house(folder / name, store=PostgresStore(address)))
            for name in ("one", "two")
        ]
        await until(lambda: all(len(home.servers.names) == 2 for home in houses))
        yield houses


async def until(is_so: Callable[[], object]) -> None:
    """Wait for something."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


async def sit(home: Services, table: str, person: str) -> inside.Listener:
    """Somebody who opens a table at a server, for good."""
    listener = inside.Listener(person)
    room = await home.host.tables.visit(table).__aenter__()
    await room.enter(listener.client, None)
    return listener


def legal(listener: inside.Listener) -> list[str]:
    """What somebody may play, by the last message that says so."""
    told = [*listener.heard("state"), *listener.heard("played")]
    return list(told[-1]["own"]["legal"])


async def test_people_at_different_servers_play_together(address: str, tmp_path: Path) -> None:
    async with together(address, tmp_path) as (one, two):
        name = await inside.set_table(one, "me", "you")
        me, you = await sit(one, name, "me"), await sit(two, name, "you")
        async with one.host.tables.visit(name) as room:
            notation = legal(me)[0]
            await inside.play(room, me, 0, notation)
            while room.table.to_move == [0]:
                await inside.play(room, me, 0, str(room.table.game_of(0).legal_moves(0)[0]))
        await until(lambda: you.heard("played"))
        async with one.host.tables.visit(name) as here, two.host.tables.visit(name) as there:
            assert here.table.game
            assert there.table.game
            assert here.table.game.record() == there.table.game.record()
            # Both servers know who is there.
            await until(lambda: here.here == there.here == {"me", "you"})
            # Both say something at once: the store decides who came first.
            await asyncio.gather(
                here.hear(me.client, Say("a", "Hello")), there.hear(you.client, Say("b", "Good evening"))
            )
            await until(lambda: len(here.table.chat.talk) == len(there.table.chat.talk) == 2)
            assert here.table.chat.talk == there.table.chat.talk
            there.leave(you.client)
            await until(lambda: here.here == {"me"})


async def test_a_table_that_is_besieged_at_all_servers_loses_nothing_and_harms_no_other(
    address: str, tmp_path: Path
) -> None:
    async with together(address, tmp_path) as (one, two):
        name, other = [await inside.set_table(one, "me", "you") for _ in range(2)]
        for home in (one, two):
            home.host.guard.limits = Limits.load_test()
        me, you, calm = await sit(one, name, "me"), await sit(two, name, "you"), await sit(two, other, "you")
        async with (
            one.host.tables.visit(name) as here,
            two.host.tables.visit(name) as there,
            two.host.tables.visit(other) as elsewhere,
        ):
            besieging = [
                asyncio.create_task(room.hear(who.client, Say(f"{who.person} {n}", f"{who.person} {n}")))
                for n in range(30)
                for room, who in ((here, me), (there, you))
            ]
            await elsewhere.hear(calm.client, Say("quiet", "Hello"))
            assert calm.heard("accepted")
            await asyncio.gather(*besieging)
            await until(lambda: len(here.table.chat.talk) == len(there.table.chat.talk) == 60)
            assert here.table.chat.talk == there.table.chat.talk
            assert len({line.text for line in here.table.chat.talk}) == 60
        for who in (me, you):
            assert (len(who.heard("accepted")), who.heard("refused")) == (30, [])


async def test_programs_and_clocks_are_somebodys_job(address: str, tmp_path: Path) -> None:
    async with together(address, tmp_path) as (one, two):
        names = [await inside.set_table(one, "program:greedy", "me") for _ in range(12)]
        homes = one.servers, two.servers
        await until(lambda: all(sum(home.takes_care_of(name) for home in homes) == 1 for name in names))
        assert any(two.servers.takes_care_of(name) for name in names)  # for each it is as likely as not
        for name in names:
            me = await sit(one, name, "me")
            while not (me.heard("played") or legal(me)):
                await asyncio.sleep(0.01)
            bodies = [decode(body) for body in await one.store.events(name)]
            ends = [each for each in bodies if isinstance(each, Moved)]
            async with one.host.tables.visit(name) as room:
                assert room.table.game
                assert len(ends) == room.table.game.ply  # every move once


async def test_a_server_that_stops_hands_its_tables_over_at_once(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "LEASE", 1e6)  # nobody waits for its end

    async with together(address, tmp_path) as (one, two):
        clock = Clock(per="move", seconds=3600)
        names = [await inside.set_table(one, "me", "you", clock=clock) for _ in range(8)]
        await stop(two._tasks)  # as when it closes: else it would soon say that it is there again
        await two.servers.close()
        await until(lambda: all(one.servers.takes_care_of(name) for name in names))
        assert one.servers.names == {one.servers.name}


async def test_a_silent_server_does_nothing_until_it_is_heard_of(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert peers.BEAT + peers.LEASE < 5
    async with together(address, tmp_path) as (_one, two):
        two.servers._until = 0.0  # as after a freeze: its lease has run out
        assert not any(two.servers.takes_care_of(f"table {number}") for number in range(20))
        await two.servers._beat()
        assert any(two.servers.takes_care_of(f"table {number}") for number in range(20))


@pytest.mark.parametrize("jump", ["- interval '1 day'", "+ interval '1 day'"])
async def test_a_clock_that_was_set_keeps_no_dead_server_alive(address: str, jump: str) -> None:
    store = PostgresStore(address)
    await store.beat("dead", peers.LEASE)
    await asyncio.to_thread(change, address, f"UPDATE servers SET seen = seen {jump}")
    assert await store.beat("alive", peers.LEASE) == ["alive"]
    await store.close()


async def test_nothing_is_refused_by_what_a_server_has_missed(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move that another server has stored is accepted, though it does not follow what is known here."""

    async with together(address, tmp_path) as (one, two):
        name = await inside.set_table(one, "me", "you")
        me, again = await sit(one, name, "me"), await sit(two, name, "me")
        async with one.host.tables.visit(name) as room, two.host.tables.visit(name) as other:
            monkeypatch.setattr(two.servers, "_hear", lambda news: None)
            monkeypatch.setattr(two.host.tables, "_catch_up", asyncio.Event().wait)
            for _ in range(2):
                seat_moves = [str(move) for move in room.table.game_of(0).legal_moves(0)]
                move = Move(name, 0, room.table.ply_of(0), f"move {room.table.seq}", seat_moves[0])
                await room.hear(me.client, move)
            assert other.table.seq == room.table.seq - 2
            with monkeypatch.context() as broken:
                broken.setattr(two.store, "events_after", _fails)
                await other.hear(again.client, move)
            await other.hear(again.client, move)
        assert [refused["error"] for refused in again.heard("refused")] == ["not_stored"]
        assert [accepted["id"] for accepted in again.heard("accepted")] == [move.id]


async def _fails(*_: Any) -> None:
    raise NotStored


async def test_what_a_lost_notification_leaves_behind_is_healed(address: str, tmp_path: Path) -> None:
    async with together(address, tmp_path) as (one, two):
        name = await inside.set_table(one, "me", "you")
        you = await sit(two, name, "you")
        one.servers.tell = lambda news: None  # type: ignore[method-assign]
        async with one.host.tables.visit(name) as room, two.host.tables.visit(name) as there:
            me = await sit(one, name, "me")
            await room.hear(me.client, Say("a", "Hello"))
            await until(lambda: room.table.chat.talk)
            assert not there.table.chat.talk
            await two.host.tables._catch_up()
            await until(lambda: you.heard("said"))
            # A server that lags behind decides again on what is there.
            await room.hear(me.client, Say("b", "Anybody here?"))
            await there.hear(you.client, Say("c", "Yes"))
            assert [line.text for line in there.table.chat.talk] == ["Hello", "Anybody here?", "Yes"]


async def test_a_turn_travels_with_the_news_once_it_shows(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kabuto.host.rooms.registry.HEALING", 3600.0)

    async with together(address, tmp_path) as (one, two):
        name = await inside.set_table(one, "me", "you")
        me, you = await sit(one, name, "me"), await sit(two, name, "you")
        told, reads = list[int](), list[str]()
        tell, read = one.servers.tell, two.store.events_after

        def telling(news: News) -> None:
            told.extend([news.seq] * bool(news.seq))
            tell(news)

        async def reading(table: str, seq: int) -> list[bytes]:
            reads.append(table)
            return await read(table, seq)

        monkeypatch.setattr(one.servers, "tell", telling)
        monkeypatch.setattr(two.store, "events_after", reading)
        async with one.host.tables.visit(name) as here, two.host.tables.visit(name) as there:
            await inside.play(here, me, 0, legal(me)[0])
            assert not told  # nobody elsewhere sees a turn in progress
            while here.table.to_move == [0]:
                moves = [str(move) for move in here.table.game_of(0).legal_moves(0)]
                await inside.play(here, me, 0, "/" if "/" in moves else moves[0])
            await until(lambda: you.heard("played"))
            assert there._bodies == here._bodies
            assert (len(told), reads) == (1, [])


async def test_somebody_with_two_devices_sees_the_turn_in_progress_on_both(
    address: str, tmp_path: Path
) -> None:
    async with together(address, tmp_path) as (one, two):
        name = await inside.set_table(one, "me", "you")
        me, phone = await sit(one, name, "me"), await sit(two, name, "me")
        async with one.host.tables.visit(name) as here:
            await until(lambda: "me" in here._clients.others)
            await inside.play(here, me, 0, legal(me)[0])
            await until(lambda: phone.heard("turn"))


async def test_a_device_that_is_signed_out_is_out_everywhere(address: str, tmp_path: Path) -> None:
    async with together(address, tmp_path) as (one, two):
        me, phone = Identity("me", "laptop"), Identity("me", "phone")
        for device in (me, phone):
            await one.accounts.devices.keep(device, "")
        one.accounts.sign_out(await one.accounts.devices.sign_out_everywhere(me, None))
        await until(lambda: "phone" in two.accounts.devices.ended)
        assert two.accounts.signer.read("cookie", one.accounts.signer.sign("cookie", me), 60) == me


async def test_connections_that_are_lost_do_not_stop_the_news(address: str, tmp_path: Path) -> None:
    async with together(address, tmp_path) as (one, two):
        name = await inside.set_table(one, "me", "you")
        you = await sit(two, name, "you")
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        await asyncio.to_thread(change, address, cut)
        async with one.host.tables.visit(name) as room:
            me = await sit(one, name, "me")
            async with asyncio.timeout(PATIENCE):
                while (
                    not room.table.chat.talk
                ):  # on a busy machine connections may take longer than a move waits
                    await room.hear(me.client, Say("a", "Hello"))
        await until(lambda: you.heard("said") or any(each["talk"] for each in you.heard("state")))


async def test_limits_of_a_person_hold_at_all_servers_together(address: str, tmp_path: Path) -> None:
    async with together(address, tmp_path) as (one, two):
        for home in (one, two):
            home.host.guard.clock = StoppedClock()

        def is_last(what: str) -> bool:
            two.host.guard.take(what, "me", 0)
            return two.host.guard._buckets[what, "me"]._full == 1

        for what in SHARED:
            most = int(getattr(one.host.backend.limits, what).at_once)
            for _ in range(most - 1):
                one.host.guard.spend(what, "me")
            await until(partial(is_last, what))
            two.host.guard.spend(what, "me")
            with pytest.raises(Refusal, match="Slow down"):
                two.host.guard.spend(what, "me")
            two.host.guard.spend(what, "you")  # somebody else
        # What two servers allow at the same moment is paid off before there is more.
        for home in (one, two):
            for _ in range(5):
                home.host.guard.spend("thoughts", "both")
        await until(lambda: one.host.guard.take("thoughts", "both") > 50)
        # What protects a server counts there.
        one.host.guard.spend("requests", "me")
        assert not two.host.guard.take("requests", "me", int(two.host.backend.limits.requests.at_once))


async def test_programs_that_wait_at_one_server_count_at_all(address: str, tmp_path: Path) -> None:
    async with together(address, tmp_path) as (one, two):
        job = Job("me", "table", ("samurai", "level8"))
        tickets = [
            two.workers.scheduler.request(job, lambda: None) for _ in range(one.host.backend.limits.thinking)
        ]
        await until(lambda: one.servers.busy_elsewhere("me") == len(tickets))
        wish = NewTable([Myself(), Program("greedy")])
        with pytest.raises(Refusal, match="Programs at your tables"):
            await one.host.creation.set_table("me", "me", wish)
        await one.host.creation.set_table("you", "you", wish)
        for ticket in tickets:
            two.workers.scheduler.release(ticket)
        await until(lambda: not one.servers.busy_elsewhere("me"))
        await one.host.creation.set_table("me", "me", wish)


async def test_who_is_deleted_leaves_no_name_at_any_server(address: str, tmp_path: Path) -> None:
    async with together(address, tmp_path) as (one, two):
        name = await inside.set_table(one, "Hana", "Taro")
        await sit(one, name, "Hana")
        await sit(two, name, "Taro")
        async with one.host.tables.visit(name) as here, two.host.tables.visit(name) as there:
            before = list(here._bodies)
            await erase(one.accounts, "Hana")
            await until(lambda: not any(seat.name == "Hana" for seat in there.table.seats))
            # A server that has missed it writes no name back, nor does one that was slower.
            there._bodies, there.table = before, replayed(name, before)
            await erase(two.accounts, "Taro")
            with pytest.raises(Behind):
                await one.store.rewrite(name, before, [*before[:-1], b"{}"], listing.row(here.table))
        assert b'"name":"Hana"' not in b"".join(await one.store.events(name))
        assert b'"name":"Taro"' not in b"".join(await one.store.events(name))


def test_a_pooler_that_swallows_notifications_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(psycopg.Connection, "notifies", lambda self, **limits: iter(()))
    with pytest.raises(Refused, match="Connect to PostgreSQL directly"):
        PostgresStore(address)


def test_a_server_that_stops_sends_everybody_to_the_others(address: str, tmp_path: Path) -> None:
    with running(tmp_path / "one", store=address) as one, running(tmp_path / "two", store=address) as two:
        host = Person(one)
        opened = host.open(host.set_table("me", "me")["id"])
        opened.receive()
        assert opened.own
        move = {"ply": opened.own["ply"], "id": "a move"}
        assert opened.move(opened.own["legal"][0], **move)["type"] == "accepted"
        one.process.send_signal(signal.SIGTERM)
        assert opened.until_closed() == 1012  # come back
        guest = Person(two, host.cookie)
        again = guest.open(opened.table)
        again.receive()
        assert again.own
        assert again.own["ply"] == move["ply"] + 1  # nothing is lost
        assert again.move(opened.own["legal"][0], **move)["type"] == "accepted"  # nor played twice
        again.refresh()
        assert again.own["ply"] == move["ply"] + 1
        assert one.ended() == 0
        for each in (opened, again, host, guest):
            each.close()


def test_the_others_go_on_with_the_games_of_a_server_that_freezes_or_dies(
    address: str, tmp_path: Path
) -> None:
    with running(tmp_path / "one", store=address) as one, running(tmp_path / "two", store=address) as two:
        host = Person(one)
        tables = [host.set_table("me", "greedy")["id"] for _ in range(8)]
        logs = {table: take_a_turn(host, table, []) for table in tables}
        host.close()
        guest = Person(two, host.cookie)  # any server takes anybody
        one.process.send_signal(signal.SIGSTOP)
        for table in tables:  # half of the programs were the frozen server's job
            logs[table] = take_a_turn(guest, table, logs[table])
        one.process.send_signal(signal.SIGCONT)
        for table in tables:
            logs[table] = take_a_turn(guest, table, logs[table])
        one.kill()
        for table in tables:
            take_a_turn(guest, table, logs[table])
        guest.close()
    assert kabuto(["store", "check", address]) == 0


def take_a_turn(person: Person, table: str, known: list[Any]) -> list[Any]:
    """Wait for one's turn and play it; the log of the game, which goes on from what was known."""
    opened = person.open(table)
    opened.receive()
    while not (opened.own and opened.own["legal"]):
        opened.receive()
    while opened.own and opened.own["legal"]:
        opened.play(opened.own["legal"][-1])
    opened.close()
    log = [{**entry, "changes": None} for entry in opened.log]  # those are told with several moves alone
    assert log[: len(known)] == known
    assert len(log) > len(known)
    return log


# An older and a newer version side by side.

NEWER = (*MIGRATIONS, "ALTER TABLE events ADD COLUMN extra TEXT; CREATE TABLE more (id TEXT PRIMARY KEY)")


@contextmanager
def newer_version(oldest: int = OLDEST) -> Iterator[None]:
    """What is opened meanwhile is opened by the version after this one."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("schema_versions", "postgres"):
            patch.setattr(f"kabuto.server.storage.{module}.MIGRATIONS", NEWER)
        patch.setattr("kabuto.server.storage.postgres.OLDEST", oldest)
        yield


async def test_an_older_server_goes_on_beside_a_newer_one(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with newer_version():
        run(PostgresStore(address).close())

    async with together(address, tmp_path) as (one, two):
        name = await inside.set_table(one, "me", "you")
        me, you = await sit(one, name, "me"), await sit(two, name, "you")
        # A newer server knows more about an event: what this one doesn't know is left alone.
        await store_event(one, name, b'{"type":"talked","seat":0,"name":"me","text":"Hello","mood":"glad"}')
        await two.host.tables._catch_up()
        await until(lambda: you.heard("said"))
        async with one.host.tables.visit(name) as room, two.host.tables.visit(name) as there:
            await inside.play(room, me, 0, legal(me)[0])
            await until(lambda: there.table.game and there.table.game.ply == 1)
            with pytest.raises(Refusal, match="newer version"):
                await room.rewrite(lambda table, events: events)
        assert b'"mood":"glad"' in b"".join(await one.store.events(name))
    assert rows(address, "SELECT format, oldest FROM kabuto") == [(len(NEWER), OLDEST)]
    assert kabuto(["store", "repair", address]) == 2  # what it doesn't know would look damaged
    assert "written by a newer version" in capsys.readouterr().err


async def test_a_newer_version_starts_while_older_servers_play(address: str, tmp_path: Path) -> None:
    async with together(address, tmp_path) as (one, two):
        name = await inside.set_table(one, "me", "you")
        me, you = await sit(one, name, "me"), await sit(two, name, "you")
        with newer_version():
            store = await asyncio.to_thread(PostgresStore, address)
        async with (
            inside.house(tmp_path / "three", store=store) as three,
            three.host.tables.visit(name) as room,
        ):
            async with one.host.tables.visit(name) as older:
                await inside.play(older, me, 0, legal(me)[0])
            await until(lambda: room.table.game and room.table.game.ply == 1)
            await room.hear(you.client, Say("a", "Hello"))
            await until(lambda: me.heard("said"))


async def test_a_table_with_something_newer_is_refused_and_not_harmed(address: str, tmp_path: Path) -> None:
    async with together(address, tmp_path) as (one, two):
        name, other = [await inside.set_table(one, "me", "you") for _ in range(2)]
        me = await sit(one, name, "me")
        await store_event(one, name, b'{"type":"danced","seat":0}')
        before = await one.store.events(name)
        async with one.host.tables.visit(name) as room:
            await inside.play(room, me, 0, legal(me)[0])
            assert me.heard("refused")[-1]["error"] == "not_now"
            with pytest.raises(Refusal, match="newer version"):
                await room.enter(inside.Listener("you").client, None)
        with pytest.raises(Refusal, match="newer version"):
            async with two.host.tables.visit(name):
                pass
        assert await one.store.events(name) == before
        assert not two.host.tables.damaged
        await sit(two, other, "you")  # no other table is affected


async def test_a_version_that_takes_something_away_waits_until_older_servers_are_gone(
    address: str, tmp_path: Path
) -> None:
    def start() -> None:
        with newer_version(oldest=len(NEWER)):
            run(PostgresStore(address).close())

    async with together(address, tmp_path) as (_one, _two):
        with pytest.raises(Refused, match="using this database"):
            await asyncio.to_thread(start)
    start()
    with pytest.raises(Refused, match="written by a newer version"):
        PostgresStore(address)


def test_a_page_of_one_version_gets_its_files_from_the_server_of_another(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as open_:
        for name, script in (("old", "index-1a.js"), ("new", "index-2b.js")):
            folder = tmp_path / name
            (folder / "assets").mkdir(parents=True)
            (folder / "assets" / script).write_text(f"// {name}")
            for module in (pages, app):
                monkeypatch.setattr(module, "STATIC", folder)
            home = build(tmp_path / f"data {name}", store=PostgresStore(address))
            new = open_.enter_context(TestClient(app.create_app(home), "http://localhost"))
            wait_for(partial(rows, address, f"SELECT 1 FROM assets WHERE name = '{script}'"))
        answer = new.get("/assets/index-1a.js")
        assert (answer.status_code, answer.text) == (200, "// old")
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "immutable" in answer.headers["cache-control"]
        for path in ("/assets/other.js", "/assets/%00.js", "/index-1a.js", "/assets/more/index-1a.js"):
            assert new.get(path).status_code == 404


def test_scripts_that_older_servers_have_to_bear_only_add() -> None:
    allowed = r"\s*(CREATE (TABLE|INDEX)|ALTER TABLE \w+ ADD COLUMN)\b"
    for script in (*MIGRATIONS[OLDEST:], NEWER[-1]):
        for statement in filter(str.strip, script.split(";")):
            assert re.match(allowed, statement), f"raise OLDEST: {statement}"


async def store_event(home: Services, table: str, body: bytes) -> None:
    """Store an event as another version would."""
    length = (await home.store.lengths([table]))[table]
    await home.store.append(Batch(table, length, [body], None))


def wait_for(is_so: Callable[[], object]) -> None:
    """Wait for something outside of an event loop."""
    give_up = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < give_up
        sleep(0.05)


def rows(address: str, query: str) -> list[Any]:
    """What a statement finds in a database."""
    with psycopg.connect(address) as connection:
        return connection.execute(query.encode()).fetchall()
