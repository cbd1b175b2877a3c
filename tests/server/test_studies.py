"""Studies: saved, shared, copied; what can't be one is refused with its place, and nothing is lost."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.host.handlers.studies import MOST_NODES, clean_lines
from kabuto.players import make, play_out
from kabuto.protocol.errors import Refusal
from kabuto.server.runtime.clock import CHANCE, CLOCK
from kabuto.server.storage.sql_store import SqlStore
from kabuto.server.storage.study_rows import StudyRows

from .browsers import opened
from .persons import Person
from .test_store import place as place
from .test_store import using
from .test_study import record

People = Callable[..., Person]
VILLAGE = record(["B4o9", "/"])


def content(**changes: Any) -> dict[str, Any]:
    """A main line of two moves, and another first move."""
    nodes = [{}, {"move": "B4o9"}, {"parent": 1, "move": "/"}, {"parent": 0, "move": "S1o9", "comment": "or"}]
    return {"record": VILLAGE, "nodes": nodes, "title": "The village", **changes}


def chain(length: int) -> list[dict[str, Any]]:
    """A long list of nodes, whether their moves are legal or not."""
    return [{}, *({"parent": number, "move": "/"} for number in range(length))]


def finished(name: str) -> dict[str, Any]:
    """The record of a whole game."""
    game = kabuto.new(name, seed=3)
    play_out(game, [make("greedy", name, Random(seat)) for seat in range(game.players)])
    return game.record()


# Saving and reading.


def test_a_study_is_saved_listed_changed_and_deleted(person: People) -> None:
    me = person()
    made = me.post("/api/studies", {"study": content()})
    assert (made["title"], made["game"], made["moves"], made["version"]) == ("The village", "samurai", 3, 0)
    assert me.get("/api/studies")["studies"] == [made]
    path = f"/api/studies/{made['id']}"
    changed = me.post(path, {"study": content(title="Two tries"), "version": 0})
    assert (changed["title"], changed["version"]) == ("Two tries", 1)
    read = me.get(path)
    assert read["is_mine"]
    assert read["study"]["record"] == VILLAGE
    assert read["study"]["nodes"] == [*content()["nodes"][:3], {"move": "S1o9", "comment": "or"}]
    assert me.post(f"{path}/delete")["studies"] == []
    me.get(path, status=404)


def test_a_stranger_reads_and_copies_but_changes_nothing(person: People) -> None:
    me, stranger = person(), person()
    path = f"/api/studies/{me.post('/api/studies', {'study': content()})['id']}"
    read = stranger.get(path)
    assert (read["is_mine"], read["study"]["title"]) == (False, "The village")
    assert stranger.get("/api/studies")["studies"] == []
    refused = stranger.post(path, {"study": content(title="Mine"), "version": 0}, status=403)
    assert "You can copy it" in refused["reason"]
    stranger.post(f"{path}/delete", status=403)
    assert me.get(path)["study"]["title"] == "The village"
    copied = stranger.post("/api/studies", {"study": read["study"]})
    assert stranger.get(f"/api/studies/{copied['id']}")["is_mine"]
    me.post(f"/api/studies/{copied['id']}", {"study": content(), "version": 0}, status=403)


def test_of_two_tabs_the_second_is_told_that_the_first_has_saved(person: People) -> None:
    me = person()
    path = f"/api/studies/{me.post('/api/studies', {'study': content()})['id']}"
    first = {"study": content(title="First tab"), "version": 0}
    me.post(path, first)
    late = me.post(path, {"study": content(title="Second tab"), "version": 0}, status=409)
    assert late["error"] == "late"
    assert me.get(path)["study"]["title"] == "First tab"
    assert me.post(path, first)["version"] == 1, "the same version sent twice is saved once"


# What is refused.


@pytest.mark.parametrize(
    ("nodes", "place"),
    [
        ([{}, {"move": "B4p8"}], "nodes[1].move"),
        ([{}, {"move": "B4o9"}, {"move": "R2o9"}], "nodes[2].move"),
        ([{}, {"move": "B4o9"}, {"parent": 1, "move": "/"}, {"parent": 2, "move": "?"}], "nodes[3].move"),
        ([{"move": "B4o9"}], "nodes[0]"),
        ([{}, {"parent": 1, "move": "B4o9"}], "nodes[1].parent"),
        ([{}, {"parent": 2, "move": "B4o9"}, {"move": "S1o9"}], "nodes[1].parent"),
        ([{}, {"move": "B4o9"}, {"move": "B4o9"}], "nodes[2].move"),
    ],
)
def test_a_tree_that_the_rules_do_not_allow_is_refused_with_its_place(
    person: People, nodes: list[Any], place: str
) -> None:
    me = person()
    refused = me.post("/api/studies", {"study": content(nodes=nodes)}, status=400)
    assert refused["place"] == place
    assert refused["reason"]
    assert me.get("/api/studies")["studies"] == []


def test_a_study_of_ten_thousand_moves_is_refused_with_the_number_that_fits(person: People) -> None:
    me = person()
    refused = me.post("/api/studies", {"study": content(nodes=chain(10_000))}, status=413)
    assert refused["reason"].startswith(f"This study has 10000 moves. A study has room for {MOST_NODES}")
    huge = content(nodes=[{"comment": "x" * 4000}] * 200)
    assert "larger than 524288 bytes" in me.post("/api/studies", {"study": huge}, status=413)["reason"]


@pytest.mark.parametrize(
    "changes",
    [
        {"nodes": []},
        {"record": {}},
        {"seat": 2},
        {"format": 2},
        {"nodes": [{"shapes": [{"place": "o8", "kind": "<b>"}]}]},
        {"nodes": [{"comment": "x" * 4001}]},
        {"nodes": [{"move": 7}]},
        {"colour": "red"},
    ],
)
def test_what_is_no_study_is_refused(person: People, changes: dict[str, Any]) -> None:
    person().post("/api/studies", {"study": content(**changes)}, status=400)


def test_markup_in_comments_is_kept_as_the_text_it_is_without_what_nobody_sees(person: People) -> None:
    me = person()
    nodes = [{"comment": " <b>bold</b>\u202e \nsecond line\x07\t."}]
    made = me.post("/api/studies", {"study": content(nodes=nodes, title="<i>\nx")})
    read = me.get(f"/api/studies/{made['id']}")["study"]
    assert (read["nodes"][0]["comment"], read["title"]) == ("<b>bold</b>\nsecond line .", "<i> x")
    assert clean_lines("one\n\ntwo\n") == "one\n\ntwo"


def test_the_record_of_a_running_game_stays_where_it_is(person: People) -> None:
    me = person()
    table = me.set_table("me", "open")
    me.get(f"/api/tables/{table['id']}/record", status=409)


# Lines, the main line, hints.


@pytest.mark.parametrize("name", ["samurai", "yedo"])
def test_a_whole_game_is_walked_through_and_left_for_variations(person: People, name: str) -> None:
    me, whole = person(), finished(name)
    moves = whole["moves"]
    first = me.post(f"/api/study/line?wire={name}", {"record": whole, "moves": moves})
    assert (first["wire"], first["since"]) == (name, 0)
    assert first["moments"][0]["entry"] is None
    seen = len(first["moments"])
    last = me.post(f"/api/study/line?wire={name}", {"record": whole, "moves": moves, "since": len(moves)})
    (end,) = last["moments"]
    assert end["result"]["winners"] == whole["outcome"]["winners"]
    assert end["to_move"] == []
    assert [moment["entry"]["move"] for moment in first["moments"][1:]] == moves[: seen - 1]
    for ply in (0, len(moves) // 2, len(moves) - 1):  # whatever chance the record goes on to name
        then = {"record": whole, "moves": moves[:ply]}
        seat = me.post(f"/api/study/line?wire={name}", {**then, "since": ply})["moments"][0]["to_move"][0]
        legal = me.post(f"/api/study?wire={name}", {**then, "seat": seat})["own"]["legal"]
        assert moves[ply] in legal


def test_a_line_is_seen_from_a_seat_as_that_seat_knows_it(person: People) -> None:
    asked = {"record": VILLAGE, "moves": [], "seat": 1}
    (seen,) = person().post("/api/study/line?wire=samurai", asked)["moments"]
    assert [len(hand) if hand else hand for hand in seen["frame"]["hands"]] == [None, 1]
    person().post("/api/study/line", {**asked, "seat": 2}, status=400)
    person().post("/api/study/line", {**asked, "since": 1}, status=400)
    refused = person().post("/api/study/line", {"record": VILLAGE, "moves": ["B4o9", "B4o9"]}, status=400)
    assert refused["place"] == "moves[1]"


def test_the_main_line_is_a_record_like_any_other(person: People) -> None:
    me = person()
    nodes = [{}, {"move": "S1o9"}, {"parent": 1, "move": "/"}, {"move": "B4o9"}]
    made = me.post("/api/studies", {"study": content(nodes=nodes)})
    found = me.get(f"/api/studies/{made['id']}/record")
    assert found["moves"] == ["S1o9", "/"]
    assert kabuto.load(found).record() == found


def test_a_hint_is_given_at_the_end_of_a_line(person: People) -> None:
    me, whole = person(), finished("samurai")
    moves = whole["moves"]
    hint = me.post("/api/study/hint", {"record": whole, "moves": moves[:-3]})
    assert hint["ply"] == len(moves) - 3
    assert len(hint["chances"]) == 2
    assert hint["moves"][0]["move"]
    assert me.post("/api/study/hint", {"record": whole, "moves": moves}, status=400)["place"] == "moves"


# One's data.


async def test_studies_are_exported_and_leave_with_their_person(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        me = await (await place.browser()).called("Hanako")
        made = await me.post("/api/studies", {"study": content()})
        found = await me.get("/api/me/export")
        assert found["studies"][made["id"]]["title"] == "The village"
        await me.post("/api/me/delete", {"name": "Hanako"})
        assert await place.rows("SELECT * FROM studies") == []


async def test_a_damaged_study_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        me = await place.browser()
        made = await me.post("/api/studies", {"study": content()})

        async def harm(database: Any) -> None:
            await database.execute("UPDATE studies SET body = ?", b"{}")

        await place.services.store.write(harm)
        assert "damaged" in (await me.get(f"/api/studies/{made['id']}", 500))["reason"]


# Both stores.


@asynccontextmanager
async def shelf(place: str, most: int = 9) -> AsyncIterator[tuple[SqlStore, StudyRows]]:
    async with using(place) as store:
        yield store, StudyRows(store, CLOCK, CHANCE, most)


async def test_both_stores_keep_studies_and_refuse_what_is_late_or_too_much(place: str) -> None:
    async with shelf(place, most=2) as (_, studies):
        first = await studies.add("me", ("one", "samurai", 1), b"body")
        await studies.add("me", ("two", "samurai", 1), b"other")
        with pytest.raises(Refusal, match="You have 2 studies"):
            await studies.add("me", ("three", "samurai", 1), b"more")
        await studies.change(first.id, "me", 0, ("new", "samurai", 2), b"changed")
        await studies.change(first.id, "me", 0, ("new", "samurai", 2), b"changed")  # the answer was lost
        with pytest.raises(Refusal) as late:
            await studies.change(first.id, "me", 0, ("late", "samurai", 2), b"late")
        assert late.value.error == "late"
        with pytest.raises(Refusal):
            await studies.change(first.id, "you", 1, ("stolen", "samurai", 2), b"stolen")
        with pytest.raises(Refusal):
            await studies.remove(first.id, "you")
    async with shelf(place) as (_, studies):  # opened again
        saved, body = await studies.read(first.id)
        assert (saved.title, saved.version, body) == ("new", 1, b"changed")
        assert {each.title for each in await studies.of("me")} == {"new", "two"}
        assert await studies.bodies("you") == {}
        await studies.remove(first.id, "me")
        with pytest.raises(Refusal):
            await studies.read(first.id)
        with pytest.raises(Refusal):
            await studies.read("\x00")
