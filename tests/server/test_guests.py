"""Pages think where the host wants it: it gives the question back, and computes nothing."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert
from msgspec.json import decode

from kabuto.folder import guests
from kabuto.host.call import Call
from kabuto.host.handlers.thinking import evaluation, hint, look_back
from kabuto.host.thinking import Tasks
from kabuto.protocol.errors import Refusal
from kabuto.protocol.study import AskHint, AskTurns, Evaluation, Hint
from kabuto.server.services import Services
from kabuto.server.workers.guest_questions import written
from kabuto.table import Refused, manifests

from .inside import house, set_table

CHANCES = [{"mean": 0.5, "low": 0.4, "high": 0.6}] * 2


class Found(Tasks):
    """What is found, without the time that it takes."""

    def analyse(self, game: str, view: Any, seconds: float, language: str) -> Any:
        """The same for every position."""
        moves = [
            {"move": str(move), "results": CHANCES, "why": [], "line": []} for move in view.legal_moves()[:1]
        ]
        return {"ply": view.ply, "chances": CHANCES, "moves": moves}


def _idle(rooms: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody(*_: Any) -> Any:
        raise AssertionError("the host thinks")

    for what in ("analyse", "advise"):
        monkeypatch.setattr(rooms.workers, what, nobody)


async def test_a_page_that_can_think_is_given_the_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path / "data", guests_think=True) as rooms:
        _idle(rooms, monkeypatch)
        table = await set_table(rooms, "anna", "bert", hints=True)
        async with rooms.host.tables.visit(table) as room:
            seat = room.table.to_move[0]
            view = room.table.sees(seat)
            person = room.table.seats[seat].person

        async def ask(person: str, **query: str) -> Hint:
            return await hint(rooms.host, Call(person=person, table=table, query=query), AskHint(seat=seat))

        found = await ask(person, thinks="1")
        assert (found.moves, found.chances) == ([], [])
        what, (game, seen, language) = guests.opened(found.question)
        assert (what, game, language) == ("hint", "samurai", "en")
        assert seen.to_json() == view.to_json(), "what the seat knows, and nothing else"
        answer = convert(decode(guests.answer(Found(), found.question)), Hint)
        assert answer.moves[0].move == str(view.legal_moves()[0])
        assert answer.moves[0].text
        assert not answer.question

        with pytest.raises(Refusal):
            await ask("carl", thinks="1")
        with pytest.raises(AssertionError, match="the host thinks"):
            await ask(person)  # a page that can't

        call = Call(person="carl", table=table, query={"thinks": "1"})
        watched = await evaluation(rooms.host, call)
        assert guests.opened(watched.question)[1][1].seat is None
        assert convert(decode(guests.answer(Found(), watched.question)), Evaluation).ply == watched.ply


def test_nothing_is_left_to_a_page_that_cannot_think(monkeypatch: pytest.MonkeyPatch) -> None:
    call = Call(person="anna", query={"thinks": "1"})
    assert written(call, "hint", "samurai", None)
    assert not written(Call(person="anna"), "hint", "samurai", None)
    without = replace(manifests.manifest("samurai"), in_pages=())
    monkeypatch.setattr(manifests, "manifest", lambda game: without)
    assert not written(call, "hint", "samurai", None)


async def test_a_host_thinks_itself_unless_it_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path / "data") as rooms:
        _idle(rooms, monkeypatch)
        table = await set_table(rooms, "anna", "bert", hints=True)
        with pytest.raises(AssertionError, match="the host thinks"):
            await evaluation(rooms.host, Call(person="carl", table=table, query={"thinks": "1"}))


async def test_a_game_without_moves_is_refused_as_ever(tmp_path: Path) -> None:
    async with house(tmp_path / "data", guests_think=True) as rooms:
        table = await set_table(rooms, "anna", "bert")
        call = Call(person="anna", table=table, query={"thinks": "1"})
        with pytest.raises(Refused):
            await look_back(rooms.host, call, AskTurns(turns=[]))


def test_a_question_of_another_version_is_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    call = Call(person="anna", query={"thinks": "1"})
    asked = written(call, "hint", "samurai", None)
    monkeypatch.setattr(guests, "__version__", "0.0.1")
    with pytest.raises(ValueError, match="asked by version"):
        guests.answer(Tasks(), asked)
