"""What survives: power cuts, full disks, damaged files, two servers on one folder."""

import json
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from kabuto.server.storage.schema_versions import APPLICATION, MIGRATIONS

from .persons import Connection, Person, Server, running
from .test_games import choice


def two_at(server: Server, **settings: Any) -> tuple[Connection, Connection]:
    """Two persons at a table."""
    one, other = Person(server), Person(server)
    table = one.set_table("me", "open", **settings)
    other.post(f"/api/tables/{table['id']}/join", {"invite": table["invites"][0]["token"]})
    opened = one.open(table["id"]), other.open(table["id"])
    for each in opened:
        each.receive()
    return opened


def leave(*connections: Connection) -> None:
    """Close the browsers."""
    for each in connections:
        each.close()
        each.person.close()


def test_every_acknowledged_move_is_there_after_a_power_cut(tmp_path: Path) -> None:
    rng = Random(11)
    server = Server(tmp_path / "data")
    players = list(two_at(server))
    accepted: list[str] = []  # the moves as a person remembers them, with take-backs carried out
    for round_ in range(4):
        for _ in range(rng.randint(3, 9)):
            mover = next(c for c in players if c.own and c.own["legal"])
            assert mover.own is not None
            if mover.own["turn"] and rng.random() < 0.3:
                assert mover.undo()["type"] == "accepted"
                accepted.pop()
                mover.until("turn")
                continue
            move = rng.choice(mover.own["legal"])
            before = mover.number
            assert mover.move(move)["type"] == "accepted"
            accepted.append(move)
            mover.until("turn", "played")
            for other in players:
                while mover.number != before and other.number != mover.number:
                    other.receive()
        mover = next(c for c in players if c.own and c.own["legal"])
        assert mover.own is not None
        move = choice(rng, mover.own["legal"])
        assert mover.move(move, id=f"last {round_}")["type"] == "accepted"  # and at once:
        server.kill()
        accepted.append(move)
        repeated = {**mover.own}
        cookies, name = [c.person.cookie for c in players], mover.table
        leave(*players)
        server = Server(tmp_path / "data")
        players = [Person(server, cookie).open(name) for cookie in cookies]
        for each in players:
            each.receive()
        moves = [entry["move"] for entry in players[0].log]
        for each in players:
            if each.own and each.own["turn"]:
                moves += [entry["move"] for entry in each.own["turn"]]
        assert moves == accepted
        again = next(c for c in players if c.own and c.own["seat"] == repeated["seat"])
        answer = again.move(move, id=f"last {round_}", ply=repeated["ply"])  # the answer may have been lost
        assert answer["type"] == "accepted"
        for each in players:
            each.send("resume", after=0)
            state = each.until("state")
            own = [entry["move"] for entry in state["own"]["turn"]]
            assert [entry["move"] for entry in state["log"]] + own in (moves, moves[: len(state["log"])])
    leave(*players)
    assert server.stop() == 0


