"""Damaged data: noticed, named, kept from everybody else, and mended where that is possible."""

import asyncio
import json
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kabuto.host.rate_limits import Limits
from kabuto.host.rooms import persons, retention
from kabuto.host.rooms import registry as houses
from kabuto.host.rooms.room import replayed
from kabuto.host.store import Batch, Damaged, Row
from kabuto.protocol.errors import Refusal
from kabuto.server.check_store import opened
from kabuto.server.runtime.log_lines import Lines
from kabuto.server.services import build
from kabuto.server.storage import schema_versions, sqlite, wal_check
from kabuto.server.storage.sql_store import Database, Unstorable, stored_events
from kabuto.server.storage.sqlite import Direct, SqliteStore, at_once
from kabuto.table import Refused
from tests.support.loops import run

from . import format1, inside
from .persons import Person, Server, running
from .test_crashes import leave, start, two_at


@pytest.fixture
def facts(tmp_path: Path) -> dict[str, Any]:
    """A data folder of the first format, and what is known about it."""
    return format1.write(tmp_path)


def change(data: Path, *statements: tuple[str, tuple[object, ...]]) -> None:
    """Damage a database by hand."""
    with closing(sqlite3.connect(data / "kabuto.sqlite")) as connection:
        for statement, values in statements:
            connection.execute(statement, values)
        connection.commit()


def migrate(data: Path) -> None:
    """Bring a folder to the present format."""
    with opened(data):
        pass


