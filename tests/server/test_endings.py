"""What ends an identity ends all of it: words said while watching, phrases and passkeys, at every server."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from kabuto.host.call import Call
from kabuto.host.rooms import listing
from kabuto.host.rooms.persons import exported
from kabuto.host.store import Row
from kabuto.protocol.errors import Refusal
from kabuto.protocol.socket import Say
from kabuto.server.accounts import bans
from kabuto.server.accounts.accounts import Accounts
from kabuto.server.accounts.devices import DAY, signed_in
from kabuto.server.accounts.forgetting import erase
from kabuto.server.accounts.identity import Identity
from kabuto.server.accounts.open_sockets import REFUSED, SIGNED_OUT, Visitor
from kabuto.server.runtime.clock import SystemClock
from kabuto.server.services import Services
from kabuto.server.storage.postgres import PostgresStore
from kabuto.server.storage.schema_versions import MIGRATIONS
from kabuto.server.storage.sql_store import SqlStore
from kabuto.server.storage.sqlite import SqliteStore
from kabuto.tabletop.state import Table
from tests.support.postgres import Databases

from . import inside
from .authenticators import Authenticator
from .browsers import PHONE, Clock, opened
from .test_passkeys import HOST, ORIGIN, added, recovered

BEFORE = 8
"""The form before it was listed who spoke where."""


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty file, or an empty database."""
    if request.param == "postgres":
        databases: Databases = request.getfixturevalue("databases")
        return databases.new()
    return str(tmp_path / "kabuto.sqlite")


def made(place: str) -> SqlStore:
    """The store of a place."""
    return PostgresStore(place) if "://" in place else SqliteStore(Path(place))


async def talk_while_watching(home: Services, person: str, *lines: str) -> str:
    """A table of two others at which somebody who watches says something."""
    table = await inside.set_table(home, "Taro", "Jiro")
    async with home.host.tables.visit(table) as room:
        for number, line in enumerate(lines):
            await room.hear(inside.Listener(person).client, Say(f"line {number}", line))
    return table


# S5: words said while watching.


async def taken_along(home: Services, person: str) -> list[dict[str, Any]]:
    """The tables in what somebody saves of themselves."""
    return await exported(home.store, home.host.tables, home.host.computing, Call(person=person))


async def test_s5_words_said_while_watching_are_exported_and_erased(place: str, tmp_path: Path) -> None:
    async with inside.house(tmp_path / "data", store=made(place)) as home:
        table = await talk_while_watching(home, "Hanako", "What a move!", "Well played")
        async with home.host.tables.visit(table) as room:
            await room.hear(inside.Listener("Taro").client, Say("taro", "Thank you"))
        (found,) = await taken_along(home, "Hanako")
        assert [line["text"] for line in found["talk"]] == ["What a move!", "Well played"]
        assert (found["id"], found["mine"], found["record"]) == (table, [], None)
        await erase(home.accounts, "Hanako")
        stored = b"".join(await home.store.events(table))
        assert b"Hanako" not in stored
        assert b"What a move!" not in stored
        assert b"Thank you" in stored
        assert await taken_along(home, "Jiro") != []
        await home.store.remove([table])
        assert await home.store.spoken_at("Taro") == set()


