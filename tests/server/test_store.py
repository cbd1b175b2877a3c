"""What a store promises, in both of them, SQLite and PostgreSQL, and in the model that the simulator uses."""

import asyncio
import gc
import json
import subprocess
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from kabuto.cli import main as kabuto
from kabuto.host.rate_limits import Limits
from kabuto.host.rooms import retention
from kabuto.host.store import Batch, Behind, Committed, Damaged, NotStored, Row
from kabuto.server.accounts.device_links import Links
from kabuto.server.accounts.devices import Devices, signed_in
from kabuto.server.accounts.identity import Identity, Signer
from kabuto.server.check_store import opened
from kabuto.server.runtime.clock import CHANCE, CLOCK
from kabuto.server.storage.archive import FolderArchive
from kabuto.server.storage.postgres import APPEND, PostgresStore
from kabuto.server.storage.schema_versions import MIGRATIONS, TABLE_NAMES
from kabuto.server.storage.sql_store import Database, Heads, SqlStore, Unstorable
from kabuto.server.storage.sqlite import SqliteStore
from kabuto.table import Refused
from tests.simulation import database as model
from tests.support.loops import run
from tests.support.postgres import Databases

from . import format1, inside

Made = Callable[[], SqlStore]
KINDS = ["sqlite", "postgres"]
MODEL = "model://"
"""The address of a model; the databases behind such addresses are in ``_models``."""
_models: dict[str, model.Database] = {}


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty data folder, or an empty database."""
    return _place(request, tmp_path)


@pytest.fixture(params=[*KINDS, "model"])
def any_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The same, or the model of a database."""
    yield _place(request, tmp_path)
    _models.clear()


def _place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "model":
        _models[MODEL] = model.Database()
        return MODEL
    if request.param == "postgres":
        return str(request.getfixturevalue("databases").new())
    (tmp_path / "data").mkdir()
    return str(tmp_path / "data")


def made(place: str) -> SqlStore:
    """The store of a place."""
    if place in _models:
        return model.ModelStore(_models[place])
    return PostgresStore(place) if "://" in place else SqliteStore(Path(place) / "kabuto.sqlite")


@asynccontextmanager
async def using(place: str) -> AsyncIterator[SqlStore]:
    """A store that is open for a while."""
    store = made(place)
    try:
        yield store
    finally:
        await store.close()


def row(name: str, **changes: Any) -> Row:
    return Row(name, "playing", "public", False, 1, b"{}", ("me",))._replace(**changes)


def damage(place: str, statement: str) -> None:
    """Change something behind the store's back."""
    if place in _models:
        _models[place].rows(statement)
        return
    with opened(place) as stored:
        stored.execute(statement)


# All stores.


@pytest.mark.parametrize("bodies", [[b"one"], [b"one", b"two", b"three"]])
@pytest.mark.parametrize("is_listed", [False, True])
async def test_events_follow_those_that_are_known(
    any_place: str, bodies: list[bytes], is_listed: bool
) -> None:
    async with using(any_place) as store:
        await store.append(Batch("a", 0, [b"first"], row("a")))
        new = row("a", status="over", updated=2, persons=()) if is_listed else None
        await store.append(Batch("a", 1, bodies, new))
        with pytest.raises(Behind):
            await store.append(Batch("a", 1, [b"other"], new))
        assert await store.events("a") == [b"first", *bodies]
        assert await store.is_listed(row("a") if new is None else new)


async def test_whoever_is_cancelled_leaves_nothing_in_the_middle(any_place: str) -> None:
    """A writer may be cancelled while it waits, in the middle, or when its work is committed.

    A transaction is carried out all the same; a move that is sent again is there once.
    """
    numbers = range(40)

    async def cancelled(work: Coroutine[Any, Any, None], moments: int) -> None:
        writing = asyncio.create_task(work)
        for _ in range(moments):
            await asyncio.sleep(0.0001)
        writing.cancel()
        await asyncio.wait([writing])

    async with using(any_place) as store:
        for number in numbers:
            new, known = f"new {number}", f"known {number}"
            await cancelled(store.append(Batch(new, 0, [b"first", b"second"], row(new))), number + 1)
            await store.append(Batch(known, 0, [b"first"], row(known)))
            await cancelled(store.append(Batch(known, 1, [b"second"], None)), number + 1)
            await store.append(Batch(known, 1, [b"second"], None))
        gc.collect()  # whatever was left in the middle would complain
    async with using(any_place) as store:
        for name in (f"{kind} {number}" for number in numbers for kind in ("known", "new")):
            assert await store.events(name) == [b"first", b"second"]
            assert await store.is_listed(row(name))


