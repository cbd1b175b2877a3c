"""How a running game stands: for those who watch, where hints are allowed, and from what they see."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kabuto.host.backend import Job
from kabuto.host.call import Call
from kabuto.protocol.errors import Refusal

from .inside import house, set_table
from .persons import Person

People = Callable[..., Person]


def test_a_spectator_is_told_who_is_ahead(person: People) -> None:
    host, spectator = person(), person()
    table = host.set_table("me", "me", game="yedo", hints=True)
    found = spectator.post(f"/api/tables/{table['id']}/evaluation")
    assert found["ply"] == 0
    assert abs(sum(chance["mean"] for chance in found["chances"]) - 1) < 0.01
    assert "You play" in host.post(f"/api/tables/{table['id']}/evaluation", status=403)["reason"]


@pytest.mark.parametrize("visibility", ["public", "link"])
def test_nobody_is_told_where_hints_are_not_allowed(person: People, visibility: str) -> None:
    host, spectator = person(), person()
    table = host.set_table("me", "me", visibility=visibility)
    assert "Hints are off" in spectator.post(f"/api/tables/{table['id']}/evaluation", status=403)["reason"]
    waiting = host.set_table("me", "open", hints=True)
    spectator.post(f"/api/tables/{waiting['id']}/evaluation", status=409)
    spectator.post("/api/tables/nothing/evaluation", status=404)


async def test_it_comes_from_what_a_spectator_sees_and_is_worked_out_once(tmp_path: Path) -> None:
    async with house(tmp_path / "data") as rooms:
        table = await set_table(rooms, "anna", "bert", hints=True)
        seen: list[Any] = []

        async def analyse(job: Job, game: str, view: Any, language: str) -> Any:
            seen.append(view)
            return {"chances": [{"mean": 0.5, "low": 0.4, "high": 0.6}] * 2}

        rooms.workers.analyse = analyse  # type: ignore[method-assign]
        for person in ("carl", "dora"):
            found = await rooms.host.evaluations.now(Call(person=person, table=table))
            assert len(found.chances) == 2
        assert [view.seat for view in seen] == [None]
        async with rooms.host.tables.visit(table) as room:
            assert seen[0].to_json() == room.table.sees(None).to_json()
        for person in ("anna", "bert"):
            with pytest.raises(Refusal):
                await rooms.host.evaluations.now(Call(person=person, table=table))
