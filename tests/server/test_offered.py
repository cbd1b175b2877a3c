"""Q3: a host offers a class of its own by a name; over the network nobody can name anything else."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import kabuto
from kabuto import players
from kabuto.agents.mcp import Tools
from kabuto.agents.tool import answer
from kabuto.cli import main
from kabuto.players import waiting
from kabuto.protocol.errors import Refusal
from kabuto.protocol.http import Myself, NewTable, Program
from kabuto.protocol.socket import MakeOffer
from kabuto.server.workers import pool
from kabuto.server.workers.requests import ENCODER, Play, seen
from kabuto.table import BadOption, Refused
from kabuto.tabletop.table_events import Created

from . import inside

SPY = """
from pathlib import Path
Path(__file__).with_suffix(".seen").touch()

class Spy:
    def choose(self, view): return view.legal_moves()[0]
"""
CLASS = "python:spy:Spy"


@pytest.fixture
def spy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """What is there as soon as the module ``spy`` has been imported by anybody."""
    (tmp_path / "spy.py").write_text(SPY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(players, "_OFFERED", {})
    yield tmp_path / "spy.seen"
    waiting.end_all()


async def test_q3_a_class_that_the_host_offers_plays_at_a_table(spy: Path, tmp_path: Path) -> None:
    players.offer("careful", CLASS)
    spy.unlink()

    async with inside.house(tmp_path / "data") as home:
        name = await home.host.creation.set_table("me", "me", NewTable([Program("careful"), Myself("me")]))
        async with home.host.tables.visit(name) as room:
            async with asyncio.timeout(60):
                await inside.settled(room)
            assert room.table.to_move == [1]
        assert "kabuto_program_failures_total 0.0\n" in home.metrics.text()
    assert spy.exists()


@pytest.mark.parametrize(
    ("name", "player", "reason"),
    [
        ("level3", CLASS, "offer a program under a name"),
        ("random", CLASS, "offer a program under a name"),
        ("Spy!", CLASS, "offer a program under a name"),
        ("", CLASS, "offer a program under a name"),
        ("spy", "greedy", "a class or a program can be offered"),
        ("spy", "python:spy:Nobody", "the module spy has no Nobody"),
        ("spy", "python:nobody:Spy", "there is no module nobody"),
        ("spy", "program:./nobody", "there is no program './nobody'"),
    ],
)
def test_q3_what_cannot_be_offered_is_refused_at_the_start(
    spy: Path, name: str, player: str, reason: str
) -> None:
    with pytest.raises(BadOption, match=reason):
        players.offer(name, player)
    assert players.offered() == {}


def test_q3_the_command_names_what_is_wrong_with_an_offer(
    spy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--program", "spy=python:spy:Nobody"]) == 2
    assert "--program: spy:Nobody: the module spy has no Nobody" in capsys.readouterr().err
    assert main(["serve", "--program", CLASS]) == 2
    assert "--program: offer a program under a name of" in capsys.readouterr().err


NAMES = [CLASS, "spy:Spy", "program:python3 spy.py", "./spy.py"]


@pytest.mark.parametrize("name", NAMES)
async def test_q3_nothing_that_comes_over_the_network_causes_an_import(
    spy: Path, tmp_path: Path, name: str
) -> None:
    game = kabuto.new("samurai", seed=1)

    async with inside.house(tmp_path / "data") as home:
        with pytest.raises(Refusal, match="There is no program"):
            await home.host.creation.set_table("me", "me", NewTable([Program(name), Myself("me")]))
        table = await inside.set_table(home, "me", "you")
        async with home.host.tables.visit(table) as room:
            one = inside.Listener("me")
            await room.enter(one.client, None)
            await room.hear(one.client, MakeOffer("a", "replace", 1, program=name))
            assert "There is no program" in str(one.heard("refused")[-1]["reason"])
        stored = await home.host.creation.create(  # as no message can: somebody has written it into the store
            Created("me", "samurai", {"players": 2}, [Program(name), Myself("me")], ["", ""])
        )
        async with home.host.tables.visit(stored) as room, asyncio.timeout(60):
            await inside.settled(room)
    with pytest.raises(ValueError, match="no program"):
        pool._Tasks().answer(ENCODER.encode(Play(name, 0, "1", seen(game.view(0), 1))))
    hint = json.dumps({"ask": "hint", "record": game.record(), "player": name})
    assert not answer(hint, "en")["ok"]
    with pytest.raises(Refused):
        Tools("en").new_table(opponents=[name])
    for place in ("seats", "players", "programs", "entrants", "player"):
        with pytest.raises(kabuto.BadRecord):
            kabuto.load({**game.record(), place: [name, "random"]})
    for option in game.options:
        with pytest.raises(kabuto.BadRecord):
            kabuto.load({**game.record(), "options": {**game.options, option: name}})
    assert not spy.exists()