async def test_what_cannot_be_stored_takes_nothing_else_with_it(any_place: str) -> None:
    async with using(any_place) as store:
        await store.append(Batch("a", 0, [b"first"], row("a")))
        good = [store.append(Batch(f"t{n}", 0, [b"body"], row(f"t{n}"))) for n in range(20)]
        twice = store.append(Batch("a", 0, [b"again"], row("a")))  # this number is taken
        results = await asyncio.gather(*good, twice, return_exceptions=True)
        assert [type(result) for result in results] == [type(None)] * 20 + [Behind]
        assert await store.events("a") == [b"first"]
        assert len(await store.public(("playing",), 50)) == 21


async def test_tables_are_gone_through_one_after_the_other(any_place: str) -> None:
    async with using(any_place) as store:
        assert await store.next_table("") is None
        await store.append(Batch("b", 0, [b"1"], row("b")), Batch("a", 0, [b"1"], None))
        assert [await store.next_table(name) for name in ("", "a", "b")] == ["a", "b", None]


async def test_of_those_who_append_at_once_one_comes_through(any_place: str) -> None:
    async with using(any_place) as store:
        await store.append(Batch("a", 0, [b"first"], row("a")))
        rivals = [store.append(Batch("a", 1, [b"%d" % n], None)) for n in range(8)]
        results = await asyncio.gather(*rivals, return_exceptions=True)
        assert [type(result) for result in results].count(Behind) == 7
        first, second = await store.events("a")
        assert results[int(second)] is None
        await store.append(Batch("a", 1, [second], None))  # those very events are stored already
        assert await store.events("a") == [first, second]


async def test_batches_are_stored_together_or_not_at_all(any_place: str) -> None:
    async with using(any_place) as store:
        await store.append(Batch("a", 0, [b"first"], row("a")))
        with pytest.raises(Behind):
            await store.append(Batch("b", 0, [b"new"], row("b"), "part"), Batch("a", 0, [b"x"], None))
        assert await store.tables() == ["a"]
        await store.append(Batch("b", 0, [b"new"], row("b"), "part"))
        await store.append(Batch("c", 0, [b"new"], row("c"), "bound", "start"))
        assert (await store.deals(None, 1))[0] == Committed(2, "c", "bound", "start", "playing", False)
        await store.remove(["c"])
        # nobody may take a number that was left out for a deal that is hidden
        assert (await store.deals(None, 9))[1:] == [Committed(1, "b", "part", "", "playing", False)]
        with pytest.raises(Behind):  # somebody has played on meanwhile
            await store.remove(["b"], "over", 7)
        await store.remove(["b"], "over", 1)
        assert (await store.deals(None, 9))[1] == Committed(1, "b", "part", "", "over", True)
        assert (await store.tables(), await store.events("b")) == (["a"], [])


async def test_lists_find_what_they_should(any_place: str) -> None:
    async with using(any_place) as store:
        for number in range(3):
            name = f"t{number}"
            line = row(name, updated=number, awake=number == 1, persons=("me", name))
            await store.append(Batch(name, 0, [b"x"], line))
        await store.relist(row("t0", status="over", visibility="link", updated=0))
        assert [each.id for each in await store.public(("playing",), 9)] == ["t2", "t1"]
        assert [each.id for each in await store.summaries("me", ("playing", "over"), 2)] == ["t2", "t1"]
        assert await store.awake() == ["t1"]
        assert await store.older("playing", 2, 9) == ["t1"]
        assert await store.of_person("t0") == {"t0"}
        assert await store.is_listed(row("t0", status="over", visibility="link", updated=0))
        assert not await store.is_listed(row("t1", persons=("stranger",)))
        await store.rename("me", "Ada")
        await store.rename("me", "Ada L.")
        assert (await store.name("me"), await store.name("nobody")) == ("Ada L.", "")
        for strange in ("\0", "ü" * 9000, "'; DROP TABLE tables; --", "%s", "?"):
            assert await store.events(strange) == []


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE events SET body = mark WHERE seq = 1", "event 1 does not match"),
        ("DELETE FROM events WHERE seq = 1", "event 1 is missing"),
        ("DELETE FROM events WHERE seq = 2", "there are 2 of 3 events"),
        ("DELETE FROM tables", "not in the lists"),
    ],
)
async def test_damage_is_noticed(any_place: str, statement: str, fault: str) -> None:
    async with using(any_place) as store:
        await store.append(Batch("a", 0, [b"one", b"two", b"three"], row("a")))
    damage(any_place, statement)
    async with using(any_place) as store:
        with pytest.raises(Damaged, match=fault):
            await store.events("a")


