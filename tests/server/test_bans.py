"""People who run a server keep somebody out or close a table, on both stores, while it runs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kabuto.cli import main as kabuto
from kabuto.protocol.errors import Refusal
from kabuto.server.accounts import bans
from kabuto.server.services import Services, build
from kabuto.server.storage.postgres import PostgresStore
from kabuto.server.storage.sql_store import SqlStore
from kabuto.server.storage.sqlite import open_database
from kabuto.server.web.app import create_app

from . import inside
from .persons import Person, running
from .test_servers import until
from .test_store import KINDS


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A data folder, or a database."""
    return str(
        request.getfixturevalue("databases").new() if request.param == "postgres" else tmp_path / "data"
    )


def store_of(place: str) -> SqlStore | None:
    return PostgresStore(place) if "://" in place else None


@asynccontextmanager
async def in_house(place: str, tmp_path: Path) -> AsyncIterator[Services]:
    """Run a test in a house on a store."""
    async with inside.house(tmp_path / "data", store=store_of(place)) as home:
        yield home


async def command(*words: str) -> None:
    """Run the command beside a server."""
    assert await asyncio.to_thread(kabuto, ["ban", *words]) == 0


async def test_a_ban_is_known_to_a_running_server_within_seconds_and_can_be_lifted(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kabuto.server.accounts.accounts.EVERY", 0.02)

    assert bans.EVERY <= 5
    async with in_house(place, tmp_path) as home:
        await command(place, "--person", "them", "--address", "192.0.2.0/24", "--reason", "Be kind.")
        await until(
            lambda: home.accounts.bans.of("them", "198.51.100.1") and home.accounts.bans.of("me", "192.0.2.7")
        )
        with pytest.raises(Refusal, match=r"banned from this server\. Be kind\."):
            home.accounts.bans.check("them", "198.51.100.1")
        home.accounts.bans.check("me", "198.51.100.1")
        await command(place, "--person", "them", "--lift")
        await until(lambda: not home.accounts.bans.of("them", "198.51.100.1"))
        assert home.accounts.bans.of("me", "192.0.2.7")


async def test_a_closed_table_is_refused_and_listed_nowhere_until_it_is_opened_again(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kabuto.server.accounts.accounts.EVERY", 0.02)

    async with in_house(place, tmp_path) as home:
        name = await inside.set_table(home, "me", "you")
        await command(place, "--table", name, "--reason", "Nobody plays here.")
        await until(lambda: name not in home.host.tables._rooms)
        with pytest.raises(Refusal, match=r"closed this table\. Nobody plays here\."):
            async with home.host.tables.visit(name):
                pass
        assert not (await home.host.lists.lobby("me")).mine
        await command(place, "--table", name, "--lift")
        await until(lambda: not home.accounts.bans.of_table(name))
        assert [table.id for table in (await home.host.lists.lobby("me")).mine] == [name]
        async with home.host.tables.visit(name) as room:
            assert room.table.status == "playing"  # nothing of it was lost


async def test_a_ban_ends_by_itself(place: str, tmp_path: Path) -> None:
    async with in_house(place, tmp_path) as home:
        await command(place, "--person", "them", "--days", "2")
        await home.accounts.bans.look()
        assert home.accounts.bans.of("them", "")
        home.accounts.bans._clock = Later(home.host.backend.clock)  # type: ignore[assignment]
        await home.accounts.bans.look()
        assert not home.accounts.bans.of("them", "")


class Later:
    """The same world three days later."""

    def __init__(self, world: Any) -> None:
        self._world = world

    def time(self) -> float:
        return float(self._world.time()) + 3 * bans.DAY


def test_sockets_and_requests_of_somebody_who_is_banned_end(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        me, other = Person(server), Person(server)
        table = me.set_table("me", "me")["id"]
        mine, theirs = me.open(table), other.open(table)
        for opened in (mine, theirs):
            opened.receive()
        with bans.register(tmp_path / "data") as register:
            ((_, person), _) = register.seats(table)
            register.add(bans.Ban("person", person, None, "Be kind."))
        assert mine.until_closed() == 1008
        assert "Be kind." in me.get("/api/tables", 403)["reason"]
        refused = me.open(table).receive()
        assert (refused["type"], refused["error"]) == ("refused", "not_yours")
        assert other.get("/api/tables")
        theirs.refresh()
        theirs.close()
        me.close()
        other.close()


@pytest.mark.parametrize(
    ("banned", "asking", "is_out"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.0/24", "192.0.2.8", True),
        ("2001:db8::5", "2001:db8::/64", True),
        ("2001:db8::/32", "2001:db8:1::/64", True),
        ("2001:db8::/32", "2001:db9::/64", False),
        ("0.0.0.0/0", "2001:db8::/64", False),
        ("192.0.2.7", "testclient", False),
    ],
)
async def test_an_address_is_a_network(tmp_path: Path, banned: str, asking: str, is_out: bool) -> None:
    async with in_house(str(tmp_path / "data"), tmp_path) as home:
        await command(str(tmp_path / "data"), "--address", banned)
        await home.accounts.bans.look()
        assert bool(home.accounts.bans.of("me", asking)) == is_out


async def test_the_command_lists_bans_and_tells_who_sits_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(tmp_path / "data")

    async with in_house(place, tmp_path) as home:
        name = await inside.set_table(home, "me", "program:greedy")
        await command(place, "--seats", name)
        await command(place, "--person", "them", "--reason", "Be kind.")
        await command(place, "--language", "de")
    said = capsys.readouterr().out
    assert "me: me" in said
    assert "1 ban:\n  person them, until –. Be kind." in said
    assert "1 Sperre:\n  Person them, bis –. Be kind." in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["NOTHING", "--person", "x"], "there is no kabuto.sqlite"),
        (["DATA", "--address", "here"], "neither an IP address nor a network"),
        (["DATA", "--table", "x"], "There is no such table"),
        (["DATA", "--seats", "x"], "There is no such table"),
        (["DATA", "--person", "x", "--lift"], "x is not banned"),
        (["DATA", "--lift"], "--lift needs"),
        (["DATA", "--person", "x", "--days", "0"], "--days"),
        (["OLD", "--person", "x"], "another version of Kabuto"),
        (["postgresql://127.0.0.1:1/nothing", "--person", "x"], "no connection to the database"),
    ],
)
def test_what_cannot_be_done_is_explained(
    tmp_path: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").mkdir()
    with TestClient(create_app(build(tmp_path / "data")), base_url="http://localhost") as http:
        http.get("/api/me")
    open_database(tmp_path / "kabuto.sqlite").close()
    places = {"DATA": str(tmp_path / "data"), "NOTHING": str(tmp_path / "none"), "OLD": str(tmp_path)}
    assert kabuto(["ban", *(places.get(word, word) for word in words)]) == 2
    assert said in " ".join(capsys.readouterr().err.split())
