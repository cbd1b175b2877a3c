"""Q3: a class of a Python module as a player: in a process of its own, given views alone."""

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kabuto
from kabuto.arena import here, new_match, run
from kabuto.cli import main
from kabuto.players import Forfeit, Player, dismiss, make, play_out, waiting
from kabuto.players import python as python_class
from kabuto.players.process import _RUNNING, LONGEST_LINE
from kabuto.table import BadOption

PLAYERS = """
import os, sys, time

class First:
    def __init__(self, rng): self.rng = rng
    def choose(self, view): return view.legal_moves()[0]

class Chance(First):
    def choose(self, view): return self.rng.choice(view.legal_moves())

class Plain:
    def choose(self, view): return str(view.legal_moves()[0])
    def end(self, outcome): print("won by", outcome and outcome["winners"], os.getpid(), file=sys.stderr)

class Counting(First):
    made = 0
    def __init__(self, rng): Counting.made += 1
    def end(self, outcome): print(Counting.made, os.getpid(), file=sys.stderr)

def deep(rng): return First(rng)
ready = First(None)

class NoPlayer: pass
class Needs:
    def __init__(self, rng, depth): pass
class Broken:
    def __init__(self, rng): raise ValueError("no weights")
class Hungry(First):
    def choose(self, view): return bytearray(1 << 60)
class Long(First):
    def choose(self, view): return "x" * 10_000_000
class Sleeps(First):
    def choose(self, view): time.sleep(600)
class Loud(First):
    def choose(self, view):
        print('{"type": "move", "move": "/"}', flush=True)
        os.write(1, b"noise\\n")
        return super().choose(view)
class Forks(First):
    def choose(self, view):
        os.fork()
        return super().choose(view)
class Parents(First):
    def choose(self, view):
        if not os.fork():
            time.sleep(600)
        return super().choose(view)
class Leaves(First):
    def choose(self, view): os._exit(7)
class Nothing(First):
    def choose(self, view): return None
class Elsewhere(First):
    def choose(self, view):
        import kabuto
        return kabuto.new("yedo", seed=1).legal_moves()[0]
class Illegal(First):
    def choose(self, view): return "/"
class Curious(First):
    def choose(self, view):
        unknown = [hand.count(view.state.hands[1][0]) for hand in view.state.hands]
        print(sorted(vars(view)), unknown, file=sys.stderr)
        return super().choose(view)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with players in it; no program is left behind."""
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "some.py").write_text(PLAYERS, encoding="utf-8")
    (tmp_path / "bots" / "failing.py").write_text("import no_such_library\n", encoding="utf-8")
    (tmp_path / "bots" / "wrong.py").write_text("def (\n", encoding="utf-8")
    (tmp_path / "bots" / "gone.py").write_text("import os; os._exit(3)\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(python_class, "_SOUND", set())
    waiting.end_all()
    yield tmp_path
    waiting.end_all()
    assert not _RUNNING
    assert not any(name.startswith("bots") for name in sys.modules), "this process imports no player"


def game(seed: int = 1, name: str = "samurai") -> Any:
    return kabuto.new(name, players=2, seed=seed)


def some(name: str, seed: int = 1, kind: str = "samurai", seconds: str = "") -> Any:
    return make(f"python:{seconds}bots.some:{name}", kind, random.Random(seed))


def moves(*players: Player, seed: int = 1) -> list[str]:
    played = game(seed)
    play_out(played, players)
    return [str(move) for move in played.moves]


def test_q3_a_class_plays_a_whole_game_and_the_same_again_for_the_same_seed() -> None:
    one, two = (moves(some("Chance", 3), some("Chance", 4)) for _ in range(2))
    assert one == two
    assert len(one) > 20


def test_q3_a_class_plays_every_game() -> None:
    played, player = game(1, "yedo"), some("First", kind="yedo")
    for _ in range(20):
        view = played.view(played.to_move)
        assert player.choose(view) == view.legal_moves()[0]
        played.play(view.legal_moves()[0])
    dismiss([player], played)


@pytest.mark.parametrize("name", ["First", "Plain", "deep", "ready"])
def test_q3_a_class_a_function_and_an_object_can_be_named(name: str) -> None:
    view = game().view(0)
    player = some(name)
    assert player.choose(view) == view.legal_moves()[0]
    dismiss([player], game())


def test_q3_q8_a_process_lives_over_many_games_and_every_game_has_a_player_of_its_own() -> None:
    told = []
    for seed in range(3):
        player = some("Counting")
        moves(player, make("random", "samurai", random.Random(seed)), seed=seed)
        told.append(player.log.split())
    made, processes = zip(*told, strict=True)
    assert len(set(processes)) == 1
    assert made == ("2", "3", "4"), "the first one only showed that it can be made"


def test_q3_a_class_is_given_a_view_in_which_nothing_is_that_it_may_not_know() -> None:
    player, view = some("Curious"), game().view(0)
    player.choose(view)
    dismiss([player], game())
    assert player.log.split("]")[0] == str(sorted(vars(view)))[:-1]
    assert "[0, 5]" in player.log, "the other hand is unknown"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("bots.some:NoPlayer", "NoPlayer is not a player: it has no method choose"),
        ("bots.some:Needs", "Needs can’t be created: TypeError: .*'depth'$"),
        ("bots.some:Broken", r"Broken can’t be created: ValueError: no weights \(some.py, line \d+\)"),
        ("bots.some:Frist", "the module bots.some has no Frist; did you mean First"),
        ("bots.some:a.b", "the module bots.some has no a.b"),
        ("bots.none:First", "there is no module bots.none, neither in this folder nor installed"),
        ("bots.failing:First", "bots.failing can’t be imported: ModuleNotFoundError: .*no_such_library"),
        ("bots.wrong:First", r"bots.wrong can’t be imported: SyntaxError: .*\(wrong.py, line 1\)$"),
        ("bots.gone:First", "bots.gone:First: it exited with code 3"),
        ("bots.some", "specify a class, such as python:package.module:Class, not 'bots.some'"),
        ("bots/some.py:First", "specify a class, such as"),
        ("", "specify a class, such as"),
        ("0:bots.some:First", "more than 0 and at most"),
    ],
)
def test_q3_what_is_wrong_with_a_class_is_said_before_any_game(name: str, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        make(f"python:{name}", "samurai", random.Random(1))
    assert not _RUNNING


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Hungry", "MemoryError"),
        ("Long", f"longer than {LONGEST_LINE} bytes"),
        ("Leaves", "it exited with code 7"),
        ("Nothing", r"choose\(view\) should return a kabuto.samurai.moves.Move or its notation, not"),
        (
            "Elsewhere",
            "should return a kabuto.samurai.moves.Move or its notation, not kabuto.yedo.moves.Move",
        ),
        ("Illegal", "'/': Play at least one token"),
    ],
)
def test_q3_a_class_that_plays_nonsense_forfeits_with_the_reason(
    name: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kabuto.players.process.PATIENCE", 100.0)  # a busy machine may take its time
    with pytest.raises(Forfeit, match=reason):
        some(name).choose(game().view(0))


def test_q3_a_class_that_hangs_is_ended() -> None:
    player = some("Sleeps", seconds="0.2:")
    with pytest.raises(Forfeit, match=r"no answer within 0\.2 seconds"):
        player.choose(game().view(0))
    assert not _RUNNING


@pytest.mark.parametrize("name", ["Loud", "Forks"])
def test_q3_a_class_that_prints_or_forks_disturbs_nobody(name: str) -> None:
    view, player = game().view(0), some(name)
    for _ in range(3):
        assert player.choose(view) == view.legal_moves()[0]
    dismiss([player], game())
    assert ("noise" in player.log) == (name == "Loud")


def test_q3_an_ended_table_ends_a_class_that_hangs(folder: Path) -> None:
    """As when a worker of the server is killed: nobody is left who could end it."""
    player = some("Sleeps")
    process = player._process or waiting.take(player.command)
    assert process
    process.send(b'{"type": "hello", "seed": 1}\n{"type": "move", "view": "gA=="}\n')
    process.close()
    deadline = time.monotonic() + 100
    while process._wait(0.05) is None and time.monotonic() < deadline:
        pass
    assert process._wait(0) is not None
    process.stop()


def test_q3_what_a_class_has_started_ends_with_its_table() -> None:
    """Also if the table is killed, and can't end anybody."""
    player = some("Parents")
    player.choose(game().view(0))
    process = player._process
    process.close()
    errors = process._threads[2]  # reads for as long as anybody is there who could write
    errors.join(100)
    try:
        assert not errors.is_alive()
    finally:
        process.stop()


def test_q3_the_commands_take_a_class(capsys: pytest.CaptureFixture[str]) -> None:
    name = "python:bots.some:First"
    assert main(["simulate", "samurai", "--seats", f"{name},random", "--games", "2", "--seed", "1"]) == 0
    assert main(["play", "samurai", "--watch", "--opponents", f"{name},random", "--seed", "1"]) == 0
    assert "python:bots.some:First" in capsys.readouterr().out
    assert main(["simulate", "samurai", "--seats", "python:bots.some:Broken"]) == 2
    assert "--seats: bots.some:Broken: Broken can’t be created" in capsys.readouterr().err


def test_q3_a_match_takes_a_class_and_goes_on_when_one_forfeits() -> None:
    entrants = ["python:bots.some:First", "python:bots.some:Nothing"]
    match = new_match("samurai", {}, entrants, seed=1)
    played = [*run(match, match.fixtures(2), here())]
    assert len(played) == 2
    for each in played:
        assert each.forfeit
        assert each.fixture.seats[each.forfeit[0]] == entrants[1]
        assert "should return a kabuto.samurai.moves.Move" in each.forfeit[1]
    with pytest.raises(BadOption, match=r"there is no module bots\.none"):
        new_match("samurai", {}, ["random", "python:bots.none:First"], seed=1)