async def test_a_damaged_line_of_a_list_is_named(any_place: str) -> None:
    async with using(any_place) as store:
        await store.append(Batch("a", 0, [b"one"], row("a")))
    damage(any_place, "UPDATE tables SET updated = 2")
    async with using(any_place) as store:
        assert await store.public(("playing",), 9) == [("a", None)]


async def test_people_sign_in_and_out(any_place: str) -> None:
    async with using(any_place) as store:
        devices = Devices(store, CLOCK, CHANCE)
        links = Links(store, Signer(b"x" * 32), devices, CLOCK, CHANCE)
        me = Identity("me", "phone")
        await devices.keep(me, "Mozilla Firefox/1 Linux")
        token, _ = await links.make(signed_in(me))
        claimed = await asyncio.gather(*(links.claim(token, "") for _ in range(4)))
        (found,) = filter(None, claimed)  # a link works once
        assert found.person == "me"
        assert len(await devices.of("me")) == 2
        assert await devices.sign_out_everywhere(me, None) == {found.device}
        again = Devices(store, CLOCK, CHANCE)
        await again.open()
        assert again.ended == {found.device}


def test_a_game_goes_on_after_a_restart_and_old_games_are_archived(any_place: str, tmp_path: Path) -> None:
    data, names = tmp_path / "data", []

    async def begin() -> tuple[bytes, str]:
        async with inside.house(data, store=made(any_place)) as home:
            names.append(await inside.set_table(home, "me", "program:greedy"))
            async with home.host.tables.visit(names[0]) as room:
                await inside.settled(room)
                me = inside.Listener("me")
                await room.enter(me.client, None)
                legal = me.heard("state")[-1]["own"]["legal"]
                await inside.play(room, me, 0, legal[0])
                assert me.heard("accepted")
                assert room.table.game is not None
                record = json.dumps(room.table.game.record()).encode()
            return record, home.accounts.signer.sign("cookie", Identity("me", "phone"))

    async def go_on(record: bytes, cookie: str) -> None:
        limits = Limits(keep_abandoned=1)
        async with inside.house(data, limits=limits, store=made(any_place)) as home:
            assert home.accounts.signer.read("cookie", cookie, 60) == Identity("me", "phone")
            async with home.host.tables.visit(names[0]) as room:
                assert room.table.game is not None
                assert json.dumps(room.table.game.record()).encode() == record
            later = home.host.backend.clock.now() + 2 * retention.DAY
            assert await inside.purge(home, later) == 1
            assert FolderArchive(data / "archive").has(names[0])
            assert await home.store.tables() == []

    run(go_on(*run(begin())))


# Both real stores.


def test_nobody_else_uses_what_is_looked_over(place: str) -> None:
    with opened(place, is_new=True), pytest.raises(Refused, match="kabuto server"), opened(place):
        pass


# Commands.


@pytest.fixture
def filled(place: str, tmp_path: Path) -> str:
    """A store with the games of an old data folder, and the folder at ``tmp_path / 'old'``."""
    format1.write(tmp_path / "old")
    with opened(tmp_path / "old") as old, opened(place, is_new=True) as stored:
        stored.take(old, lambda number: None)
    return place


def rows(place: str) -> dict[str, list[Any]]:
    """Everything that is stored somewhere."""
    with opened(place) as stored:
        return {name: sorted(stored.all_rows(name), key=repr) for name in TABLE_NAMES}


