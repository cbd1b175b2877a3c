"""``kabuto mcp``: a model sits down, plays, asks why, and sees what its seat may know."""

import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from mcp import Client

import kabuto
from kabuto.agents.hosted_game import HostedGame
from kabuto.agents.mcp import MOST_TABLES, TOOLS, Tools, server
from kabuto.agents.queries import TOPICS
from kabuto.table import BadOption, IllegalMove
from tests.support.loops import run
from tests.test_laws import PERMUTE

from .conftest import Kabuto

ROOT = Path(__file__).parents[2]
CASES: dict[str, dict[str, Any]] = {"samurai": {"players": 3}, "yedo": {"players": 2}}
Use = Callable[..., Awaitable[Any]]


def talk(conversation: Callable[[Use], Awaitable[None]], tools: Tools | None = None) -> None:
    """Let a client talk to a server: ``await use("look", table="table1")``; an error is a text."""

    async def talking() -> None:
        async with Client(server(tools or Tools("en", 1))) as client:

            async def use(tool: str, **given: Any) -> Any:
                result = await client.call_tool(tool, given)
                text: Any = result.content[0]
                return (
                    text.text
                    if result.is_error or not result.structured_content
                    else result.structured_content
                )

            await conversation(use)

    run(talking())


@pytest.mark.parametrize("name", CASES)
def test_a_model_plays_a_game_to_its_end_and_then_gets_the_record(name: str) -> None:
    async def conversation(use: Use) -> None:
        state = await use("new_table", game=name, options=CASES[name], seat=1, opponents=["random"])
        assert (state["table"], state["your_seat"], state["who"][1]) == ("table1", 1, "you")
        chance, told = Random(1), len(state["happened"])
        for _ in range(400):
            if state["outcome"]:
                break
            assert state["to_move"] == 1
            assert "when the game is over" in await use("record", table="table1")
            moves = (await use("legal_moves", table="table1"))["moves"]
            state = await use("play", table="table1", moves=[chance.choice(moves)["move"]])
            assert state["refused"] is None
            told += len(state["happened"])
        record = await use("record", table="table1")
        assert len(record["moves"]) == told
        game = kabuto.load(record)
        assert game.outcome
        assert state["outcome"]["winners"] == list(game.outcome.winners)

    talk(conversation)


def test_the_tools_tell_what_they_are_for() -> None:
    async def listing() -> None:
        async with Client(server(Tools("en"))) as client:
            listed = (await client.list_tools()).tools
            assert [tool.name for tool in listed] == [tool.__name__ for tool in TOOLS]
            assert all(tool.description and "  " not in tool.description for tool in listed)
            changing = [t.name for t in listed if not (t.annotations and t.annotations.read_only_hint)]
            assert changing == ["new_table", "play"]

    run(listing())


def test_moves_are_looked_up_explained_and_refused_with_a_reason() -> None:
    async def conversation(use: Use) -> None:
        await use("new_table")
        assert len(await use("play", table="table1", moves=["x" * 100_000])) < 400
        assert "your hand" in await use("look", table="table1")
        view = await use("view", table="table1")
        code = next(code for code in view["hand"] if code not in "XT")
        legal = await use("legal_moves", table="table1", begin=code, most=1)
        assert legal["number"] > len(legal["moves"]) == 1
        assert legal["moves"][0]["why"]
        assert (await use("why_not", table="table1", move=legal["moves"][0]["move"]))["legal"]
        assert "no space z99" in await use("play", table="table1", moves=["S3z99"])
        assert "Samurai in brief" in await use("explain", table="table1", about="rules")
        assert "Edo" in await use("explain", table="table1", about="o14")
        hint = await use("hint", table="table1")
        assert (await use("why_not", table="table1", move=hint["move"]))["legal"]

    talk(conversation)


def test_what_is_wrong_is_an_error_and_the_server_goes_on() -> None:
    async def conversation(use: Use) -> None:
        assert "new_table" in await use("look", table="table1")
        assert "there is no game 'go'" in await use("new_table", game="go")
        assert "players is 2, 3 or 4" in await use("new_table", options={"players": 9})
        assert "from 0 to 1" in await use("new_table", seat=2)
        assert "opponents" in await use("new_table", opponents=["random", "random"])
        assert "seed" in await use("new_table", options={"seed": 1})
        assert "Input should be" in await use("play", table="table1", moves="S3n13")
        assert (await use("new_table"))["table"] == "table1"
        assert "one of table1" in await use("look", table="table2")

    talk(conversation)


