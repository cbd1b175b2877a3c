"""Bad input of every kind: a clear answer to the one who caused it, and nothing for the others to notice."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from .persons import Connection, Person, Server, running, words_of
from .test_games import two

New = Callable[..., Person]
Open = Callable[..., Connection]


def unharmed(one: Connection, other: Connection) -> None:
    """The table goes on, and nobody heard of what happened."""
    heard = len(other.bytes)
    one.play(one.own["legal"][0], "/")  # type: ignore[index]
    other.until("played")
    between = [json.loads(text)["type"] for text in other.bytes[heard:-1]]
    assert set(between) <= {"table"}


@pytest.mark.uncounted
@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "null",
        "[]",
        "42",
        '"move"',
        "{}",
        '{"type": "win"}',
        '{"type": "move"}',
        '{"type": "undo", "table": "x", "seat": 0, "ply": 0}',
        '{"type": "say", "id": "a", "text": ""}',
        '{"type": "say", "id": "", "text": "x"}',
        '{"type": "resume", "after": -1}',
        '{"type": "resume", "after": 1e400}',
        '{"type": "move", "table": "x", "seat": "0", "ply": 0, "id": "a", "notation": "/"}',
        '{"type": "move", "table": "x", "seat": 0, "ply": 0, "id": "a", "notation": "/", "more": 1}',
        "[" * 5000,
        '{"type": "say", "id": "\\ud800", "text": "\\ud800"}',
        b"\xff\xfe\x00",
        b"\x00" * 100,
    ],
    ids=lambda message: str(message)[:30] or "empty",
)
def test_a_broken_message_is_refused(person: New, opened: Open, message: str | bytes) -> None:
    one, other = two(person, opened)
    hostile = opened(person(), one.table)
    hostile.socket.send(message)
    refused = hostile.until("refused")
    assert refused["error"] == "bad_message"
    assert words_of(refused["reason"]).startswith(("This is not a message", "id holds characters"))
    unharmed(one, other)


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"seat": 1}, "not_yours"),
        ({"seat": 7}, "not_yours"),
        ({"ply": 1}, "late"),
        ({"table": "another"}, "bad_request"),
        ({"notation": "S3z99"}, "illegal"),
        ({"notation": "/"}, "illegal"),
        ({"notation": "＋🎌"}, "illegal"),
    ],
)
def test_a_wrong_move_changes_nothing(person: New, opened: Open, changed: dict[str, Any], error: str) -> None:
    one, other = two(person, opened)
    move = {"notation": one.own["legal"][0], **changed}  # type: ignore[index]
    refused = one.move(move.pop("notation"), **move)
    assert (refused["type"], refused["error"]) == ("refused", error)
    unharmed(one, other)


def test_a_move_out_of_turn_is_refused(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    assert other.move("S3n13")["error"] == "not_now"
    assert other.undo()["error"] == "not_now"
    unharmed(one, other)


def test_a_repeated_message_plays_once_and_gets_the_same_answer(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    assert one.own is not None
    slow = next(m for m in one.own["legal"] if m[0] in "HBRS")
    ply = one.own["ply"]
    for _ in range(3):
        assert one.move(slow, id="same", ply=ply)["type"] == "accepted"
    one.refresh()
    assert len(one.own["turn"]) == 1
    assert one.undo(id="back", ply=ply + 1)["type"] == "accepted"
    assert one.undo(id="back", ply=ply + 1)["type"] == "accepted"
    one.refresh()
    assert one.move("nonsense", id="bad")["type"] == "refused"
    assert one.move(slow, id="bad")["type"] == "refused"  # that id has its answer
    assert one.move(slow, id="same", ply=ply)["type"] == "accepted"  # it was, once; and was taken back
    one.refresh()
    assert one.own["turn"] == []
    unharmed(one, other)


def test_a_message_of_a_megabyte_ends_the_connection_of_its_sender_alone(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    hostile = opened(person(), one.table)
    hostile.socket.send("x" * 1_000_000)
    assert hostile.until_closed() == 1009
    unharmed(one, other)


def test_a_forged_cookie_is_nobody(person: New, opened: Open, server: Server) -> None:
    one, other = two(person, opened)
    cookie, _, value = one.person.cookie.partition("=")
    name, _, mark = value.rpartition(".")
    for forged in (f"{name}.{'0' * len(mark)}", name, f"{name}.", "", ".", mark, f"{name}.é", "x" * 5000):
        for called in (cookie, f"__Host-{cookie}", "kabuto"):
            response = httpx2.get(
                f"{server.address}/api/tables/{one.table}",
                headers={b"cookie": f"{called}={forged}".encode()},
            )
            assert response.json()["mine"] == [], forged
    assert one.person.get(f"/api/tables/{one.table}")["mine"] == [0]
    unharmed(one, other)


def test_a_link_token_is_no_cookie(person: New) -> None:
    me, thief = person(), person()
    table = me.set_table("me", "greedy")
    name, _, value = me.cookie.partition("=")
    for called in (name, "kabuto"):
        thief.http.cookies.set(called, me.post("/api/me/link")["token"])
        assert thief.get(f"/api/tables/{table['id']}")["mine"] == []
    assert thief.post("/api/me/claim", {"token": value}, 401)["error"] == "bad_token"


def test_a_link_to_nothing_is_answered(person: New) -> None:
    me = person()
    for path in ("/api/tables/nothing", "/api/tables/nothing/replay", "/api/nothing", "/api/tables/a/b/c"):
        assert me.get(path, 404)["error"] == "not_found"
    assert me.post("/api/tables/nothing/join", {}, 404)["reason"] == "There is no such table."
    lost = me.open("nothing")
    assert words_of(lost.receive()["reason"]) == "There is no such table."
    with pytest.raises(ConnectionClosed):
        lost.receive()
    lost.close()


def test_pages_of_other_sites_get_no_socket_and_no_answer(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    with pytest.raises(InvalidStatus) as refused:
        one.person.open(one.table, origin="http://elsewhere.example")
    assert refused.value.response.status_code == 403
    opened(one.person, one.table, origin=one.person.server.address)
    response = one.person.http.post(
        f"/api/tables/{one.table}/leave", headers={"origin": "http://elsewhere.example"}
    )
    assert response.status_code == 403
    unharmed(one, other)


def test_what_is_not_json_or_too_large_is_refused(person: New) -> None:
    http = person().http
    assert http.post("/api/me", content=b'{"name": "x"}').status_code == 415
    plain = http.post("/api/me", content=b'{"name": "x"}', headers={"content-type": "text/plain"})
    assert plain.status_code == 415
    huge = http.post("/api/records", json={"record": {"x": "y" * 1_000_000}})
    assert huge.status_code == 413
    assert "65536 bytes" in huge.json()["reason"]
    broken = http.post("/api/me", content=b'{"name": ', headers={"content-type": "application/json"})
    assert broken.status_code == 400
    assert http.put("/api/me", json={}).status_code == 405


@pytest.mark.parametrize(
    ("wish", "place"),
    [
        ({"seats": []}, "seats"),
        ({"seats": [{"who": "me"}]}, "seats"),
        ({"seats": [{"who": "me"}] * 5}, "seats"),
        ({"seats": [{"who": "program", "program": "greedy"}] * 2}, "seats"),
        ({"seats": [{"who": "me"}, {"who": "program", "program": "program:/bin/sh"}]}, "seats[1].program"),
        ({"seats": [{"who": "me"}, {"who": "open"}], "options": {"players": 3}}, "options.players"),
        ({"seats": [{"who": "me"}, {"who": "open"}], "options": {"edition": "x"}}, "options.edition"),
        ({"seats": [{"who": "me"}, {"who": "open"}], "options": {"colour": "x"}}, "options.colour"),
        ({"seats": [{"who": "me"}, {"who": "open"}], "game": "chess"}, "game"),
        (
            {"seats": [{"who": "me"}, {"who": "open"}], "clock": {"per": "move", "seconds": 1}},
            "clock.seconds",
        ),
    ],
)
def test_a_table_that_cannot_be_set_is_explained(person: New, wish: dict[str, Any], place: str) -> None:
    problem = person().post("/api/tables", wish, 400)
    assert problem["place"] == place
    assert problem["reason"]


def test_every_answer_forbids_foreign_scripts(person: New) -> None:
    http = person().http
    for path in ("/", "/table/x", "/api/me", "/api/nothing", "/healthz", "/missing.js"):
        headers = http.get(path).headers
        refused = set(headers["permissions-policy"].split(", "))  # S12
        assert {"camera=()", "geolocation=()", "microphone=()"} <= refused
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "default-src 'none'" in policy


def test_files_outside_the_pages_are_not_served(person: New, server: Server) -> None:
    for path in (
        "/..%2f__init__.py",
        "/../__init__.py",
        "/%2e%2e/__init__.py",
        "/assets/..%2f..%2f__init__.py",
    ):
        response = person().http.get(path)
        assert "__version__" not in response.text


# The limits, on a server that has them.


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("limited") / "data", limited=True) as server:
        yield server


@pytest.fixture
def table(limited: Server) -> Iterator[Connection]:
    """A hot seat on the server with limits."""
    me = Person(limited)
    connection = me.open(me.set_table("me", "me")["id"])
    connection.receive()
    yield connection
    connection.close()
    me.close()


def test_a_flood_of_messages_is_slowed_and_then_cut_off(
    limited: Server, table: Connection, opened: Open
) -> None:
    flood = opened(Person(limited), table.table)
    flood.person.close()
    for _ in range(100):
        flood.send("why", seat=0, notation="/")
    flood.until("refused", error="too_fast")
    with suppress(ConnectionClosed):
        for _ in range(2000):
            flood.send("why", seat=0, notation="/")
    flood.until_closed()
    assert (flood.socket.protocol.close_rcvd, flood.socket.close_code) == (None, 1006)  # no close handshake
    table.play(table.own["legal"][0], "/")  # type: ignore[index]


def test_talk_is_rationed(table: Connection) -> None:
    answers = [table.ask("say", text=f"line {number}") for number in range(8)]
    assert [answer["type"] for answer in answers[:5]] == ["accepted"] * 5
    assert answers[-1]["error"] == "too_fast"


def test_requests_of_an_address_are_rationed(tmp_path: Path) -> None:
    with running(tmp_path / "data", limited=True) as server, httpx2.Client(base_url=server.address) as http:
        codes = [http.get("/api/me").status_code for _ in range(120)]
        assert codes == [200] * 120
        assert any(http.get("/api/me").status_code == 429 for _ in range(2000))


def test_tables_of_a_person_are_rationed(tmp_path: Path) -> None:
    with running(tmp_path / "data", limited=True) as server:
        me = Person(server)
        body = {"seats": [{"who": "me"}, {"who": "me"}]}
        codes = [me.http.post("/api/tables", json=body).status_code for _ in range(40)]
        assert codes[:20] == [200] * 20
        assert 429 in codes
        me.close()


def test_connections_of_a_person_are_rationed(table: Connection) -> None:
    more = [table.person.open(table.table) for _ in range(16)]
    assert [each.receive()["type"] for each in more] == ["state"] * 15 + ["refused"]
    for each in more:
        each.close()