def test_a_copy_has_everything(filled: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    back = str(tmp_path / "back")
    assert kabuto(["store", "copy", filled, back]) == 0
    assert capsys.readouterr().out == "Copied 7 tables with 111 events.\n"
    assert rows(str(tmp_path / "old")) == rows(filled) == rows(back)
    assert (tmp_path / "old" / "secret").read_bytes() == (tmp_path / "back" / "secret").read_bytes()
    assert kabuto(["store", "copy", filled, back]) == 2
    assert "isn’t empty" in capsys.readouterr().err
    assert kabuto(["store", "check", back]) == 0


def test_a_copy_can_be_checked_repaired_and_exported(
    filled: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    assert kabuto(["store", "check", filled]) == 0
    with opened(filled) as stored:
        name = stored.rows("SELECT id FROM tables ORDER BY length DESC")[0][0]
    damage(filled, f"UPDATE events SET body = mark WHERE tab = '{name}' AND seq = 40")
    assert kabuto(["store", "check", filled]) == 1
    assert kabuto(["store", "repair", filled]) == 0
    capsys.readouterr()
    assert kabuto(["store", "check", filled]) == 0
    assert capsys.readouterr().out == "7 tables, 70 events, 0 damaged.\n"
    assert len(list(tmp_path.glob(f"**/damaged-*/{name}.jsonl"))) == 1
    assert kabuto(["store", "export", filled, "--out", str(tmp_path / "out")]) == 0
    assert len(list((tmp_path / "out").glob("*.json"))) == 6


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["copy", "a"], "copy needs two stores"),
        (["check", "a", "b"], "copy needs two stores"),
        (["copy", "a", "b", "--table", "x"], "copy always takes all tables"),
        (["check", "mysql://db.example"], "not the address of a PostgreSQL database"),
        (["check", "postgresql://127.0.0.1:1/none"], "no connection to the database"),
        (["check", "postgresql://127.0.0.1:wrong/none"], "no connection to the database"),
    ],
)
def test_a_command_that_cannot_be_carried_out_is_refused(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kabuto(["store", *arguments]) == 2
    assert reason in " ".join(capsys.readouterr().err.split())


# PostgreSQL alone: SQLite's troubles are in test_damage.


@pytest.fixture
def address(databases: Databases) -> str:
    """A database of the present form."""
    address = databases.new()
    run(PostgresStore(address).close())
    return address


def change(address: str, *statements: str) -> None:
    with closing(psycopg.connect(address, autocommit=True)) as connection:
        for statement in statements:
            connection.execute(statement.encode())


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        (["UPDATE kabuto SET format = 1000, oldest = 1000"], "written by a newer version"),
        (["UPDATE kabuto SET format = 1000, oldest = NULL"], "written by a newer version"),
        (["DROP INDEX tables_awake"], "tables_awake is missing"),
        (["DROP TABLE kabuto"], "not a Kabuto database"),
        (["DELETE FROM kabuto"], "kabuto has 0 rows"),
    ],
)
def test_a_database_that_cannot_be_used_is_refused(address: str, statements: list[str], reason: str) -> None:
    change(address, *statements)
    with pytest.raises(Refused, match=reason):
        PostgresStore(address)


def test_a_database_that_is_read_only_is_refused(address: str) -> None:
    with pytest.raises(Refused, match="read-only transaction"):
        PostgresStore(f"{address}%20-cdefault_transaction_read_only%3Don")


