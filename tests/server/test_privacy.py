"""What a table tells of other tables, and what people may write where others read it."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kabuto.tabletop.render import info
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Created, decode

from .persons import Connection, Person, running
from .test_games import play_out, two

New = Callable[..., Person]
Open = Callable[..., Connection]
SEATS = {"seats": [{"who": "me"}, {"who": "open"}], "visibility": "public"}


def starts(person: Person, table: str) -> list[Any]:
    """Where a table began, in everything that a person is told of it over HTTP."""
    lobby = person.get("/api/tables")
    listed = [each for part in lobby.values() for each in part if each["id"] == table]
    return [each["start"] for each in [*listed, person.get(f"/api/tables/{table}")]]


def test_where_a_what_if_began_is_for_the_people_at_that_table(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    play_out([one, other], Random(1))
    start = {"table": one.table, "ply": 10}
    host, friend, stranger = one.person, other.person, person()
    study = host.post("/api/tables", {**SEATS, "start": start})["id"]
    assert starts(host, study) == [start] * 2
    assert starts(friend, study) == [start] * 2
    assert starts(stranger, study) == [None] * 2
    # Both look on: what they are sent is not encoded for the two of them together.
    lookers = [opened(stranger, study), opened(friend, study)]
    opened(host, study)
    for looker, seen in zip(lookers, (None, start), strict=True):
        assert looker.state["table"]["start"] == seen
        assert looker.until("table")["table"]["start"] == seen
    guest = person()
    assert guest.post(f"/api/tables/{study}/join", {})["start"] is None


def test_where_a_what_if_of_a_public_game_began_is_for_everybody(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:  # its own: everybody is shown public games that are over
        me, stranger = Person(server), Person(server)
        client = me.open(me.set_table("me", "me", visibility="public")["id"])
        client.receive()
        play_out([client], Random(2))
        start = {"table": client.table, "ply": 10}
        study = me.post("/api/tables", {**SEATS, "start": start})["id"]
        assert starts(stranger, study) == [start] * 2
        client.close()
        me.close()
        stranger.close()


def test_where_an_old_what_if_began_is_for_its_host_alone() -> None:
    event = decode(
        b'{"type":"created","at":1,"host":"me","game":"samurai","options":{"players":2},"invites":["",""],'
        b'"seats":[{"who":"me"},{"who":"open"}],"visibility":"public","start":{"table":"secret","ply":3}}'
    )
    assert isinstance(event, Created)
    summary = Table("t", [event]).summary()
    assert info(summary, "me", set()).start == event.start
    assert info(summary, "stranger", set()).start is None


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("\u202eeve", "eve"),
        ("Zoë\x07\n  the\tGreat ", "Zoë the Great"),
        ("a\u200b\u2066b", "ab"),
        ("\u202e", None),
        (" \n ", None),
        ("", None),
    ],
)
def test_the_names_of_a_hot_seat_are_clean(person: New, written: str, shown: str | None) -> None:
    me = person()
    seats = [{"who": "me"}, {"who": "me", "name": written}]
    table = me.post("/api/tables", {"seats": seats})
    own = me.get("/api/me")["name"]
    assert [seat["name"] for seat in table["seats"]] == [own, shown or own]


def test_a_name_of_a_hot_seat_that_is_too_long_is_refused(person: New) -> None:
    seats = [{"who": "me"}, {"who": "me", "name": "x" * 31}]
    person().post("/api/tables", {"seats": seats}, 400)