def test_programs_go_on_after_a_power_cut(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        me = Person(server)
        table = me.set_table("greedy", "me")
        cookie = me.cookie
        server.kill()  # the program may not have moved yet
        me.close()
    with running(tmp_path / "data") as server:
        client = Person(server, cookie).open(table["id"])
        client.receive()
        while not (client.own and client.own["legal"]):
            client.receive()
        assert {entry["seat"] for entry in client.log} == {0}
        leave(client)


def test_a_full_disk_refuses_moves_and_loses_none(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        one, other = two_at(server)
        one.play(one.own["legal"][0], "/")  # type: ignore[index]
        other.until("played")
        sizes = [path.stat().st_size for path in (tmp_path / "data").iterdir()]
        hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (max(sizes), hard))
        assert other.own is not None
        move = next(m for m in other.own["legal"] if m != "/")
        for _ in range(2):
            refused = other.move(move)
            assert (refused["type"], refused["error"]) == ("refused", "not_stored")
        assert one.person.get("/healthz", 503)["status"] == "cannot write"
        assert (
            one.person.post("/api/tables", {"seats": [{"who": "me"}, {"who": "me"}]}, 503)["error"]
            == "not_stored"
        )
        third = Person(server).open(one.table)
        assert len(third.receive()["log"]) == 2  # looking on works
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        assert one.person.get("/healthz")["status"] == "ok"
        other.play(move, "/")
        assert [e["move"] for e in one.until("played")["log"]] == [move, "/"]
        server.kill()
        leave(third)
        cookie, table = one.person.cookie, one.table
        leave(one, other)
    with running(tmp_path / "data") as server:
        client = Person(server, cookie).open(table)
        assert len(client.receive()["log"]) == 4
        leave(client)


def start(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``kabuto serve`` where it cannot start."""
    command = [sys.executable, "-m", "kabuto", "serve", "--port", "0", "--data", str(data), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=250)


def test_a_damaged_database_is_named_and_kept(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running(data) as server:
        one, other = two_at(server)
        leave(one, other)
    path = data / "kabuto.sqlite"
    whole = path.read_bytes()
    for damaged in (b"not a database" * 1000, whole[:4096] + b"\xff" * 8192 + whole[12288:]):
        path.write_bytes(damaged)
        refused = start(data)
        assert refused.returncode == 2
        assert "the database is damaged" in refused.stderr
        assert str(path) in refused.stderr
        assert path.read_bytes() == damaged
    path.write_bytes(whole)
    with running(data):
        pass


def test_a_table_that_cannot_be_read_harms_no_other(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running(data) as server:
        one, other = two_at(server)
        cookie, name = one.person.cookie, one.table
        well = one.person.set_table("me", "greedy")["id"]
        leave(one, other)
    with sqlite3.connect(data / "kabuto.sqlite") as connection:
        connection.execute("UPDATE events SET body = '{}' WHERE tab = ? AND seq = 1", (name,))
    connection.close()
    with running(data) as server:
        me = Person(server, cookie)
        assert "can’t be read" in me.get(f"/api/tables/{name}", 404)["reason"]
        assert me.get(f"/api/tables/{well}")["status"] == "playing"
        lobby = me.get("/api/tables")
        assert [table["id"] for table in lobby["mine"]] == [well]
        assert lobby["damaged"] == [name]  # its owner is told
        me.close()


@pytest.mark.parametrize("version", [len(MIGRATIONS) + 1, 99])
def test_a_database_of_a_newer_version_is_refused(tmp_path: Path, version: int) -> None:
    connection = sqlite3.connect(tmp_path / "kabuto.sqlite")
    connection.executescript(
        f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {version}; CREATE TABLE later (x);"
    )
    connection.close()
    refused = start(tmp_path)
    assert refused.returncode == 2
    assert f"format {version}" in refused.stderr


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "kabuto.sqlite")
    connection.execute("CREATE TABLE recipes (x)")
    connection.close()
    assert "not a Kabuto database" in start(tmp_path).stderr


def test_one_folder_serves_one_server(tmp_path: Path) -> None:
    with running(tmp_path / "data"):
        refused = start(tmp_path / "data")
        assert refused.returncode == 2
        assert "another kabuto server is using this data folder" in refused.stderr


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = start(tmp_path, "--port", str(port))
    assert refused.returncode == 2
    assert f"127.0.0.1:{port}" in refused.stderr


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    refused = start(tmp_path / "file")
    assert refused.returncode == 2
    assert "the data folder can’t be used" in refused.stderr
    assert "name another one" in refused.stderr
    assert (tmp_path / "file").read_text() == "mine"


def test_the_secret_is_for_its_owner_alone(tmp_path: Path) -> None:
    with running(tmp_path / "data"):
        assert (tmp_path / "data" / "secret").stat().st_mode & 0o777 == 0o600


def test_a_stopped_server_leaves_one_whole_file_and_a_log_of_json(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    one, other = two_at(server)
    name = one.table
    assert server.stop() == 0
    leave(one, other)
    assert not (tmp_path / "data" / "kabuto.sqlite-wal").exists()
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert {"open", "request", "table_set", "closed"} <= {line["event"] for line in lines}
    assert name not in server.log.read_text()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_command_tells_its_address_and_ends_in_good_order(tmp_path: Path, number: signal.Signals) -> None:
    command = [
        sys.executable,
        "-m",
        "kabuto",
        "serve",
        "--port",
        "0",
        "--data",
        str(tmp_path / "new" / "data"),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
            assert found
            assert httpx2.get(f"{found[0]}healthz", timeout=250).json() == {"status": "ok"}
            process.send_signal(number)
            assert process.wait(250) == 0
        finally:
            process.kill()  # whatever failed: nobody waits for it any longer