def test_a_migration_that_fails_leaves_the_form_before_it(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = databases.new()
    run(PostgresStore(address).close())
    later = (*MIGRATIONS, "CREATE TABLE extra (id TEXT PRIMARY KEY, body BLOB) WITHOUT ROWID; SELECT 1/0")
    monkeypatch.setattr("kabuto.server.storage.schema_versions.MIGRATIONS", later)
    monkeypatch.setattr("kabuto.server.storage.postgres.MIGRATIONS", later)
    with pytest.raises(Refused, match="division by zero"):
        PostgresStore(address)
    monkeypatch.undo()
    run(PostgresStore(address).close())
    with pytest.raises(psycopg.errors.UndefinedTable):
        change(address, "SELECT * FROM extra")


async def test_a_full_database_refuses_and_goes_on_when_there_is_room(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    change(
        address,
        """CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$""",
        "CREATE TRIGGER full_disk BEFORE INSERT ON events EXECUTE FUNCTION full_disk()",
    )

    async with using(address) as store:
        for _ in range(2):
            with pytest.raises(NotStored):
                await store.append(Batch("a", 0, [b"one"], row("a")))
        change(address, "DROP TRIGGER full_disk ON events")
        await store.append(Batch("a", 0, [b"one"], row("a")))
        assert await store.events("a") == [b"one"]
    told = [each.message for each in caplog.records if each.name.startswith("kabuto")]
    assert told == ["storing_failed", "storing_again"]


@pytest.mark.parametrize("text", ["\x00", "\ud800"])
async def test_s12_a_text_that_no_database_takes_calls_nobody(
    text: str, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with using(address) as store:
        with pytest.raises(Unstorable, match="can’t be stored"):
            await store.write(lambda database: database.execute("SELECT ?", text))
        await store.check()
    assert not [each for each in caplog.records if each.name.startswith("kabuto")]


async def test_a_backup_can_be_restored(databases: Databases, tmp_path: Path) -> None:
    source, _, schema = databases.new().partition("&options=-csearch_path%3D")
    target = source.replace("/postgres?", "/restored?")
    format1.write(tmp_path / "old")
    where = f"&options=-csearch_path%3D{schema}"
    assert kabuto(["store", "copy", str(tmp_path / "old"), source + where]) == 0
    change(source, "CREATE DATABASE restored")
    dump = str(tmp_path / "kabuto.dump")
    for command in (
        ["pg_dump", "--format=custom", f"--file={dump}", f"--schema={schema}", source],
        ["pg_restore", "--no-owner", f"--dbname={target}", dump],
    ):
        subprocess.run([databases.programs / command[0], *command[1:]], check=True)
    assert kabuto(["store", "check", target + where]) == 0
    assert rows(target + where) == rows(source + where)

    async with using(target + where) as store:
        await store.append(Batch("new", 0, [b"{}"], row("new"), "part"))
        assert [deal.number for deal in await store.deals(None, 9)] == [1]


CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"


async def test_connections_that_are_lost_are_made_again(address: str) -> None:
    async with using(address) as store:
        await store.append(Batch("a", 0, [b"one"], row("a")))
        change(address, CUT)
        assert await store.events("a") == [b"one"]
        change(address, CUT)
        await store.append(Batch("a", 1, [b"two"], None))
        cuts = [True]

        async def work(database: Database) -> None:
            await database.execute("INSERT INTO persons VALUES ('x', 'X')")
            if cuts:
                cuts.pop()
                await asyncio.to_thread(change, address, CUT)
            assert await database.rows("SELECT name FROM persons") == [("X",)]

        await store.write(work)
        assert (await store.name("x"), await store.events("a")) == ("X", [b"one", b"two"])


async def test_a_move_of_one_statement_whose_commit_was_not_heard_of_is_looked_up(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with using(address) as store:
        losses, execute = [1], psycopg.AsyncConnection.execute

        async def commit_and_lose(self: Any, query: Any, *values: Any, **more: Any) -> Any:
            result = await execute(self, query, *values, **more)
            if losses and query in APPEND.values():
                losses.pop()
                await self.close()
                raise psycopg.OperationalError("the connection is lost")
            return result

        await store.append(Batch("a", 0, [b"one"], row("a")))
        monkeypatch.setattr(psycopg.AsyncConnection, "execute", commit_and_lose)
        await store.append(Batch("a", 1, [b"two"], None))
        assert (losses, await store.events("a")) == ([], [b"one", b"two"])


async def test_a_move_whose_commit_was_not_heard_of_is_looked_up(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with using(address) as store:
        assert isinstance(store, PostgresStore)
        losses = [1]
        leave = psycopg.AsyncPipeline.__aexit__

        async def commit_and_lose(self: Any, *error: Any) -> None:
            await leave(self, *error)
            if losses:
                losses.pop()
                await self._conn.close()
                raise psycopg.OperationalError("the connection is lost")

        await store.append(Batch("a", 0, [b"one"], row("a")))
        monkeypatch.setattr(psycopg.AsyncPipeline, "__aexit__", commit_and_lose)
        store._heads = Heads(0)  # so that it is several statements
        await store.append(Batch("a", 1, [b"two"], None))
        assert (losses, await store.events("a")) == ([], [b"one", b"two"])
        losses.append(1)
        with pytest.raises(NotStored):  # nobody knows whether this has happened
            await store.rename("me", "Ada")
