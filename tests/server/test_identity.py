"""Who somebody is: cookies, the devices of a person, and personal links."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from starlette.types import Message, Scope
from websockets.exceptions import ConnectionClosed

from kabuto.host.rooms.room import Room
from kabuto.protocol.errors import refuse
from kabuto.server.accounts.device_links import LINK_AGE
from kabuto.server.accounts.devices import DAY, Label
from kabuto.server.accounts.identity import COOKIE_AGE, Identity, Signer, folder_secret
from kabuto.server.web.cookies import BEFORE_AGE
from kabuto.table import Refused
from tests.support.loops import run

from . import format1
from .browsers import FIREFOX, PHONE, Clock, Place, opened
from .persons import Connection, Person, Server, running

KEY, ME = bytes(32), Identity("me", "laptop")
Scene = Callable[[Place], Coroutine[Any, Any, None]]
New = Callable[..., Person]
Open = Callable[..., Connection]


def at(data: Path, scene: Scene, **settings: Any) -> None:
    """Play a scene at a server."""

    async def play() -> None:
        async with opened(data, **settings) as place:
            await scene(place)

    run(play())


# Signatures and the key.


def test_a_signature_is_good_for_one_key_and_one_purpose() -> None:
    signed = Signer(KEY).sign("cookie", ME)
    assert Signer(KEY).read("cookie", signed, 60) == ME
    assert Signer(KEY).read("another cookie", signed, 60) is None
    assert Signer(b"another key".ljust(32)).read("cookie", signed, 60) is None
    for forged in ("", ".", signed[:-1], f"{signed}A", signed.partition(".")[0], "é", "\udc80", "x" * 10_000):
        assert Signer(KEY).read("cookie", forged, 60) is None


def test_a_signature_grows_old_but_a_clock_that_was_set_back_makes_nobody_a_stranger() -> None:
    clock = Clock()
    signer = Signer(KEY, clock)
    signed = signer.sign("cookie", ME)
    clock.now += COOKIE_AGE - 10
    assert signer.read("cookie", signed, COOKIE_AGE) == ME
    clock.now += 20
    assert signer.read("cookie", signed, COOKIE_AGE) is None
    clock.now -= 3 * COOKIE_AGE
    assert signer.read("cookie", signed, COOKIE_AGE) == ME


def test_the_key_of_a_folder_stays(tmp_path: Path) -> None:
    signed = Signer(folder_secret(tmp_path / "secret")).sign("cookie", ME)
    assert Signer(folder_secret(tmp_path / "secret")).read("cookie", signed, 60) == ME
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("length", [0, 31])
def test_a_short_key_is_refused(tmp_path: Path, length: int) -> None:
    (tmp_path / "secret").write_bytes(bytes(length))
    with pytest.raises(Refused, match=f"{length} bytes"):
        folder_secret(tmp_path / "secret")
    for language, words in (("en", "delete it"), ("de", "lösche sie")):
        command = ["serve", "--port", "0", "--data", str(tmp_path), "--language", language]
        served = subprocess.run([sys.executable, "-m", "kabuto", *command], capture_output=True, timeout=250)
        assert served.returncode == 2
        assert words in served.stderr.decode()
        assert str(tmp_path / "secret") in served.stderr.decode()
    assert (tmp_path / "secret").read_bytes() == bytes(length)


# Cookies.


def test_the_servers_of_a_host_leave_each_others_cookies_alone(tmp_path: Path) -> None:
    with running(tmp_path / "one") as one, running(tmp_path / "two") as two, httpx2.Client() as http:
        for server, name in ((one, "One"), (two, "Two")):
            http.post(f"{server.address}/api/me", json={"name": name}).raise_for_status()
        for _ in range(2):
            for server, name in ((one, "One"), (two, "Two")):
                assert http.get(f"{server.address}/api/me").json()["name"] == name
        assert len(http.cookies) == 2


async def test_a_cookie_that_another_server_signed_is_neither_read_nor_touched(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        stranger = await place.browser({"kabuto": "somebody.0123456789012345678901234567890123456789"})
        answer = await stranger.http.get("/api/me")
        assert [cookie.partition("=")[0] for cookie in answer.headers.get_list("set-cookie")] != ["kabuto"]
        assert "kabuto" in stranger.cookies


async def test_behind_tls_a_cookie_is_for_this_host_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        browser = await place.browser(address="https://localhost")
        answer = await browser.http.get("/api/me")
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-kabuto-")
        parts = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert {"secure", "httponly", "path=/", "samesite=lax"} <= parts
        assert not any(part.startswith("domain") for part in parts)


async def test_a_site_that_moves_to_tls_takes_its_persons_along(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        plain = await (await place.browser()).called("Host")
        secure = await place.browser(plain.cookies, "https://localhost")
        assert await secure.name() == "Host"
        assert [name.partition("-")[0] for name in secure.cookies] == ["__Host"]
        assert await secure.name() == "Host"
        (name, value), *_ = secure.cookies.items()
        planted = await place.browser({name.removeprefix("__Host-"): value}, "https://localhost")
        assert await planted.name() != "Host"  # what was signed for one name holds under no other


def test_a_proxy_is_believed_if_it_is_trusted(tmp_path: Path) -> None:
    forwarded = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}
    plain, secure = "kabuto-", "__Host-kabuto-"
    for number, (trusted, prefix) in enumerate(
        ((["127.0.0.0/8"], secure), (["10.0.0.0/8"], plain), ([], plain))
    ):
        with running(tmp_path / str(number), trusted_proxies=trusted) as server:
            for _ in range(3):
                answer = httpx2.get(f"{server.address}/api/me", headers=forwarded)
                assert answer.headers["set-cookie"].startswith(prefix)
        warnings = [line for line in server.log.read_text().splitlines() if "proxy_not_trusted" in line]
        assert len(warnings) == (prefix == plain), "said once, if at all"
        assert all("--trusted-proxy 127.0.0.1" in line for line in warnings)


# Those who came before devices were listed.


async def test_a_cookie_of_the_old_form_is_exchanged_for_one_of_the_new(tmp_path: Path) -> None:
    facts = format1.write(tmp_path)

    async with opened(tmp_path) as place:
        host = await place.browser({"kabuto": facts["cookies"]["host"]})
        table = await host.get(f"/api/tables/{facts['playing']['id']}")
        assert table["mine"] != []
        assert await host.name() == "Host"
        assert "kabuto" not in host.cookies
        assert len(host.cookies) == 1
        assert await host.get(f"/api/tables/{facts['playing']['id']}") == table
        other = await place.browser({"kabuto": facts["cookies"]["host"]})  # the same person's phone
        assert await other.name() == "Host"
        assert other.cookies != host.cookies


async def test_an_old_cookie_is_kept_while_the_new_one_cannot_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = format1.write(tmp_path)

    async def full(work: object) -> None:
        raise refuse("not_stored", "not_stored")

    async with opened(tmp_path) as place:
        host = await place.browser({"kabuto": facts["cookies"]["host"]})
        with monkeypatch.context() as patch:
            patch.setattr(place.services.store, "write", full)
            assert await host.name() == "Host"
        assert await host.name() == "Host"
        assert [device["is_legacy"] for device in (await host.get("/api/me/devices"))["devices"]] == [
            False,
            True,
        ]


async def test_a_personal_link_of_the_old_form_works_once(tmp_path: Path) -> None:
    facts = format1.write(tmp_path)
    token, clock = facts["link"]["token"], Clock(facts["link"]["expires"] - 10)

    async with opened(tmp_path, clock=clock) as place:
        phone, other = await place.browser(), await place.browser()
        assert (await phone.post("/api/me/link/look", {"token": token}))["name"] == "Host"
        assert (await phone.claim(token))["name"] == "Host"
        assert (await other.claim(token, 401))["error"] == "bad_token"
        assert (await phone.get(f"/api/tables/{facts['playing']['id']}"))["mine"] != []


async def test_a_personal_link_of_the_old_form_expires(tmp_path: Path) -> None:
    facts = format1.write(tmp_path)

    async with opened(tmp_path, clock=Clock(facts["link"]["expires"] + 1)) as place:
        await (await place.browser()).claim(facts["link"]["token"], 401)


async def test_the_devices_from_before_are_one_entry_and_are_signed_out_together(tmp_path: Path) -> None:
    facts = format1.write(tmp_path)
    clock = Clock(facts["link"]["expires"] - 10)

    async with opened(tmp_path, clock=clock) as place:
        host = await place.browser({"kabuto": facts["cookies"]["host"]})
        await host.name()
        mine, before = (await host.get("/api/me/devices"))["devices"]
        assert (mine["is_this"], mine["is_legacy"]) == (True, False)
        assert (before["is_this"], before["is_legacy"], before["browser"]) == (False, True, "")
        left = (await host.post("/api/me/devices/sign-out", {"device": before["id"]}))["devices"]
        assert left == [mine]
        old = await place.browser({"kabuto": facts["cookies"]["host"]})
        assert (await old.get("/api/me"))["signed_out"]
        assert await old.name() != "Host"
        await (await place.browser()).claim(facts["link"]["token"], 401)
        assert await host.name() == "Host"


async def test_an_old_cookie_of_somebody_who_had_done_nothing_is_listed_too(tmp_path: Path) -> None:
    facts = format1.write(tmp_path)

    async with opened(tmp_path) as place:
        watcher = await place.browser({"kabuto": facts["cookies"]["watcher"]})
        await watcher.name()
        assert len((await watcher.get("/api/me/devices"))["devices"]) == 2


# Devices.


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (FIREFOX, ("Firefox", "Linux")),
        (PHONE, ("Safari", "iPhone")),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", ("Edge", "Windows")),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36", ("Chrome", "Android")),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Safari", ("Chrome", "iPhone")),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18.0 Safari/605.1", ("Safari", "macOS")),
        ("curl/8.0", ("", "")),
        ("", ("", "")),
    ],
)
def test_a_device_is_called_by_its_browser_and_its_system(agent: str, label: tuple[str, str]) -> None:
    assert Label.of(agent) == label


async def test_nothing_is_stored_of_somebody_who_only_looks_around(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        browser = await place.browser()
        for path in ("/api/me", "/api/tables", "/api/games", "/api/me/devices", "/api/me"):
            await browser.get(path)
        await browser.post("/api/tables", {"seats": []}, 400)
        assert await place.rows("SELECT * FROM devices") == []
        await browser.set_table("me", "open")
        assert len(await place.rows("SELECT * FROM devices")) == 1


async def test_devices_are_listed_with_the_day_they_were_last_seen(tmp_path: Path) -> None:
    clock = Clock(1_800_000_000)

    async with opened(tmp_path, clock=clock) as place:
        laptop = await (await place.browser()).called("Host")
        phone = await place.browser(agent=PHONE)
        await phone.claim(await laptop.link())
        clock.now += 3 * DAY
        await laptop.name()
        mine, other = (await laptop.get("/api/me/devices"))["devices"]
        assert (mine["browser"], mine["system"]) == ("Firefox", "Linux")
        assert (mine["is_this"], mine["since"], mine["seen"]) == (True, "2027-01-15", "2027-01-18")
        assert (other["browser"], other["system"]) == ("Safari", "iPhone")
        assert (other["is_this"], other["since"], other["seen"]) == (False, "2027-01-15", "2027-01-15")
        alone = await place.browser()
        (only,) = (await alone.get("/api/me/devices"))["devices"]
        assert (only["is_this"], only["browser"]) == (True, "Firefox")


async def test_a_device_that_is_signed_out_is_a_new_guest(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        laptop = await (await place.browser()).called("Host")
        table = await laptop.set_table("me", "open")
        phone = await place.browser(agent=PHONE)
        await phone.claim(await laptop.link())
        stolen = await place.browser(phone.cookies)
        assert (await stolen.get(f"/api/tables/{table['id']}"))["mine"] == [0]
        devices = (await laptop.get("/api/me/devices"))["devices"]
        (other,) = [device for device in devices if not device["is_this"]]
        token = await phone.link()
        await laptop.post("/api/me/devices/sign-out", {"device": other["id"]})
        for browser in (phone, stolen):
            assert (await browser.get(f"/api/tables/{table['id']}"))["mine"] == []
        await (await place.browser()).claim(token, 401)  # nor by a link it made
        for is_told in (True, False):  # once, with a new cookie
            me = await phone.get("/api/me")
            assert me["name"].startswith("Guest")
            assert me["signed_out"] == is_told
        assert await laptop.name() == "Host"


async def test_a_device_stays_signed_out_after_a_restart(tmp_path: Path) -> None:
    kept: dict[str, str] = {}

    async with opened(tmp_path) as place:
        laptop, phone = await (await place.browser()).called("Host"), await place.browser()
        await phone.claim(await laptop.link())
        kept.update(phone.cookies)
        await laptop.post("/api/me/devices/sign-out-others")
    async with opened(tmp_path) as place:
        assert await (await place.browser(kept)).name() != "Host"


async def test_all_other_devices_are_signed_out_at_once(tmp_path: Path) -> None:
    facts = format1.write(tmp_path)

    async with opened(tmp_path) as place:
        host = await place.browser({"kabuto": facts["cookies"]["host"]})
        await host.name()
        others = [await place.browser() for _ in range(3)]
        for each in others:
            await each.claim(await host.link())
        friend = await place.browser({"kabuto": facts["cookies"]["friend"]})
        assert len((await host.get("/api/me/devices"))["devices"]) == 5
        assert len((await host.post("/api/me/devices/sign-out-others"))["devices"]) == 1
        for each in [*others, await place.browser({"kabuto": facts["cookies"]["host"]})]:
            assert await each.name() != "Host"
        assert (await host.name(), await friend.name()) == ("Host", "Friend")


async def test_neither_this_device_nor_one_of_somebody_else_is_signed_out(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        one, two = await (await place.browser()).called("One"), await (await place.browser()).called("Two")
        (mine,), (other,) = [(await each.get("/api/me/devices"))["devices"] for each in (one, two)]
        for device, status in ((mine["id"], 409), (other["id"], 404), ("nothing", 404)):
            await one.post("/api/me/devices/sign-out", {"device": device}, status)
        assert [await one.name(), await two.name()] == ["One", "Two"]


async def test_devices_whose_cookies_are_too_old_are_forgotten(tmp_path: Path) -> None:
    async with opened(tmp_path, clock=Clock(1_800_000_000)) as place:
        await (await place.browser()).called("Host")
    async with opened(tmp_path, clock=Clock(1_800_000_000 + COOKIE_AGE + 3 * DAY)) as place:
        assert await place.rows("SELECT * FROM devices") == []


def test_the_sockets_of_a_device_that_is_signed_out_are_closed(person: New, opened: Open) -> None:
    laptop, phone = person(), person()
    table = laptop.set_table("me", "me")["id"]
    phone.post("/api/me/claim", {"token": laptop.post("/api/me/link")["token"]})
    here, there = opened(laptop, table), opened(phone, table)
    assert there.own is not None
    laptop.post("/api/me/devices/sign-out-others")
    assert there.until_closed() == 4001
    stranger = opened(phone, table)
    assert stranger.own is None
    here.play(here.own["legal"][0], "/")  # type: ignore[index]


def test_a_device_that_is_signed_out_is_not_listened_to(person: New, opened: Open) -> None:
    laptop, phone = person(), person()
    table = laptop.set_table("me", "me")["id"]
    phone.post("/api/me/claim", {"token": laptop.post("/api/me/link")["token"]})
    here, there = opened(laptop, table), opened(phone, table)
    laptop.post("/api/me/devices/sign-out-others")
    with pytest.raises(ConnectionClosed):
        there.move(there.own["legal"][0])  # type: ignore[index]
    here.refresh()
    assert here.own is not None
    assert here.own["turn"] == []


async def test_a_device_that_is_signed_out_while_its_table_is_loaded_sees_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as place:
        laptop, phone = await place.browser(), await place.browser()
        table = (await laptop.set_table("me", "me"))["id"]
        await phone.claim(await laptop.link())
        visit, sent = place.services.host.tables.visit, list[str]()

        @asynccontextmanager
        async def slow(name: str) -> AsyncIterator[Room]:
            await laptop.post("/api/me/devices/sign-out-others")
            async with visit(name) as room:
                yield room

        async def receive() -> Message:
            return {"type": "websocket.connect"}

        async def send(message: Message) -> None:
            sent.append(message["type"])

        monkeypatch.setattr(place.services.host.tables, "visit", slow)
        cookie = "; ".join("=".join(pair) for pair in phone.cookies.items()).encode()
        path = f"/api/tables/{table}/socket"
        peer = SimpleNamespace(limits=place.services.host.backend.limits)
        scope: Scope = {
            "type": "websocket",
            "scheme": "ws",
            "path": path,
            "query_string": b"",
            "client": None,
        }
        scope["state"] = {"peer": peer}
        await place.app({**scope, "headers": [(b"host", b"localhost"), (b"cookie", cookie)]}, receive, send)
        assert sent == ["websocket.accept"]


# Personal links.


async def test_a_personal_link_says_what_it_would_do_and_does_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        host = await (await place.browser()).called("Host")
        friend = await (await place.browser()).called("Friend")
        token = await host.link()
        await friend.set_table("me", "open")
        for _ in range(2):
            seen = await friend.post("/api/me/link/look", {"token": token})
            assert seen == {"name": "Host", "me": "Friend", "is_mine": False, "games": 1}
        assert (await host.post("/api/me/link/look", {"token": token}))["is_mine"]
        assert (await friend.post("/api/me/link/look", {"token": "x"}, 401))["error"] == "bad_token"
        assert await friend.name() == "Friend"


async def test_a_personal_link_works_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        host, one, two = [await place.browser() for _ in range(3)]
        token = await (await host.called("Host")).link()
        assert (await one.claim(token))["name"] == "Host"
        refused = await two.claim(token, 401)
        assert refused["place"] == "token"
        assert "works once" in refused["reason"]
        await two.post("/api/me/link/look", {"token": token}, 401)


async def test_of_many_who_use_a_link_at_once_one_is_the_first(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        host = await (await place.browser()).called("Host")
        token = await host.link()
        crowd = [await place.browser() for _ in range(12)]
        body = {"token": token}
        answers = await asyncio.gather(*(each.http.post("/api/me/claim", json=body) for each in crowd))
        assert sorted(answer.status_code for answer in answers) == [200] + [401] * 11
        assert sorted([await each.name() for each in crowd])[-1] == "Host"
        assert len((await host.get("/api/me/devices"))["devices"]) == 2


async def test_a_personal_link_expires(tmp_path: Path) -> None:
    clock = Clock()

    async with opened(tmp_path, clock=clock) as place:
        host = await place.browser()
        for wait, status in ((LINK_AGE - 5, 200), (LINK_AGE + 5, 401)):
            token = await host.link()
            clock.now += wait
            await (await place.browser()).claim(token, status)


async def test_a_personal_link_is_cancelled_or_replaced(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        host, phone = await place.browser(), await place.browser()
        first, second = await host.link(), await host.link()
        await phone.claim(first, 401)
        await host.post("/api/me/link/cancel")
        await phone.claim(second, 401)
        await phone.claim(await host.link())


async def test_the_token_of_a_link_is_not_in_the_database(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        token = await (await place.browser()).link()
        stored = b"".join(path.read_bytes() for path in tmp_path.glob("kabuto.sqlite*"))
        assert b"links_of_person" in stored
        assert token.encode() not in stored


async def test_somebody_with_open_games_cannot_be_made_somebody_else(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        host = await (await place.browser()).called("Host")
        for seats in (("me", "open"), ("me", "me")):
            victim = await (await place.browser()).called("Victim")
            table = await victim.set_table(*seats)
            token = await host.link()
            refused = await victim.claim(token, 409)
            assert (refused["error"], refused["reason"][:6]) == ("not_now", "Victim")
            assert await victim.name() == "Victim"
            assert (await victim.get(f"/api/tables/{table['id']}"))["mine"] != []
            await victim.post(f"/api/tables/{table['id']}/leave")
            assert (await victim.claim(token))["name"] == "Host"  # the refusal did not use it up


async def test_ones_own_link_changes_nothing_and_is_not_used_up(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        host = await (await place.browser()).called("Host")
        await host.set_table("me", "open")
        token = await host.link()
        assert (await host.claim(token))["name"] == "Host"
        assert (await (await place.browser()).claim(token))["name"] == "Host"


async def test_who_one_was_can_be_gone_back_to(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        host, friend = [await (await place.browser()).called(name) for name in ("Host", "Friend")]
        assert (await friend.post("/api/me/back", status=409))["error"] == "not_now"
        me = await friend.claim(await host.link())
        assert (me["name"], me["before"]) == ("Host", "Friend")
        table = await friend.set_table("me", "open")  # Host's, now
        me = await friend.post("/api/me/back")
        assert (me["name"], me["before"]) == ("Friend", "Host")
        assert await friend.name() == "Friend"
        third = await (await place.browser()).called("Third")
        refused = await friend.claim(await third.link(), 409)  # it would forget Host here, who has a game
        assert refused["reason"].startswith("Host")
        me = await friend.post("/api/me/back")
        assert (me["name"], me["before"]) == ("Host", "Friend")
        assert (await friend.get(f"/api/tables/{table['id']}"))["mine"] == [0]


async def test_the_way_back_ends_with_time_and_with_the_device(tmp_path: Path) -> None:
    clock = Clock()

    async with opened(tmp_path, clock=clock) as place:
        host, friend = [await (await place.browser()).called(name) for name in ("Host", "Friend")]
        await friend.claim(await host.link())
        await friend.post("/api/me/back")
        assert (await friend.get("/api/me"))["before"] == "Host"
        await host.post("/api/me/devices/sign-out-others")  # that browser may be Host no more
        assert (await friend.get("/api/me"))["before"] is None
        await friend.post("/api/me/back", status=409)
        await friend.claim(await host.link())
        assert (await friend.get("/api/me"))["before"] == "Friend"
        clock.now += BEFORE_AGE + 60
        assert (await friend.get("/api/me"))["before"] is None
        assert await friend.name() == "Host"


# All of it over the wire, on a server with its limits.


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("identity") / "data", limited=True) as server:
        yield server


def test_personal_links_are_rationed(limited: Server) -> None:
    me = Person(limited)
    codes = [me.http.post("/api/me/link").status_code for _ in range(30)]
    assert codes[:20] == [200] * 20
    assert 429 in codes
    me.close()


def test_no_token_or_cookie_is_logged(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        me, phone = Person(server), Person(server)
        token = me.post("/api/me/link")["token"]
        phone.post("/api/me/claim", {"token": token})
        phone.post("/api/me/back")
        secrets = [token, *(cookie.partition("=")[2] for cookie in [*me.cookies, *phone.cookies])]
        me.close()
        phone.close()
    log = server.log.read_text()
    assert json.loads(log.splitlines()[0])["event"] == "open"
    assert not any(secret in log for secret in secrets)
