"""Puzzles at the server: what a page needs to solve them alone, and those found in one's own games."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kabuto
from kabuto.host.backend import Job
from kabuto.host.call import Payer
from kabuto.host.thinking import Tasks
from kabuto.protocol.errors import Refusal
from kabuto.samurai.puzzles import shipped
from kabuto.tabletop.changes import changes
from tests.samurai.analysis.test_puzzles import record
from tests.samurai.test_shipped_puzzles import puzzle

from .inside import house, set_table
from .persons import Person, Server, running

People = Callable[..., Person]
FINISHED = record("S1o13", "/")
"""A game whose first turn should have taken the village."""
STUB = """
from kabuto.server.workers.pool import Workers
async def look(self, bill, record, plies):
    return [{puzzle!r}] if record["moves"] == {moves!r} and 0 in plies else []
Workers.puzzles = look
"""
"""Workers who know the one puzzle: finding it takes a while."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows which puzzles there are."""
    stub = STUB.format(puzzle=puzzle().to_json(), moves=FINISHED["moves"])
    with running(tmp_path_factory.mktemp("finding") / "data", before=stub) as server:
        yield server


def changed(value: Any, path: list[str], *change: Any) -> Any:
    """A JSON value with one change, as a page makes it."""
    if not path:
        kept, added = change[0], change[1:]
        if not added:
            return kept
        return [item for a, b in zip(kept[::2], kept[1::2], strict=True) for item in value[a:b]] + added[0]
    key, *rest = path
    if not rest and not change:
        return {other: value[other] for other in value if other != key}
    return {**value, key: changed(value.get(key), rest, *change)}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"a": 1, "b": {"c": 2}}, {"a": 1, "b": {"d": None}}),
        ({"a": [1, 2, 3, 4]}, {"a": [1, 3, 4, 5, 5]}),
        ({"a": [1, 1]}, {"a": []}),
        ({"a": [[0, 1]]}, {"a": {"0": 1}}),
        ({"a": []}, {"a": [{"x": []}]}),
    ],
)
def test_changes_make_one_value_of_another(old: Any, new: Any) -> None:
    value = old
    for path, *change in changes(old, new):
        value = changed(value, path, *change)
    assert value == new


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_a_page_is_sent_what_the_server_would_answer(person: People, moves: int) -> None:
    me = person(language="de")
    chosen = next(each for _, each in sorted(shipped().items()) if len(each.solution) == moves)
    sent = me.get(f"/api/puzzle?game=samurai&wire=samurai&id={chosen.id}")
    reached = {tuple(each["moves"]): each["changes"] for each in sent["reached"]}
    assert tuple(chosen.solution) in reached
    first = [(move,) for move in sent["studied"]["own"]["legal"] if move != "/"]
    assert set(first) <= reached.keys() or len(reached) >= 400
    for turn in [(), *sorted(reached)[:: max(1, len(reached) // 10)], tuple(chosen.solution)]:
        asked = {**chosen.record, "moves": [*chosen.record["moves"], *turn]}
        state = sent["studied"]
        for path, *change in reached.get(turn, []):
            state = changed(state, path, *change)
        assert state == me.post("/api/study?wire=samurai", {"record": asked, "seat": chosen.seat}), turn
    told = me.post("/api/puzzle", {"game": "samurai", "id": chosen.id, "moves": chosen.solution})
    assert told == {**sent["answer"], "is_solved": True, "why": told["why_solution"]}


def found(me: Person, table: str) -> dict[str, Any]:
    """The puzzles of a table, once the server has looked for them."""
    while True:
        answer: dict[str, Any] = me.post(f"/api/tables/{table}/puzzles")
        if answer["progress"] is None:
            return answer
        assert answer["puzzles"] is None
        assert 0 <= answer["progress"] <= 1


def test_a_worker_finds_the_puzzles_of_some_moves_of_a_game() -> None:
    (found,) = Tasks().puzzles(FINISHED, range(2))
    assert (found["solution"], found["seat"], found["record"]["moves"]) == (["B4o9"], 0, [])
    assert Tasks().puzzles(FINISHED, range(1, 2)) == []


def test_ones_own_game_yields_puzzles_that_others_can_solve_too(person: People) -> None:
    me, other = person(), person(language="de")
    table = me.post("/api/records", {"record": FINISHED})
    assert table["puzzles"] is None
    assert me.get(f"/api/tables/{table['id']}/puzzles") == {"progress": None, "puzzles": None}
    (one,) = found(me, table["id"])["puzzles"]
    (mine,) = [each for each in me.get("/api/tables")["finished"] if each["id"] == table["id"]]
    assert (mine["puzzles"], mine["updated"]) == (1, table["updated"])
    query = f"game=samurai&wire=samurai&id={one['id']}"
    asked = {"game": "samurai", "id": one["id"], "table": table["id"]}
    assert other.get(f"/api/puzzle?{query}&table={table['id']}")["seat"] == 0
    assert other.post("/api/puzzle", {**asked, "moves": ["B4o9"]})["is_solved"] is True
    assert other.post("/api/puzzle", {**asked, "moves": ["S1o9"]})["is_solved"] is False
    other.get(f"/api/puzzle?{query}", status=404)  # it did not come with the game
    other.get(f"/api/puzzle?{query.replace('samurai', 'yedo', 1)}&table={table['id']}", status=404)
    other.post("/api/puzzle", {**asked, "id": "nothing", "moves": []}, status=404)
    other.post("/api/puzzle", {**asked, "table": "nothing", "moves": []}, status=404)


def test_a_game_without_puzzles_says_so_and_is_not_searched_again(person: People) -> None:
    me = person()
    table = me.post("/api/records", {"record": record("B4o9", "/", hands=[["B4", "S3"], ["R2"]])})
    assert found(me, table["id"]) == {"progress": None, "puzzles": []}
    assert me.post(f"/api/tables/{table['id']}/puzzles") == {"progress": None, "puzzles": []}
    empty = me.post("/api/records", {"record": record()})
    assert found(me, empty["id"])["puzzles"] == []


def test_there_are_no_puzzles_in_running_games_and_in_games_that_have_none(person: People) -> None:
    me = person()
    table = me.set_table("me", "open")
    assert "still running" in me.post(f"/api/tables/{table['id']}/puzzles", status=409)["reason"]
    kept = me.post("/api/records", {"record": kabuto.new("yedo", seed=1).record()})
    me.post(f"/api/tables/{kept['id']}/puzzles", status=404)
    me.post("/api/tables/nothing/puzzles", status=404)


async def test_each_person_has_one_game_searched_and_is_told_if_that_fails(tmp_path: Path) -> None:
    async with house(tmp_path / "data") as rooms:
        name = await set_table(rooms, "anna", "bert")
        gate: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()

        async def look(job: Job, record: Any, plies: range) -> list[Any]:
            return await asyncio.shield(gate)

        rooms.workers.puzzles = look  # type: ignore[method-assign]
        search, game = rooms.host.puzzle_search, {"game": "samurai", "moves": ["/"] * 20}
        anna = Payer("anna", "here")
        search.start(anna, name, game)
        assert search.progress(name) == 0
        with pytest.raises(Refusal, match="still looking"):
            search.start(anna, "another", game)
        gate.set_exception(Refusal("busy", "no time"))
        while search.is_running(name):
            await asyncio.sleep(0)
        with pytest.raises(Refusal, match="no time"):
            search.progress(name)
        assert search.progress(name) is None
