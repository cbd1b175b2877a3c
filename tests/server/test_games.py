"""Whole games and everything persons do at a table, through a real server."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import kabuto

from .persons import Connection, Person, words_of

New = Callable[..., Person]
Open = Callable[..., Connection]


def invited(host: Person, guest: Person, table: dict[str, Any]) -> None:
    """The guest takes the first open seat by its invitation."""
    guest.post(f"/api/tables/{table['id']}/join", {"invite": table["invites"][0]["token"]})


def two(person: New, opened: Open, **settings: Any) -> tuple[Connection, Connection]:
    """Two persons at a table, each with it open."""
    one, other = person(), person()
    table = one.set_table("me", "open", **settings)
    invited(one, other, table)
    return opened(one, table["id"]), opened(other, table["id"])


def choice(rng: Random, legal: list[str]) -> str:
    """A move that goes on quickly."""
    return "/" if "/" in legal else rng.choice(legal)


def play_out(players: list[Connection], rng: Random) -> dict[str, Any]:
    """Play until the game is over; the last message of the first player."""
    while True:
        mover = next((c for c in players if c.own and c.own["legal"]), None)
        if mover is None:
            return players[0].state
        before = mover.number
        assert mover.own is not None
        mover.play(choice(rng, mover.own["legal"]))
        if mover.number != before:
            for other in players:
                while other.number != mover.number:
                    other.receive()


@pytest.mark.parametrize(
    "options",
    [
        {"edition": "rgg"},
        {"edition": "ffg", "hands": "choose", "figures": "draft"},
        {"edition": "hig", "hands": "choose"},
    ],
)
def test_two_persons_play_a_whole_game(person: New, opened: Open, options: dict[str, Any]) -> None:
    one, other = two(person, opened, options=options)
    rng = Random(5)
    if options.get("hands") == "choose":
        choose_hands([one, other], rng)
    play_out([one, other], rng)
    results = [kabuto_result(c) for c in (one, other)]
    assert results[0] == results[1]
    assert [e["move"] for e in one.log if "+" not in e["move"]] == [
        e["move"] for e in other.log if "+" not in e["move"]
    ]


def kabuto_result(client: Connection) -> Any:
    """The result that a client was told, checked against a replay of the record."""
    person = client.person
    record = person.get(f"/api/tables/{client.table}/record")
    game = kabuto.load(record)
    assert game.outcome is not None
    winners = person.get(f"/api/tables/{client.table}")["winners"]
    assert winners == list(game.outcome.winners)
    return record


def choose_hands(players: list[Connection], rng: Random) -> None:
    """Everybody chooses an opening hand, the last seat first."""
    for client in reversed(players):
        while client.own and client.own["legal"]:
            client.play(choice(rng, client.own["legal"]))
            if client.position["phase"] != "choose":
                break
    for client in players:
        while client.position["phase"] == "choose":
            client.receive()


@pytest.mark.parametrize("options", [{}, {"hands": "choose", "figures": "draft", "edition": "ffg"}])
def test_programs_answer_and_finish_the_game(person: New, opened: Open, options: dict[str, Any]) -> None:
    me = person()
    table = me.set_table("greedy", "me", "random", options=options)
    client = opened(me, table["id"])
    rng = Random(3)
    while client.position["phase"] != "over":
        if client.own and client.own["legal"]:
            client.play(choice(rng, client.own["legal"]))
        else:
            client.until("played", "turn")
    assert {entry["seat"] for entry in client.log} == {0, 1, 2}


def test_a_turn_in_progress_is_seen_by_its_player_alone(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    watcher = opened(person(), one.table)
    first = next(m for m in one.own["legal"] if m != "/")  # type: ignore[index]
    one.play(first)
    assert [entry["move"] for entry in one.own["turn"]] == [first]  # type: ignore[index]
    assert one.undo()["type"] == "accepted"
    one.until("turn")
    one.play(first)
    one.play("/")
    for client in (other, watcher):
        seen = client.until("played")  # the first thing they hear of it
        assert [entry["move"] for entry in seen["log"]] == [first, "/"]
        heard = [text for text in client.bytes[1:] if '"type":"table"' not in text]
        assert len(heard) == 1


def test_a_finished_turn_stays(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    one.play(one.own["legal"][0], "/")  # type: ignore[index]
    refused = one.undo()
    assert (refused["type"], refused["error"]) == ("refused", "not_now")
    other.until("played")
    refused = other.undo()
    assert refused["error"] == "not_now"
    assert "nothing to undo" in words_of(refused["reason"])


def test_hands_are_chosen_at_once_and_stay_unseen(person: New, opened: Open) -> None:
    one, other = two(person, opened, options={"hands": "choose"})
    other.play("+S3", "+S2")
    assert other.undo()["type"] == "accepted"
    other.until("turn")
    other.play("+X", "+T", "+N1", "+V2")
    assert other.own["legal"] == []  # type: ignore[index]
    assert other.move("+S1")["error"] == "not_now"
    assert one.move("/")["error"] == "illegal"
    assert other.undo()["error"] == "not_now"
    one.refresh()
    assert one.state["table"]["to_move"] == [0]
    assert one.move("+H2", then=["+H3", "+H4", "+B2", "+B2"])["error"] == "illegal"
    assert one.own["private"]["hand"] == []  # type: ignore[index]
    assert one.move("+H2", then=["+H3", "+H4", "+B2", "+B3"])["type"] == "accepted"
    one.until("played", to_move=[0])
    other.until("played", to_move=[0])
    other.refresh()
    assert [entry["move"] for entry in one.log[:6]] == ["+H2", "+H3", "+H4", "+B2", "+B3", "+"]
    assert [entry["move"] for entry in other.log] == ["+"] * 5 + ["+S3", "+X", "+T", "+N1", "+V2"]
    assert sorted(other.own["private"]["hand"]) == sorted(["S3", "X", "T", "N1", "V2"])  # type: ignore[index]


def test_one_screen_for_two_shows_the_hand_that_is_to_move(person: New, opened: Open) -> None:
    me = person()
    table = me.set_table("me", "me")
    client = opened(me, table["id"])
    assert client.state["table"]["mine"] == [0, 1]
    assert client.own is not None
    assert client.own["seat"] == 0
    client.play(client.own["legal"][0], "/")
    assert client.own["seat"] == 1
    client.play(client.own["legal"][0], "/")
    assert client.own["seat"] == 0


def test_a_client_that_comes_back_gets_what_it_missed(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    other.close()
    one.until("table")
    one.play(one.own["legal"][0])  # type: ignore[index]
    one.play("/")
    again = opened(other.person, one.table, f"?after={other.number}")
    assert again.state["log_from"] == 0
    assert len(again.log) == 2
    again.play(again.own["legal"][0])  # type: ignore[index]
    third = opened(other.person, one.table, "?after=1")  # in mid-turn, from another device
    assert third.state["log"] == []
    assert third.state["log_from"] == 2
    assert third.own == again.own
    third.send("resume", after=0)
    assert len(third.until("state")["log"]) == 2


def test_a_spectator_sees_the_table_and_no_hand(person: New, opened: Open) -> None:
    one, _ = two(person, opened)
    watcher = opened(person(), one.table)
    assert watcher.own is None
    assert watcher.state["table"]["mine"] == []
    refused = watcher.ask("move", table=one.table, seat=0, ply=0, notation=one.own["legal"][0])  # type: ignore[index]
    assert refused["error"] == "not_yours"
    assert watcher.ask("why", seat=0, notation="/")["error"] == "not_yours"


def test_why_gives_the_reason_in_the_language_asked_for(person: New, opened: Open) -> None:
    me = person(language="de-AT,en")
    table = me.set_table("me", "greedy")
    client = opened(me, table["id"])
    assert client.ask("why", seat=0, notation=client.own["legal"][0])["reason"] is None  # type: ignore[index]
    assert "Spiele" in words_of(client.ask("why", seat=0, notation="/")["reason"])
    english = opened(me, table["id"], "?language=en")
    assert (
        words_of(english.ask("why", seat=0, notation="/")["reason"])
        == "Play at least one token before you end your turn."
    )


def test_talk_reaches_all_in_order(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    watcher = opened(person(), one.table)
    assert one.ask("say", text="  good \n luck ")["type"] == "accepted"
    assert watcher.ask("say", text="hello")["type"] == "accepted"
    said = [other.until("said")["talk"] for _ in range(2)]
    assert [(talk["seat"], talk["text"]) for talk in said] == [(0, "good luck"), (None, "hello")]
    late = opened(person(), one.table)
    assert [talk["text"] for talk in late.state["talk"]] == ["good luck", "hello"]


def test_rematch_rotates_the_seats_when_all_agree(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    assert one.ask("offer", what="rematch")["error"] == "not_now"
    play_out([one, other], Random(1))
    assert one.ask("offer", what="rematch")["type"] == "accepted"
    offer = other.until("table")["offers"][0]
    assert offer["missing"] == [1]
    assert other.ask("answer", offer=offer["offer"], agree=True)["type"] == "accepted"
    changed = one.until("table")
    while changed["table"]["next"] is None:
        changed = one.until("table")
    new = one.person.get(f"/api/tables/{changed['table']['next']}")
    assert new["status"] == "playing"
    assert new["mine"] == [1]
    assert other.person.get(f"/api/tables/{new['id']}")["mine"] == [0]


def test_a_declined_offer_is_gone(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    play_out([one, other], Random(1))
    one.ask("offer", what="rematch")
    offer = other.until("table")["offers"][0]
    assert one.ask("offer", what="rematch")["error"] == "not_now"
    other.ask("answer", offer=offer["offer"], agree=False)
    assert one.until("table", offers=[])["table"]["next"] is None
    assert other.ask("answer", offer=offer["offer"], agree=True)["error"] == "not_now"


def test_a_program_sits_in_for_one_who_left(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    assert one.ask("offer", what="replace", seat=1)["error"] == "not_now"
    other.person.post(f"/api/tables/{one.table}/leave")
    while not one.until("table")["table"]["seats"][1]["left"]:
        pass
    assert one.ask("offer", what="replace", seat=1)["type"] == "accepted"
    changed = one.until("table")
    while "program" not in changed["table"]["seats"][1]:
        changed = one.until("table")
    assert changed["table"]["seats"][1]["who"] == "person"
    assert changed["table"]["seats"][1]["program"] == "greedy"
    assert other.person.get("/api/tables")["mine"] == []
    one.play(one.own["legal"][0], "/")  # type: ignore[index]
    one.until("played")
    assert one.log[-1]["seat"] == 1


def test_a_public_table_is_found_and_joined(person: New) -> None:
    host, guest, third = person(), person(), person()
    table = host.set_table("me", "open", visibility="public")
    assert table["id"] in [each["id"] for each in guest.get("/api/tables")["waiting"]]
    assert guest.post(f"/api/tables/{table['id']}/join", {})["mine"] == [1]
    assert table["id"] in [each["id"] for each in guest.get("/api/tables")["mine"]]
    assert table["id"] in [each["id"] for each in third.get("/api/tables")["watch"]]
    assert third.post(f"/api/tables/{table['id']}/join", {}, 409)["error"] == "not_now"


def test_an_invitation_is_needed_and_good_once(person: New) -> None:
    host, guest, third = person(), person(), person()
    table = host.set_table("me", "open", "open")
    path = f"/api/tables/{table['id']}/join"
    assert guest.post(path, {}, 403)["error"] == "not_yours"
    assert guest.post(path, {"invite": "guess"}, 401)["error"] == "bad_token"
    assert guest.get(f"/api/tables/{table['id']}")["invites"] == []
    token = table["invites"][0]["token"]
    assert guest.post(path, {"invite": token})["mine"] == [1]
    assert third.post(path, {"invite": token}, 401)["error"] == "bad_token"
    assert guest.post(path, {"invite": table["invites"][1]["token"]}, 409)["error"] == "not_now"


def test_a_seat_given_up_before_the_game_is_open_again(person: New) -> None:
    host, guest = person(), person()
    table = host.set_table("me", "open", "open")
    path = f"/api/tables/{table['id']}"
    guest.post(f"{path}/join", {"invite": table["invites"][0]["token"]})
    guest.post(f"{path}/leave")
    assert [invite["seat"] for invite in host.get(path)["invites"]] == [1, 2]
    assert host.post(f"{path}/leave")["status"] == "closed"
    assert table["id"] not in [each["id"] for each in host.get("/api/tables")["mine"]]


def test_tables_that_were_left_are_not_mine_any_more(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    other.person.post(f"/api/tables/{one.table}/leave")
    assert other.person.get("/api/tables")["mine"] == []
    assert [table["id"] for table in one.person.get("/api/tables")["mine"]] == [one.table]


def test_a_personal_link_makes_another_device_the_same_person(person: New) -> None:
    me, phone = person(), person()
    me.post("/api/me", {"name": "Host"})
    table = me.set_table("me", "greedy")
    link = me.post("/api/me/link")
    assert phone.post("/api/me/claim", {"token": link["token"]})["name"] == "Host"
    assert phone.get(f"/api/tables/{table['id']}")["mine"] == [0]
    assert phone.post("/api/me/claim", {"token": link["token"] + "0"}, 401)["error"] == "bad_token"


def test_a_new_name_is_shown_at_running_tables(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    other.person.post("/api/me", {"name": "  Friend​ "})
    changed = one.until("table")
    while changed["table"]["seats"][1]["name"] != "Friend":
        changed = one.until("table")
    guest = other.person.post("/api/me", {"name": " \t "})["name"]
    assert guest.startswith("Guest ")
    while one.until("table")["table"]["seats"][1]["name"] != guest:
        pass


def test_a_finished_game_can_be_replayed_studied_and_gone_on_with(person: New, opened: Open) -> None:
    one, other = two(person, opened, options={"edition": "ffg"})
    path = f"/api/tables/{one.table}"
    for what in ("record", "replay"):
        assert one.person.get(f"{path}/{what}", 409)["error"] == "not_now"
    play_out([one, other], Random(2))
    record = one.person.get(f"{path}/record")
    full = one.person.get(f"{path}/replay?wire=samurai")
    assert len(full["frames"]) == len(record["moves"]) + 1
    assert [entry["move"] for entry in full["log"]] == record["moves"]
    assert full["frames"][0]["hands"] == record["start"]["hands"]
    again = one.person.http.get(f"{path}/replay?wire=samurai")
    tag = {"If-None-Match": again.headers["etag"]}
    assert one.person.http.get(f"{path}/replay?wire=samurai", headers=tag).status_code == 304, "known already"
    seen = one.person.get(f"{path}/replay?seat=1&wire=samurai")
    assert seen["frames"][0]["hands"][0] is None
    assert seen["frames"][0]["position"]["captured"][0] is None
    assert full["frames"][-1]["position"]["captured"] == seen["frames"][-1]["position"]["captured"]
    assert one.person.get(f"{path}/replay?seat=2", 400)["place"] == "seat"
    assert one.person.get(f"{path}/replay?seat=x", 400)["place"] == "seat"

    start = {"table": one.table, "ply": 10}
    study = one.person.set_table("me", "random", start=start)
    assert study["start"] == start
    client = opened(one.person, study["id"])
    assert [entry["move"] for entry in client.log[:10]] == record["moves"][:10]
    for wrong, place in (
        ({"start": {"table": one.table, "ply": len(record["moves"])}}, "start.ply"),
        ({"start": {"table": one.table, "ply": 9999}}, "start.ply"),
        ({"start": start, "options": {"edition": "rgg"}}, "options"),
    ):
        body = {"seats": [{"who": "me"}, {"who": "me"}], **wrong}
        assert one.person.post("/api/tables", body, 400)["place"] == place


def test_a_record_is_uploaded_or_refused_with_its_fault(person: New) -> None:
    me = person()
    game = kabuto.new("samurai", seed=4, hands="choose")
    for _ in range(13):
        game.play(game.legal_moves()[0])
    kept = me.post("/api/records", {"record": game.record()})
    assert kept["status"] == "record"
    assert me.get(f"/api/tables/{kept['id']}/record") == game.record()
    assert len(me.get(f"/api/tables/{kept['id']}/replay")["frames"]) == 14
    assert kept["id"] in [each["id"] for each in me.get("/api/tables")["finished"]]
    early = me.post(
        "/api/tables", {"seats": [{"who": "me"}, {"who": "me"}], "start": {"table": kept["id"], "ply": 3}}
    )
    assert early["to_move"] == [0, 1]
    bad = game.record()
    bad["moves"][12] = "S3a1"
    refused = me.post("/api/records", {"record": bad}, 400)
    assert refused["place"] == "moves[12]"


def test_a_game_that_there_is_not_is_refused(person: New) -> None:
    me, record = person(), kabuto.new("yedo", players=2, seed=1).record()
    asked = {"game": "go", "seats": [{"who": "me"}, {"who": "me"}]}
    refused = me.post("/api/tables", asked, 400)
    assert refused["place"] == "game"
    assert "yedo" in refused["reason"]
    for path in ("/api/records", "/api/study"):
        assert me.post(path, {"record": {**record, "game": "go"}}, 400)["place"] == "game"


def test_hints_where_the_table_allows_them(person: New, opened: Open) -> None:
    me = person(language="de")
    plain = me.set_table("me", "random")
    assert me.post(f"/api/tables/{plain['id']}/hint", {"seat": 0}, 403)["error"] == "not_yours"
    table = me.set_table("me", "random", hints=True)
    path = f"/api/tables/{table['id']}/hint"
    assert me.post(path, {"seat": 1}, 403)["place"] == "seat"
    found = me.post(path, {"seat": 0})
    client = opened(me, table["id"])
    assert found["moves"][0]["move"] in client.own["legal"]  # type: ignore[index]
    assert found["moves"][0]["why"]
    assert len(found["chances"]) == 2


def test_whoever_left_and_plays_on_has_not_left(person: New, opened: Open) -> None:
    one, other = two(person, opened)
    one.person.post(f"/api/tables/{one.table}/leave")
    while not other.until("table")["table"]["seats"][0]["left"]:
        pass
    one.play(one.own["legal"][0], "/")  # type: ignore[index]
    other.until("played")
    assert not other.person.get(f"/api/tables/{one.table}")["seats"][0]["left"]
    assert other.ask("offer", what="replace", seat=0)["error"] == "not_now"