def test_q6_opponents_may_be_a_text() -> None:
    async def conversation(use: Use) -> None:
        for opponents in ("random", "level1, random", ["level1", "random"]):
            found = await use("new_table", options={"players": 3}, opponents=opponents)
            assert len(found["who"]) == 3
        assert "there is no player nobody" in await use("new_table", opponents="nobody")
        assert "opponents" in await use("new_table", opponents="random,random")

    talk(conversation)


def test_an_opponent_is_never_a_program_that_the_model_names(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="there is no player"):
        Tools("en").new_table(opponents=[f"program:touch {tmp_path}/started"])
    assert not list(tmp_path.iterdir())


def table(name: str, seat: int = 0) -> HostedGame:
    return HostedGame(name, CASES[name], seat, ["random"], language="en", seed=4)


def test_moves_are_played_up_to_the_first_that_is_refused_and_stay() -> None:
    guest = table("samurai")
    first, second = str(guest.game.legal_moves()[0]), "S3a99"
    state = guest.play([first, second, "/"])
    assert (state["played"], state["refused"]["move"]) == ([first], second)
    assert [str(move) for move in guest.game.moves] == [first]
    with pytest.raises(IllegalMove):
        guest.play([second])
    with pytest.raises(IllegalMove, match="give at least one move"):
        guest.play([])
    assert guest.game.ply == 1


def test_chance_is_the_tables_own() -> None:
    one, two = (HostedGame("samurai", {}, 0, ["random"], language="en") for _ in range(2))
    assert one.game.record() != two.game.record()
    assert table("samurai").game.record() == table("samurai").game.record()
    tools = Tools("en", 1)
    tools.new_table()
    tools.new_table()
    assert tools.view("table1") != tools.view("table2")


@pytest.mark.parametrize("name", CASES)
def test_a_model_is_told_nothing_that_its_seat_may_not_know(name: str) -> None:
    changed = 0
    for turns in (0, 4, 12):
        tools = Tools("en", turns)
        tools.new_table(name, CASES[name], opponents=["random"])
        guest, chance = tools._tables["table1"], Random(turns)
        for _ in range(turns):
            if guest.game.outcome is None:
                tools.play("table1", [str(chance.choice(guest.game.legal_moves()))])
        before = told(tools)
        guest.game, truth = PERMUTE[name](guest.game, guest.seat, Random(1)), guest.game.record()
        changed += guest.game.record() != truth
        assert told(tools) == before
    assert changed, "a leak would not have been seen"


def told(tools: Tools) -> list[str]:
    """Everything that a model can ask without changing the game."""
    guest = tools._tables["table1"]
    guest._told = 0
    found: list[Any] = [tools.look("table1"), tools.view("table1"), tools.legal_moves("table1")]
    found += [tools.explain("table1", topic) for topic in TOPICS]
    found += [tools.why_not("table1", str(guest.game.legal_moves()[0])), tools.hint("table1"), guest.state()]
    return [json.dumps(each) for each in found]


def test_the_tables_have_an_end() -> None:
    tools = Tools("en", 1)
    tools._tables = {str(number): table("samurai") for number in range(MOST_TABLES)}
    with pytest.raises(BadOption, match=f"{MOST_TABLES} tables"):
        tools.new_table()


def test_without_the_package_the_extra_is_named(kabuto: Kabuto, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    printed = kabuto("mcp")
    assert printed.code == 2
    assert "pip install 'kabuto[mcp]'" in printed.err


def test_the_example_talks_to_the_command_over_its_streams() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", ROOT / "examples" / "mcp_game.py"],
        capture_output=True,
        text=True,
        timeout=250,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("moves in the record\n")


def test_the_page_lists_every_tool() -> None:
    page = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
    assert all(f"| `{tool.__name__}" in page for tool in TOOLS)
