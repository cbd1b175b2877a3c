"""Table talk: rationed by person and by address, only with a cookie, and people can be muted."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Talked, decode, encode

from .persons import Connection, Person, Server, running, words_of
from .test_games import two

New = Callable[..., Person]
Open = Callable[..., Connection]


def said(client: Connection, text: str) -> dict[str, Any]:
    """Say something; the line as it comes back."""
    assert client.ask("say", text=text)["type"] == "accepted"
    talk: dict[str, Any] = client.until("said")["talk"]
    return talk


def test_a_socket_without_a_cookie_may_listen_and_not_talk(person: New, opened: Open, server: Server) -> None:
    one, _ = two(person, opened)
    address = f"{server.address.replace('http', 'ws', 1)}/api/tables/{one.table}/socket"
    with connect(address) as stranger:
        assert json.loads(stranger.recv(30))["type"] == "state"
        stranger.send(json.dumps({"type": "say", "id": "a", "text": "spam"}))
        refused = json.loads(stranger.recv(30))
        assert (refused["type"], refused["error"]) == ("refused", "not_yours")
        assert "no cookie" in words_of(refused["reason"])
        said(one, "hello")
        assert json.loads(stranger.recv(30))["talk"]["text"] == "hello"


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("talk") / "data", limited=True) as server:
        yield server


def test_many_persons_at_one_address_do_not_talk_without_end(limited: Server) -> None:
    host = Person(limited)
    table = host.set_table("me", "open", visibility="public")["id"]
    answers: list[dict[str, Any]] = []
    for _ in range(8):
        new = Person(limited)
        client = new.open(table)
        client.receive()
        answers += [client.ask("say", text="spam") for _ in range(5)]
        client.close()
        new.close()
    accepted = [answer for answer in answers if answer["type"] == "accepted"]
    refused = [answer for answer in answers if answer["type"] == "refused"]
    assert len(accepted) >= 20
    assert refused
    assert {answer["error"] for answer in refused} == {"too_fast"}
    host.close()


def test_the_host_mutes_a_spectator_and_lets_them_talk_again(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    pest = opened(person(), one.table)
    who = said(pest, "noise")["who"]
    assert who == pest.state["speaker"]
    assert one.ask("mute", who=who, muted=True)["type"] == "accepted"
    assert other.until("table", muted=[who])
    refused = pest.ask("say", text="more noise")
    assert (refused["type"], refused["error"]) == ("refused", "not_yours")
    assert "muted you" in words_of(refused["reason"])
    assert said(other, "finally")["text"] == "finally"
    late = opened(person(), one.table)
    assert late.state["muted"] == [who]
    assert one.ask("mute", who=who, muted=False)["type"] == "accepted"
    assert said(pest, "sorry")["who"] == who


def test_the_host_lets_players_alone_talk(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    watching = opened(person(), one.table)
    assert watching.ask("mute", who="spectators", muted=True)["error"] == "not_yours"
    assert one.ask("mute", who="spectators", muted=True)["type"] == "accepted"
    assert watching.until("table", muted=["spectators"])
    refused = watching.ask("say", text="noise")
    assert (refused["type"], refused["error"]) == ("refused", "not_yours")
    assert "Only players" in words_of(refused["reason"])
    assert said(other, "quiet")["text"] == "quiet"
    assert one.ask("mute", who="spectators", muted=False)["type"] == "accepted"
    assert said(watching, "thanks")["text"] == "thanks"


def test_a_host_who_only_watches_can_always_talk(person: New, opened: Open) -> None:
    host = person()
    watching = opened(host, host.set_table("open", "open")["id"])
    assert watching.ask("mute", who="spectators", muted=True)["type"] == "accepted"
    assert said(watching, "come in")["text"] == "come in"


def test_a_player_who_is_muted_can_still_play(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    who = said(other, "noise")["who"]
    one.until("said")
    assert one.ask("mute", who=who, muted=True)["type"] == "accepted"
    assert other.ask("say", text="noise")["type"] == "refused"
    one.play(one.own["legal"][0], "/")  # type: ignore[index]
    other.until("played")
    other.play(other.own["legal"][0], "/")  # type: ignore[index]


def test_muting_is_for_the_host_and_of_those_who_talk(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    mine, theirs = said(one, "hello")["who"], said(other, "hello")["who"]
    assert other.ask("mute", who=mine, muted=True)["error"] == "not_yours"
    assert one.ask("mute", who=mine, muted=True)["error"] == "bad_request"
    assert one.ask("mute", who="0123456789abcdef", muted=True)["error"] == "bad_request"
    assert one.ask("mute", who="", muted=True)["error"] == "bad_message"
    for _ in range(2):  # what is done already is done
        assert one.ask("mute", who=theirs, muted=True)["type"] == "accepted"
    assert one.ask("mute", who=theirs, muted=False)["type"] == "accepted"
    assert one.ask("mute", who=theirs, muted=True, id="first")["type"] == "accepted"
    assert one.ask("mute", who=theirs, muted=False)["type"] == "accepted"
    assert one.ask("mute", who=theirs, muted=True, id="first")["type"] == "accepted"  # it was, once
    assert other.ask("say", text="thanks")["type"] == "accepted"


def test_who_talks_is_known_at_one_table_and_not_by_the_name_of_the_person(person: New, opened: Open) -> None:
    me = person()
    tables = [me.set_table("me", "me")["id"] for _ in range(2)]
    clients = [opened(me, table) for table in tables]
    here, there = (said(client, "hello")["who"] for client in clients)
    assert here != there
    assert said(clients[0], "again")["who"] == here
    assert here not in me.cookie
    other = opened(me, tables[0])  # on another device
    assert other.state["speaker"] == here
    assert {line["who"] for line in other.state["talk"]} == {here}


def test_everybody_is_told_their_own_name_in_the_talk(person: New, opened: Open) -> None:
    host, friend = person(), person()
    table = host.set_table("me", "open", visibility="public")["id"]
    watchers = [opened(person(), table) for _ in range(2)]
    before = [each.state["speaker"] for each in watchers]
    friend.post(f"/api/tables/{table}/join", {})
    assert [each.until("state")["speaker"] for each in watchers] == before
    assert before[0] != before[1]


def test_who_was_muted_stays_so_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        host, pest = Person(server), Person(server)
        table = host.set_table("me", "me")["id"]
        one, other = host.open(table), pest.open(table)
        who = said(other, "noise")["who"]
        assert one.ask("mute", who=who, muted=True)["type"] == "accepted"
        cookies = host.cookie, pest.cookie
        server.kill()
        for each in (one, other):
            each.close()
            each.person.close()
    with running(tmp_path / "data") as server:
        host, pest = (Person(server, cookie) for cookie in cookies)
        one, other = host.open(table), pest.open(table)
        assert one.receive()["muted"] == [who]
        assert other.ask("say", text="noise")["type"] == "refused"
        for each in (one, other):
            each.close()
            each.person.close()


def test_talk_that_was_stored_without_a_speaker_stays_readable() -> None:
    old = decode(b'{"type":"talked","at":5000,"seat":null,"name":"Guest","text":"hello"}')
    assert isinstance(old, Talked)
    assert decode(encode(old)) == old
    made = decode(
        b'{"type":"created","host":"me","game":"samurai","options":{},"seats":[{"who":"me"}],"invites":[""]}'
    )
    (line,) = Table("t", [made, old]).chat.talk
    assert (line.who, line.text) == ("", "hello")