async def test_s5_what_was_said_before_it_was_listed_is_found(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        async with inside.house(tmp_path / "data", store=made(place)) as home:
            older.setattr(listing, "row", unlisted(listing.row))
            table = await talk_while_watching(home, "Hanako", "Long ago")
            silent = await inside.set_table(home, "Taro", "Jiro")
    turn_back(place)
    async with inside.house(tmp_path / "data", store=made(place)) as home:
        assert await home.store.spoken_at("Hanako") == {table}
        assert await home.store.spoken_at("Taro") == set()
        await erase(home.accounts, "Hanako")
        assert b"Long ago" not in b"".join(await home.store.events(table))
        assert await home.store.events(silent) != []


async def test_s5_a_speaker_who_is_missing_in_the_lists_is_listed_again(place: str, tmp_path: Path) -> None:
    async with inside.house(tmp_path / "data", store=made(place)) as home:
        table = await talk_while_watching(home, "Hanako", "Hello")
        await home.store.write(lambda database: database.execute("DELETE FROM speakers"))
    async with inside.house(tmp_path / "data", store=made(place)) as home, home.host.tables.visit(table):
        assert await home.store.spoken_at("Hanako") == {table}


def unlisted(row: Callable[[Table], Row]) -> Callable[[Table], Row]:
    """What an older version lists of a table: not who spoke there."""
    return lambda table: row(table)._replace(speakers=())


def turn_back(place: str) -> None:
    """Bring a database back to the form before it was listed who spoke, as it was."""
    words = [line.split() for script in MIGRATIONS[BEFORE:] for line in script.split("\n")]
    names = [line[2] for line in words if line[:2] == ["CREATE", "TABLE"]]
    columns = [(line[2], line[5]) for line in words if line[:2] == ["ALTER", "TABLE"]]
    statements = ["DROP INDEX devices_ended_on", *(f"DROP TABLE {name}" for name in names)]
    statements += [f"ALTER TABLE {table} DROP COLUMN {column}" for table, column in columns]
    if "://" in place:
        with psycopg.connect(place) as connection:
            for statement in [*statements, f"UPDATE kabuto SET format = {BEFORE}, oldest = 6"]:
                connection.execute(statement.encode())
        return
    with closing(sqlite3.connect(place)) as file:
        for statement in [*statements, f"PRAGMA user_version = {BEFORE}"]:
            file.execute(statement)
        file.commit()


# S4: what ends an identity ends it at every server, whether that hears of it or not.


@asynccontextmanager
async def deaf(
    databases: Databases, folder: Path, clock: Clock, *, by_itself: bool = False
) -> AsyncIterator[list[Services]]:
    """Three servers on one database that hear nothing of each other, and look when they are told to."""
    address = databases.new()
    async with AsyncExitStack() as stack:
        homes = []
        for name in ("one", "two", "three"):
            store = PostgresStore(address)
            house = inside.house(folder / name, store=store, clock=SystemClock(time=clock))
            home = await stack.enter_async_context(house)
            home.servers._hear = lambda news: None
            if not by_itself:
                home.accounts.look_for_ends = nothing  # type: ignore[method-assign]
            homes.append(home)
        yield homes


async def look(homes: list[Services]) -> None:
    """Let the time pass until servers look by themselves."""
    for home in homes:
        await Accounts.look_for_ends(home.accounts)


async def nothing() -> None:
    """Don't look."""


def test_s4_servers_look_more_often_than_every_five_seconds() -> None:
    assert bans.EVERY + 2 <= 5


async def test_s4_a_device_that_is_signed_out_is_out_at_servers_that_never_heard(
    databases: Databases, tmp_path: Path
) -> None:
    clock = Clock()

    async with deaf(databases, tmp_path, clock) as homes:
        me, phone, tablet = (Identity("me", name) for name in ("laptop", "phone", "tablet"))
        for device in (me, phone, tablet):
            await homes[0].accounts.devices.keep(device, "")
        closed = [socket_of(home, phone) for home in homes]
        one, *others = homes
        one.accounts.sign_out(await one.accounts.devices.sign_out(me, "phone"))
        assert not any("phone" in home.accounts.devices.ended for home in others)
        await look(others)
        assert all(home.accounts.devices.ended == {"phone"} for home in homes)
        await asyncio.sleep(0)
        assert all(socket.why == SIGNED_OUT for socket in closed)
        # Clocks that differ by a day, and a server that could not reach the database for some days.
        clock.now -= DAY
        one.accounts.sign_out(await one.accounts.devices.sign_out(me, "tablet"))
        clock.now += 4 * DAY
        await look(others)
        assert all(home.accounts.devices.ended == {"phone", "tablet"} for home in homes)
        assert "laptop" not in others[0].accounts.devices.ended


async def test_s4_without_any_notification_a_device_is_out_soon(databases: Databases, tmp_path: Path) -> None:
    """The same by itself: nothing is called here but what somebody does."""

    async with deaf(databases, tmp_path, Clock(), by_itself=True) as homes:
        me, phone = Identity("me", "laptop"), Identity("me", "phone")
        for device in (me, phone):
            await homes[0].accounts.devices.keep(device, "")
        homes[0].accounts.sign_out(await homes[0].accounts.devices.sign_out_everywhere(me, None))
        async with asyncio.timeout(250):
            while not all("phone" in home.accounts.devices.ended for home in homes):
                await asyncio.sleep(0.05)


async def test_s4_a_device_that_is_out_makes_nothing_that_brings_it_back(
    databases: Databases, tmp_path: Path
) -> None:
    """Not even at a server that has not looked yet."""

    async with deaf(databases, tmp_path, Clock()) as (one, two, _):
        me, phone = Identity("me", "laptop"), Identity("me", "phone")
        for device in (me, phone):
            await one.accounts.devices.keep(device, "")
        phrase = await two.accounts.phrases.make(phone)
        known = await two.accounts.phrases.proof(phrase)  # and while it is signed out, a link is made of it
        one.accounts.sign_out(await one.accounts.devices.sign_out_everywhere(me, 0))
        assert "phone" not in two.accounts.devices.ended
        with pytest.raises(Refusal, match="has been signed out"):
            await two.accounts.phrases.make(phone)
        with pytest.raises(Refusal, match="has been signed out"):
            await two.accounts.links.make(signed_in(phone))
        with pytest.raises(Refusal, match="has been signed out"):
            await two.accounts.devices.sign_out_everywhere(phone, 0)
        with pytest.raises(Refusal, match="No one here has this phrase"):
            await two.accounts.links.make(known)
        assert await one.accounts.links.make(signed_in(me))


async def test_s4_who_is_deleted_is_gone_at_servers_that_never_heard(
    databases: Databases, tmp_path: Path
) -> None:
    async with deaf(databases, tmp_path, Clock()) as homes:
        one, two, three = homes
        sat = await inside.set_table(one, "Hanako", "Taro")
        watched = await talk_while_watching(one, "Hanako", "What a move!")
        await one.accounts.devices.keep(Identity("Hanako", "laptop"), "")
        async with AsyncExitStack() as stack:
            rooms = [
                await stack.enter_async_context(home.host.tables.visit(name))
                for home in (two, three)
                for name in (sat, watched)
            ]
            one.accounts.sign_out(await erase(one.accounts, "Hanako"))
            await look([two, three])
            for room in rooms:
                await inside.settled(room)
            for room in rooms:
                assert "Hanako" not in [seat.name for seat in room.table.seats]
                assert [line.text for line in room.table.chat.talk] in ([], ["…"])
        assert "laptop" in three.accounts.devices.ended


async def test_s4_who_is_banned_is_out_at_servers_that_never_heard(
    databases: Databases, tmp_path: Path
) -> None:
    async with deaf(databases, tmp_path, Clock()) as homes:
        address = homes[0].store._address  # type: ignore[attr-defined]
        closed = [socket_of(home, Identity("thief", "phone")) for home in homes]

        def ban() -> None:
            with bans.register(address) as register:
                register.add(bans.Ban("person", "thief", None, "Enough."))

        await asyncio.to_thread(ban)
        await look(homes)
        await asyncio.sleep(0)
        for home, socket in zip(homes, closed, strict=True):
            assert socket.why == REFUSED
            with pytest.raises(Refusal, match="Enough"):
                home.accounts.bans.check("thief", "")


class Socket:
    """A connection that remembers why it was closed."""

    why = 0

    async def close(self, why: int) -> None:
        """Close it."""
        self.why = why


def socket_of(home: Services, identity: Identity) -> Socket:
    """A device that has a table open."""
    socket = Socket()
    home.accounts.visitors.add(Visitor(identity.device, identity.person, "", "", socket.close))
    return socket


# S6: signing out everywhere, and telling of new phrases and passkeys.


async def test_s6_signing_out_everywhere_ends_what_others_may_have_made(place: str, tmp_path: Path) -> None:
    clock = Clock(1_800_000_000)

    async with opened(tmp_path, clock=clock, store=made(place)) as here:
        owner = await (await here.browser()).called("Owner")
        safe, loot = Authenticator(ORIGIN, HOST), Authenticator(ORIGIN, HOST)
        await added(owner, safe)
        clock.now += 10 * DAY
        thief = await here.browser(agent=PHONE)
        await thief.claim(await owner.link())
        phrase = (await thief.post("/api/me/recovery/phrase"))["phrase"]
        await added(thief, loot)
        clock.now += 5 * DAY
        assert (await owner.get("/api/me/devices"))["since"] == "2027-01-25"
        found = await owner.get("/api/me/recovery")
        maker = {"browser": "Safari", "system": "iPhone", "since": "2027-01-25", "is_this": False}
        assert found["phrase"] == maker
        dates = [(each["since"], each["is_this"]) for each in found["passkeys"]]
        assert dates == [("2027-01-25", False), ("2027-01-15", True)]
        await owner.post("/api/me/devices/sign-out-others")
        stranger = await here.browser()
        await stranger.post("/api/recover", {"phrase": phrase}, 401)
        await recovered(stranger, loot, 401)
        await recovered(stranger, safe)
        left = await owner.get("/api/me/recovery")
        assert (left["has_phrase"], len(left["passkeys"])) == (False, 1)


async def test_s6_a_thief_who_was_signed_out_and_came_back_is_out_for_good(
    place: str, tmp_path: Path
) -> None:
    """The phrase is older than the thief's new device, but of a device that is no longer signed in."""
    clock = Clock(1_800_000_000)

    async with opened(tmp_path, clock=clock, store=made(place)) as here:
        owner = await (await here.browser()).called("Owner")
        assert (await owner.get("/api/me/devices"))["since"] == ""
        clock.now += DAY
        thief = await here.browser(agent=PHONE)
        await thief.claim(await owner.link())
        phrase = {"phrase": (await thief.post("/api/me/recovery/phrase"))["phrase"]}
        device = (await thief.get("/api/me/devices"))["devices"][0]["id"]
        await owner.post("/api/me/devices/sign-out", {"device": device})
        clock.now += 30 * DAY
        again = await here.browser(agent=PHONE)
        await again.claim((await again.post("/api/recover", phrase))["token"])
        assert (await owner.get("/api/me/devices"))["since"] == "2027-01-16"
        await owner.post("/api/me/devices/sign-out-others")
        await again.post("/api/recover", phrase, 401)
        assert await owner.name() == "Owner"


async def test_s6_the_day_can_be_chosen(tmp_path: Path) -> None:
    clock = Clock(1_800_000_000)

    async with opened(tmp_path, clock=clock) as place:
        owner, phone = await (await place.browser()).called("Owner"), await place.browser(agent=PHONE)
        await phone.claim(await owner.link())
        await phone.post("/api/me/recovery/phrase")
        everywhere = "/api/me/devices/sign-out-everywhere"
        for since in ("yesterday", "2027-02-30", "0000-00-00"):
            await owner.post(everywhere, {"since": since}, 400)
        for since, has_phrase in (("", True), ("2027-01-16", True), ("2027-01-15", False)):
            await owner.post(everywhere, {"since": since})
            assert (await owner.get("/api/me/recovery"))["has_phrase"] == has_phrase
        assert (await phone.get("/api/me"))["signed_out"]


async def test_s6_new_phrases_and_passkeys_are_announced_on_other_devices(place: str, tmp_path: Path) -> None:
    clock = Clock(1_800_000_000)

    async with opened(tmp_path, clock=clock, store=made(place)) as here:
        owner, phone = await (await here.browser()).called("Owner"), await here.browser(agent=PHONE)
        await owner.post("/api/me/recovery/phrase")
        clock.now += 1
        await phone.claim(await owner.link())
        assert (await phone.get("/api/me"))["news"] == []
        clock.now += DAY
        await phone.post("/api/me/recovery/phrase")
        await added(phone, Authenticator(ORIGIN, HOST))
        news = [
            {"what": what, "browser": "Safari", "system": "iPhone", "since": "2027-01-16"}
            for what in ("phrase", "passkey")
        ]
        for _ in range(2):
            assert (await owner.get("/api/me"))["news"] == news
        assert (await phone.get("/api/me"))["news"] == []
        assert (await owner.post("/api/me/news/seen"))["news"] == []
        assert (await owner.get("/api/me"))["news"] == []
        stranger = await here.browser()
        assert (await stranger.get("/api/me"))["news"] == []
        exported = await owner.get("/api/me/export")
        assert exported["recovery"]["phrase"]["since"] == "2027-01-16"
