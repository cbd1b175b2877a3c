"""A game of another package, with the contract alone, is taken everywhere; no line of Kabuto names it.

Everything runs in processes of its own: this one knows nothing of the game.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kabuto
from kabuto.table import deals
from tests.server.persons import Person, running
from tests.support.third import EXAMPLE, OUTSIDE, environment

PACKAGE = Path(kabuto.__file__).parent


class Third:
    """A machine on which the third game is installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = environment(folder / "site")

    def run(self, *command: str, code: int = 0, typed: str = "") -> str:
        """What a command prints."""
        done = subprocess.run(
            command, env=self.env, cwd=self.folder, input=typed, capture_output=True, text=True, timeout=240
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def kabuto(self, *argv: str, code: int = 0, typed: str = "") -> str:
        """What a command of kabuto prints."""
        return self.run(sys.executable, "-m", "kabuto", *argv, code=code, typed=typed)

    def python(self, script: str) -> str:
        """What a script prints; warnings are errors, as in every test."""
        return self.run(sys.executable, "-W", "error", "-c", script)

    def games(self, number: int) -> Path:
        """A file with the records of some games."""
        path = self.folder / "games.jsonl"
        self.kabuto("simulate", "kaiawase", "--games", str(number), "--seed", "1", "--out", str(path))
        return path


@pytest.fixture
def third(tmp_path: Path) -> Third:
    return Third(tmp_path)


def test_no_line_of_kabuto_names_it() -> None:
    for kind in ("*.py", "*.toml", "*.json"):
        named = [
            path for path in PACKAGE.rglob(kind) if "kaiawase" in path.read_text(encoding="utf-8").lower()
        ]
        assert not named
    assert "kaiawase" not in kabuto.games()


def test_its_own_tests_pass(third: Third) -> None:
    third.run(
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(EXAMPLE),
        str(EXAMPLE),
    )


def test_games_lists_it(third: Third) -> None:
    said = third.kabuto("games")
    for part in ("kaiawase", "--hand", "samurai", "yedo"):
        assert part in said


def test_play(third: Third) -> None:
    said = third.kabuto(
        "play", "kaiawase", "--seed", "3", typed="moves\nhelp\nnonsense\n" + "hint\n" + "quit\n"
    )
    assert "mat:" in said
    watched = third.kabuto("play", "kaiawase", "--watch", "--seed", "3")
    assert "pairs" in watched


def test_simulate(third: Third) -> None:
    path = third.games(4)
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert [record["game"] for record in records] == ["kaiawase"] * 4
    assert all(record["outcome"]["winners"] for record in records)
    two = third.kabuto(
        "simulate", "kaiawase", "--games", "4", "--seed", "1", "--jobs", "2", "--out", "again.jsonl"
    )
    assert "seed 1" in two
    assert (third.folder / "again.jsonl").read_text() == path.read_text()


def test_arena_with_random_and_an_outside_program(third: Third) -> None:
    (third.folder / "outside.py").write_text(OUTSIDE)
    program = f"program:{sys.executable} outside.py"
    said = third.kabuto("arena", "kaiawase", "--entrants", f"random,{program}", "--games", "4", "--seed", "1")
    assert "random" in said
    lines = next(third.folder.glob("arena-kaiawase-*.jsonl")).read_text().splitlines()
    played = [json.loads(line) for line in lines[1:]]
    assert len(played) == 4
    assert [(game["moves"], game["forfeit"]) for game in played] == [(8, None)] * 4


def test_replay_and_check(third: Third) -> None:
    path = third.games(2)
    assert "2 correct" in third.kabuto("check", str(path))
    assert "  8. " in third.kabuto("replay", str(path), "--game", "1", typed="last\nlog\nquit\n")
    damaged = path.read_text().replace('"mat": ["', '"mat": ["shark", "', 1)
    path.write_text(damaged)
    assert "'shark' is not a scene" in third.kabuto("check", str(path), code=2)


def test_export(third: Third) -> None:
    third.games(2)
    third.kabuto("export", "games.jsonl", "--out", "table.jsonl")
    rows = [json.loads(line) for line in (third.folder / "table.jsonl").read_text().splitlines()]
    assert len(rows) == 16
    assert {row["option_hand"] for row in rows} == {4}


def test_tool(third: Third) -> None:
    def ask(*questions: dict[str, Any]) -> list[dict[str, Any]]:
        lines = "".join(json.dumps(question) + "\n" for question in questions)
        return [json.loads(line) for line in third.kabuto("tool", typed=lines).splitlines()]

    listed, state = ask({"ask": "games"}, {"ask": "new", "game": "kaiawase", "seed": 5})
    assert "kaiawase" in listed["games"]
    legal, refused = ask(
        {"ask": "legal", "record": state["record"]},
        {"ask": "play", "record": state["record"], "move": "shark"},
    )
    assert "'shark' is not a scene" in refused["error"]["reason"]
    (played,) = ask({"ask": "play", "record": state["record"], "move": legal["moves"][0]["move"]})
    assert played["to_move"] == 1


def test_mcp(third: Third) -> None:
    third.python("""
import anyio
from mcp import Client
from kabuto.agents.mcp import Tools, server

async def talk():
    async with Client(server(Tools("en", 1))) as client:
        async def use(tool, **given):
            result = await client.call_tool(tool, given)
            assert not result.is_error, result.content[0].text
            return result.structured_content
        state = await use("new_table", game="kaiawase", options={"players": 3}, seat=1, opponents=["random"])
        while not state["outcome"]:
            legal = await use("legal_moves", table="table1")
            state = await use("play", table="table1", moves=[legal["moves"][0]["move"]])
        assert (await use("record", table="table1"))["game"] == "kaiawase"

anyio.run(talk)
""")


def test_laws(third: Third) -> None:
    said = json.loads(third.kabuto("laws", "kaiawase", "--seed", "1", "--games", "2", "--json"))
    assert [law["kept"] for law in said["laws"]] == [True] * 8
    assert said["cases"] == [{}, {"players": 3}, {"players": 4}, {"hand": 3}]


def test_server(third: Third) -> None:
    with running(third.folder / "data", env=third.env) as server:
        me = Person(server)
        (game,) = (each for each in me.get("/api/games")["games"] if each["name"] == "kaiawase")
        assert (game["title"], game["players"], game["wires"]) == ("Kaiawase", [2, 3, 4], ["plain"])
        assert [option["name"] for option in game["options"]] == ["hand"]
        part = "a1" * 32
        table = me.set_table(
            "me", "random", "random", game="kaiawase", options={"hand": 3}, seal=deals.seal(part)
        )
        client = me.open(table["id"])
        assert client.receive()["deal"]["is_due"]
        assert client.ask("open", seat=0, part=part)["type"] == "accepted"
        state = client.until("state")
        assert state["wire"] == "plain"
        while not state["result"]:
            moves = client.own and client.own["private"]["moves"]
            if moves:
                assert client.move(moves[0]["move"])["type"] == "accepted"
            state = client.until("played")
        assert len(client.log) == 9
        assert state["result"]["details"]["steps"]
        replay = me.get(f"/api/tables/{table['id']}/replay")
        assert (replay["wire"], len(replay["frames"])) == ("plain", 10)
        assert me.post(f"/api/tables/{table['id']}/hint", {"seat": 0, "ply": 0}, 409)["error"] == "not_now"
        for what in ("deal", "record"):
            content = json.dumps(me.get(f"/api/tables/{table['id']}/{what}"))
            (third.folder / f"game.{what}").write_text(content, encoding="utf-8")
        said = third.kabuto("check", "--deal", "game.deal", "game.record")
        assert "every deal and draw follows from the proof; 1 player seed was added" in said
        client.close()
        me.close()


def test_pettingzoo(third: Third) -> None:
    third.python("""
import warnings
import numpy as np
from pettingzoo.test import api_test, seed_test
from kabuto.envs.pettingzoo import kaiawase_v0

with warnings.catch_warnings():
    warnings.simplefilter("ignore", UserWarning)  # PettingZoo would like observations without a mask better
    for players in (2, 3, 4):
        api_test(kaiawase_v0.env(players=players), num_cycles=100)
seed_test(kaiawase_v0.env)
env = kaiawase_v0.env(render_mode="ansi")
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, over, _, _ = env.last()
    assert "mat:" in env.render()
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
""")


def test_gymnasium(third: Third) -> None:
    third.python("""
import contextlib, io
import gymnasium
import kabuto.envs.gymnasium
from gymnasium.utils.env_checker import check_env

env = gymnasium.make("kabuto/Kaiawase-v0", opponents="random", players=3, seat=1)
with contextlib.redirect_stdout(io.StringIO()):
    check_env(env.unwrapped)
observation, _ = env.reset(seed=7)
over = False
while not over:
    observation, reward, over, _, _ = env.step(env.action_space.sample())
assert -1 <= reward <= 1
""")


def test_openspiel(third: Third) -> None:
    third.python("""
import pickle, random, unittest
import pyspiel
from open_spiel.integration_tests import api_test
from kabuto.envs import openspiel

class KeepsTheAPI(api_test.EnforceAPIOnPartialTreeBase):
    @classmethod
    def setUpClass(cls):
        cls.game = pyspiel.load_game("kabuto_kaiawase")
        cls.game_type, cls.game_name = cls.game.get_type(), "kabuto_kaiawase"
        state, cls.some_states = cls.game.new_initial_state(), []
        while not state.is_terminal():
            cls.some_states.append(state.clone())
            state.apply_action(random.Random(1).choice(state.legal_actions()))

loaded = unittest.defaultTestLoader.loadTestsFromTestCase(KeepsTheAPI)
assert unittest.TextTestRunner().run(loaded).wasSuccessful()
for players in (2, 3, 4):
    game = pyspiel.load_game(f"kabuto_kaiawase(players={players})")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)

rng = random.Random(3)
state = game.new_initial_state()
while not state.is_terminal():
    if not state.is_chance_node():
        seat = state.current_player()
        other = state.resample_from_infostate(seat, rng.random)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        again = pickle.loads(pickle.dumps(other))
        for seat in range(4):
            assert again.observation_string(seat) == other.observation_string(seat)
    state.apply_action(rng.choice(state.legal_actions()))
""")