def logged(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """The lines of the log."""
    return [json.loads(Lines().format(record)) for record in caplog.records]


# The first format.


async def test_a_folder_of_the_first_format_opens_with_all_its_games(
    tmp_path: Path, facts: dict[str, Any]
) -> None:
    async with inside.house(tmp_path) as home:
        async with home.host.tables.visit(facts["playing"]["id"]) as room:
            assert room.table.game is not None
            assert len(room.table.game.record()["moves"]) == facts["playing"]["moves"] + 1
            assert list(room.table.sees(0).hand) == facts["playing"]["hand"]
            assert [talk.text for talk in room.table.chat.talk] == ["Good luck", "Thank you"]
        for name in ("choosing", "waiting", "record", "what_if"):
            async with home.host.tables.visit(facts[name]["id"]) as room:
                assert room.table.seats


def test_old_events_get_checksums_that_hold(tmp_path: Path, facts: dict[str, Any]) -> None:
    with opened(tmp_path) as folder:
        conditions = [folder.condition(name) for name in folder.tables()]
    assert len(conditions) == 7
    assert all(condition.is_sound for condition in conditions)


def test_a_kill_in_the_migration_leaves_the_first_format(tmp_path: Path, facts: dict[str, Any]) -> None:
    connection = sqlite.open_database(tmp_path / "kabuto.sqlite")
    with pytest.MonkeyPatch.context() as patch:

        def fail(connection: sqlite3.Connection) -> None:
            raise KeyboardInterrupt

        patch.setitem(schema_versions._DATA, 2, fail)
        with pytest.raises(KeyboardInterrupt):
            schema_versions.prepare(connection)
    connection.close()
    with opened(tmp_path) as folder:
        assert all(folder.condition(name).is_sound for name in folder.tables())


@pytest.mark.parametrize("kind", ["rematch", "replace"])
async def test_an_offer_agreed_to_before_a_crash_is_carried_out_when_the_table_is_loaded(
    tmp_path: Path, facts: dict[str, Any], kind: str
) -> None:
    async with inside.house(tmp_path) as home, home.host.tables.visit(facts[kind]["id"]) as room:
        await inside.settled(room)
        assert room.table.offers.pending == []
        if kind == "replace":
            assert room.table.seats[2].program == "greedy"
        else:
            assert room.table.next
            async with home.host.tables.visit(room.table.next) as rematch:
                assert rematch.table.status == "playing"


# Damaged events.


def flip(rng: Random, rows: list[list[Any]]) -> None:
    row = rng.choice(rows)
    body = bytearray(row[1])
    body[rng.randrange(len(body))] ^= 1 << rng.randrange(8)
    row[1] = bytes(body)


def drop(rng: Random, rows: list[list[Any]]) -> None:
    del rows[rng.randrange(len(rows))]


def swap(rng: Random, rows: list[list[Any]]) -> None:
    one, two = rng.sample(range(len(rows)), 2)
    rows[one][1:], rows[two][1:] = rows[two][1:], rows[one][1:]


def cut(rng: Random, rows: list[list[Any]]) -> None:
    del rows[rng.randrange(len(rows)) :]


def copy(rng: Random, rows: list[list[Any]]) -> None:
    rows.append([rows[-1][0] + 1, *rng.choice(rows)[1:]])


def renumber(rng: Random, rows: list[list[Any]]) -> None:
    del rows[rng.randrange(len(rows))]
    for number, row in enumerate(rows):
        row[0] = number


def forget_mark(rng: Random, rows: list[list[Any]]) -> None:
    rng.choice(rows)[2] = b""


@pytest.mark.parametrize("damage", [flip, drop, swap, cut, copy, renumber, forget_mark])
def test_no_damaged_event_is_taken_for_a_game(
    tmp_path: Path, facts: dict[str, Any], damage: Callable[[Random, list[list[Any]]], None]
) -> None:
    migrate(tmp_path)
    rng = Random(damage.__name__)
    names = [facts[name]["id"] for name in ("playing", "rematch", "choosing")]
    with closing(sqlite3.connect(tmp_path / "kabuto.sqlite")) as connection:
        for _ in range(60):
            name = rng.choice(names)
            query = "SELECT seq, body, mark FROM events WHERE tab = ? ORDER BY seq"
            rows = [list(row) for row in connection.execute(query, (name,))]
            damage(rng, rows)
            connection.execute("DELETE FROM events WHERE tab = ?", (name,))
            insert = "INSERT INTO events (tab, seq, body, mark) VALUES (?, ?, ?, ?)"
            connection.executemany(insert, [(name, *row) for row in rows])
            with pytest.raises(Damaged):
                at_once(stored_events(Direct(connection).rows, name))
            connection.rollback()
        for name in names:
            assert replayed(name, at_once(stored_events(Direct(connection).rows, name))).game


STATEMENTS = [
    ("UPDATE events SET body = '{}' WHERE tab = ? AND seq = 1", "playing"),
    ("UPDATE events SET body = x'ff00' WHERE tab = ? AND seq = 0", "playing"),
    ("DELETE FROM events WHERE tab = ? AND seq = 2", "playing"),
    ("DELETE FROM events WHERE tab = ?", "playing"),
    ("DELETE FROM tables WHERE id = ?", "playing"),
    ("UPDATE tables SET length = 3 WHERE id = ?", "playing"),
    ("UPDATE tables SET mark = x'00' WHERE id = ?", "playing"),
]


@pytest.mark.parametrize(("statement", "name"), STATEMENTS)
async def test_a_damaged_table_is_refused_named_and_harms_nobody(
    tmp_path: Path,
    facts: dict[str, Any],
    caplog: pytest.LogCaptureFixture,
    statement: str,
    name: str,
) -> None:
    migrate(tmp_path)
    table = facts[name]["id"]
    change(tmp_path, (statement, (table,)))

    async with inside.house(tmp_path) as home:
        host = facts["cookies"]["host"].partition(".")[0]
        for _ in range(2):
            with pytest.raises(Refusal, match="can’t be read") as refused:
                async with home.host.tables.visit(table):
                    pass
            assert refused.value.error == "not_found"
        async with home.host.tables.visit(facts["choosing"]["id"]):
            pass
        lobby = await home.host.lists.lobby(host)
        assert len(lobby.mine) >= 4
        if "tables WHERE id" not in statement:
            assert lobby.damaged == [table]  # its owner is told
        assert (await home.host.lists.lobby("a stranger")).damaged == []
        tables, lists = home.host.tables, home.host.lists
        await persons.rename(tables, lists, host, "Host", "Somebody")  # at those that can be read
        async with home.host.tables.visit(facts["choosing"]["id"]) as room:
            assert room.table.seats[0].name == "Somebody"
    lines = [line for line in logged(caplog) if line["event"] == "table_unreadable"]
    assert [line["table"] for line in lines] == [table[:6]]  # once, and not its whole address


async def test_whatever_an_event_holds_the_answer_is_that_it_cannot_be_read(
    tmp_path: Path, facts: dict[str, Any]
) -> None:
    """Events that were written so: their checksums hold, and yet they make no sense."""
    migrate(tmp_path)
    table = facts["playing"]["id"]
    nonsense = [
        b'{"type":"moved","seat":0,"notation":"Z9"}',
        b'{"type":"moved","seat":17,"notation":"/"}',
        b'{"type":"undone","seat":0,"id":"x"}' * 2,
        b'{"type":"began","record":{},"seed":"xyz"}',
        b'{"type":"named","seat":9,"name":"x"}',
        b'{"type":"offered","what":"replace","by":40}',
        b'{"type":7}',
        b"\xff\xff",
    ]

    async with inside.house(tmp_path) as home:
        bodies = await home.store.events(table)
        for number, body in enumerate(nonsense):
            name = f"copy{number}"
            row = Row(name, "playing", "link", False, 1, b"{}", ("me",))
            await home.store.append(Batch(name, 0, [*bodies, body], row))
            with pytest.raises(Refusal, match="can’t be read"):
                async with home.host.tables.visit(name):
                    pass


# Damaged lists.


async def test_a_damaged_line_in_the_lists_is_mended_from_the_events(
    tmp_path: Path, facts: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    migrate(tmp_path)
    table = facts["waiting"]["id"]
    changes = [
        "summary = '{}'",
        "summary = x'00'",
        "summary = replace(summary, 'Host', 'Thief')",
        "updated = 7",
        "awake = 1",
    ]

    for each in changes:
        change(tmp_path, (f"UPDATE tables SET {each} WHERE id = ?", (table,)))
        async with inside.house(tmp_path) as home:
            found = [info.id for info in (await home.host.lists.lobby("a stranger")).waiting]
            assert found == [table], each
            async with home.host.tables.visit(table) as room:
                assert room.table.seats[0].name == "Host"
        with opened(tmp_path) as folder:
            assert folder.condition(table).is_sound
    assert [line["event"] for line in logged(caplog)].count("list_mended") == len(changes)


async def test_who_sits_at_a_table_follows_from_its_events(tmp_path: Path, facts: dict[str, Any]) -> None:
    migrate(tmp_path)
    host, table = facts["cookies"]["host"].partition(".")[0], facts["choosing"]["id"]
    change(tmp_path, ("DELETE FROM sitting WHERE tab = ?", (table,)))
    with opened(tmp_path) as folder:
        assert not folder.condition(table).is_sound

    async with inside.house(tmp_path) as home:
        assert table not in [info.id for info in (await home.host.lists.lobby(host)).mine]
        async with home.host.tables.visit(table):
            pass
        assert table in [info.id for info in (await home.host.lists.lobby(host)).mine]


async def test_damage_is_found_before_anybody_opens_the_table(tmp_path: Path, facts: dict[str, Any]) -> None:
    migrate(tmp_path)
    host = facts["cookies"]["host"].partition(".")[0]
    table, other = facts["choosing"]["id"], facts["playing"]["id"]
    change(
        tmp_path,
        ("DELETE FROM events WHERE tab = ? AND seq = 1", (table,)),
        ("DELETE FROM tables WHERE id = ?", (other,)),
    )

    async with inside.house(tmp_path) as home:
        for _ in range(500):
            lobby = await home.host.lists.lobby(host)
            if len(lobby.damaged) == 2:
                break
            await asyncio.sleep(0.02)
        assert lobby.damaged == sorted([table, other])
        assert not {table, other} & {info.id for info in lobby.mine}


async def test_damage_found_while_a_list_is_made_is_told_once(tmp_path: Path, facts: dict[str, Any]) -> None:
    migrate(tmp_path)
    host, table = facts["cookies"]["host"].partition(".")[0], facts["choosing"]["id"]

    async with inside.house(tmp_path) as home:
        read = home.store.public

        async def read_and_find_damage(*query: Any) -> Any:
            home.host.tables.damaged[table] = "event 1 is missing"
            return await read(*query)

        assert table in [info.id for info in (await home.host.lists.lobby(host)).mine]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(home.store, "public", read_and_find_damage)
            lobby = await home.host.lists.lobby(host)
        assert lobby.damaged == [table]
        assert table not in [info.id for info in [*lobby.mine, *lobby.waiting, *lobby.watch]]


def test_a_database_that_lacks_a_table_is_refused(tmp_path: Path, facts: dict[str, Any]) -> None:
    migrate(tmp_path)
    change(tmp_path, ("DROP TABLE devices", ()))
    with pytest.raises(Refused, match="devices is missing"):
        SqliteStore(tmp_path / "kabuto.sqlite")


def test_a_key_without_a_database_is_worth_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with inside.house(tmp_path):
            pass

    run(main())
    assert "database_missing" not in caplog.text
    (tmp_path / "kabuto.sqlite").write_bytes(b"")
    run(main())
    assert "database_missing" in caplog.text


async def test_trouble_with_storing_is_logged_when_it_begins_and_when_it_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept = SqliteStore(tmp_path / "kabuto.sqlite")
    is_full = True

    async def work(database: Database) -> None:
        if is_full:
            raise sqlite3.OperationalError("database or disk is full")

    for _ in range(3):
        with pytest.raises(Refusal):
            await kept.write(work)
    is_full = False
    for _ in range(3):
        await kept.write(work)
    await kept.close()
    assert [line["event"] for line in logged(caplog)] == ["storing_failed", "storing_again"]


@pytest.mark.parametrize("text", ["\ud800", "x" * 100], ids=["no text", "too large"])
async def test_s12_a_value_that_cannot_be_stored_calls_nobody(
    text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept = SqliteStore(tmp_path / "kabuto.sqlite")
    kept._writer.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 99)
    with pytest.raises(Unstorable, match="can’t be stored"):
        await kept.write(lambda database: database.execute("SELECT ?", text))
    await kept.close()
    assert not logged(caplog)


async def test_a_private_table_that_damage_made_public_is_not_listed(
    tmp_path: Path, facts: dict[str, Any]
) -> None:
    migrate(tmp_path)
    table = facts["playing"]["id"]
    change(tmp_path, ("UPDATE tables SET visibility = 'public' WHERE id = ?", (table,)))

    async with inside.house(tmp_path) as home:
        for _ in range(2):
            listed = [info.id for info in (await home.host.lists.lobby("a stranger")).watch]
            assert table not in listed


async def test_a_table_whose_line_and_events_are_damaged_takes_no_list_away(
    tmp_path: Path, facts: dict[str, Any]
) -> None:
    migrate(tmp_path)
    table = facts["waiting"]["id"]
    change(
        tmp_path,
        ("UPDATE tables SET summary = '{}' WHERE id = ?", (table,)),
        ("UPDATE events SET body = '{}' WHERE tab = ?", (table,)),
    )

    async with inside.house(tmp_path) as home:
        assert (await home.host.lists.lobby("a stranger")).waiting == []
        host = facts["cookies"]["host"].partition(".")[0]
        lobby = await home.host.lists.lobby(host)
        assert lobby.damaged == [table]
        assert lobby.mine
        wish = inside.wish("me", "me")
        assert await home.host.creation.set_table(host, "Host", wish)  # and new tables can be set


# The write-ahead log.


@pytest.fixture(scope="module")
def crashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server that was killed, with most of its moves in the write-ahead log alone."""
    data = tmp_path_factory.mktemp("crashed") / "data"
    server = Server(data, before="import kabuto.server.storage.sqlite as s; s.IDLE = 1000")
    one, other = two_at(server)
    for _ in range(3):
        for mover, waiting in ((one, other), (other, one)):
            mover.refresh()
            mover.play(mover.own["legal"][0], "/")  # type: ignore[index]
            waiting.until("played")
    server.kill()
    leave(one, other)
    return data


def lengths(data: Path) -> dict[str, int]:
    """Table → its events."""
    with closing(sqlite3.connect(data / "kabuto.sqlite")) as connection:
        return dict(connection.execute("SELECT tab, count(*) FROM events GROUP BY tab").fetchall())


def opens(data: Path) -> dict[str, int]:
    """Open the store of a folder as a server does; its tables and how many events they have."""

    async def main() -> None:
        SqliteStore(data / "kabuto.sqlite")._close()

    run(main())
    return lengths(data)


def test_an_undamaged_log_is_no_reason_to_complain(
    tmp_path: Path, crashed: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data = Path(shutil.copytree(crashed, tmp_path / "data"))
    assert sum(opens(data).values()) > 10
    assert "journal_damaged" not in caplog.text


def test_whatever_a_damaged_log_has_lost_is_reported(
    tmp_path: Path, crashed: Path, caplog: pytest.LogCaptureFixture
) -> None:
    whole = (crashed / "kabuto.sqlite-wal").read_bytes()
    before = opens(Path(shutil.copytree(crashed, tmp_path / "whole")))
    rng, losses = Random(5), 0
    for trial in range(40):
        data = Path(shutil.copytree(crashed, tmp_path / str(trial)))
        damaged = bytearray(whole)
        for _ in range(rng.choice([1, 1, 4])):
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        (data / "kabuto.sqlite-wal").write_bytes(damaged)
        caplog.clear()
        after = opens(data)
        if after != before:
            losses += 1
            lines = logged(caplog)
            report = next(line for line in lines if line["event"] == "journal_damaged")
            assert report["transactions"] > 0
            assert (Path(report["kept"]) / "kabuto.sqlite-wal").read_bytes() == damaged
            for line in lines:
                if line["event"] == "events_lost":
                    assert line["stored"] > line["left"]
    assert losses > 20


def test_the_report_says_which_tables_lost_how_much(
    tmp_path: Path, crashed: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data = Path(shutil.copytree(crashed, tmp_path / "data"))
    before = opens(Path(shutil.copytree(crashed, tmp_path / "whole")))
    path = data / "kabuto.sqlite-wal"
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) * 3 // 4] ^= 1
    path.write_bytes(damaged)
    after = opens(data)
    lost = {line["table"]: (line["stored"], line["left"]) for line in logged(caplog) if "stored" in line}
    assert lost == {
        table[:6]: (before[table], after[table]) for table in after if after[table] < before[table]
    }
    assert lost


@pytest.mark.parametrize("length", [1, 10, 23, 24, 31, -1, -100])
def test_a_log_that_ends_in_the_middle_of_a_frame_is_reported(
    tmp_path: Path, crashed: Path, caplog: pytest.LogCaptureFixture, length: int
) -> None:
    """A power cut may leave the last frame half written, and that was never acknowledged. Who knows?"""
    data = Path(shutil.copytree(crashed, tmp_path / "data"))
    path = data / "kabuto.sqlite-wal"
    path.write_bytes(path.read_bytes()[:length])
    opens(data)
    report = next(line for line in logged(caplog) if line["event"] == "journal_damaged")
    assert report["transactions"] == 0
    assert wal_check.examine(tmp_path / "nothing") is None
    path.write_bytes(b"")
    assert wal_check.examine(path) is None


async def test_the_log_is_emptied_when_nothing_is_to_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "IDLE", 0.01)

    kept = SqliteStore(tmp_path / "kabuto.sqlite")
    row = Row("t", "playing", "public", False, 1, b"{}", ("me",))
    await kept.append(Batch("t", 0, [b"first"], row))
    for _ in range(500):
        if not (tmp_path / "kabuto.sqlite-wal").stat().st_size:
            break
        await asyncio.sleep(0.02)
    assert (tmp_path / "kabuto.sqlite-wal").stat().st_size == 0
    await kept.close()


# The files.


def test_a_second_server_is_refused_though_the_lock_file_is_gone(tmp_path: Path) -> None:
    with running(tmp_path / "data"):
        (tmp_path / "data" / "lock").unlink()
        refused = start(tmp_path / "data")
        assert refused.returncode == 2
        assert "another kabuto server is using this data folder" in refused.stderr


def test_moves_are_refused_when_the_database_was_deleted_under_the_server(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        one, other = two_at(server)
        for path in (tmp_path / "data").glob("kabuto.sqlite*"):
            path.unlink()
        assert one.own is not None
        assert one.move(one.own["legal"][0])["error"] == "not_stored"
        assert one.person.get("/healthz", 503)["status"] == "cannot write"
        leave(one, other)
    assert '"database_gone"' in server.log.read_text()


def test_a_database_that_cannot_be_written_is_refused_at_the_start(
    tmp_path: Path, facts: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(tmp_path)

    def read_only(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)

    monkeypatch.setattr(sqlite, "open_database", read_only)
    with pytest.raises(Refused, match="the data folder can’t be used: attempt to write a readonly database"):
        SqliteStore(tmp_path / "kabuto.sqlite")


# Loading.


async def test_a_table_is_loaded_outside_the_event_loop(
    tmp_path: Path, facts: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def watched(*values: Any) -> Any:
        threads.append(threading.current_thread())
        return replayed(*values)

    monkeypatch.setattr(houses, "replayed", watched)

    async with inside.house(tmp_path) as home, home.host.tables.visit(facts["choosing"]["id"]):
        assert threading.current_thread() not in threads
    assert threads


# Retention.


async def test_old_tables_are_archived_as_records(tmp_path: Path, facts: dict[str, Any]) -> None:
    home = build(tmp_path, Limits(keep_waiting=1, keep_abandoned=2, keep_finished=10**5))
    await home.open()
    try:
        (created,) = await home.store.read("SELECT max(updated) FROM tables")
        archive = tmp_path / "archive"
        assert await inside.purge(home, created[0]) == 0
        assert await inside.purge(home, created[0] + retention.DAY + 1) == 1
        with pytest.raises(Refusal, match="There is no such table"):  # nobody played there
            async with home.host.tables.visit(facts["waiting"]["id"]):
                pass
        async with home.host.tables.visit(facts["choosing"]["id"]):  # in use
            assert (
                await retention.purge(home.host.backend, home.host.tables, created[0] + 2 * retention.DAY + 1)
                >= 1
            )
        abandoned = facts["what_if"]["id"]
        with pytest.raises(Refusal, match="archive"):
            async with home.host.tables.visit(abandoned):
                pass
        record = json.loads(next(archive.glob(f"*/{abandoned}.json")).read_text())
        assert len(record["moves"]) >= 4
        async with (
            home.host.tables.visit(facts["rematch"]["id"]),
            home.host.tables.visit(facts["choosing"]["id"]),
        ):
            pass  # finished games are kept for ever here
    finally:
        await home.close()


async def test_a_damaged_line_in_the_lists_does_not_make_a_game_old(
    tmp_path: Path, facts: dict[str, Any]
) -> None:
    migrate(tmp_path)
    names = [facts[name]["id"] for name in ("choosing", "rematch", "what_if")]
    for name, status in zip(names, ("waiting", "playing", "closed"), strict=True):
        change(tmp_path, ("UPDATE tables SET updated = 1, status = ? WHERE id = ?", (status, name)))

    async with inside.house(tmp_path) as home:
        (newest,) = await home.store.read("SELECT max(updated) FROM tables")
        assert await inside.purge(home, newest[0]) == 0
        for name in names:
            async with home.host.tables.visit(name):
                pass


async def test_the_database_gives_the_space_of_removed_tables_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "IDLE", 0.01)
    path = tmp_path / "kabuto.sqlite"

    kept = SqliteStore(path)
    names = [f"t{number}" for number in range(200)]
    for name in names:
        row = Row(name, "over", "public", False, 1, b"{}", ("me",))
        await kept.append(Batch(name, 0, [b"x" * 20_000], row))
    for _ in range(500):
        if path.stat().st_size > 4_000_000:
            break
        await asyncio.sleep(0.02)
    await kept.remove(names)
    for _ in range(500):
        if path.stat().st_size < 500_000:
            break
        await asyncio.sleep(0.02)
    assert path.stat().st_size < 500_000  # while it is open
    await kept.close()


async def test_a_table_that_cannot_be_archived_stays(tmp_path: Path, facts: dict[str, Any]) -> None:
    (tmp_path / "archive").write_text("not a folder")

    async with inside.house(tmp_path) as home:
        await inside.purge(home, 10**15)
        async with home.host.tables.visit(facts["rematch"]["id"]):
            pass


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path / "data") as server:
        yield server


def test_a_name_with_nothing_to_see_in_it_is_no_archived_table(server: Server) -> None:
    me = Person(server)
    for name in ("%00", "...", "a" * 300, "%F0%9F%8E%8C"):
        assert me.http.get(f"/api/tables/{name}").status_code == 404
    me.close()
