"""Q3: how a class of a Python module is found, made and asked; here without the process of its own."""

import json
import os
import pickle
import signal
import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event
from typing import Any, BinaryIO

import pytest

import kabuto
from kabuto.players import host
from kabuto.players.host import Host
from kabuto.players.outside import PROTOCOL
from kabuto.players.python import WRONG

READY = {"protocol": PROTOCOL, "many_games": True}
END = {"type": "end", "outcome": {"winners": [1]}}


class First:
    def choose(self, view: Any) -> Any:
        return view.legal_moves()[0]


class Chance(First):
    def __init__(self, rng: Random) -> None:
        self.drawn = rng.random()


class Perhaps(Chance):
    """It could do without chance."""

    def __init__(self, rng: Random = Random(0)) -> None:  # noqa: B008
        super().__init__(rng)


def deep(rng: Random) -> Chance:
    return Chance(rng)


class Ready(First):
    """An object of it is a player, not what makes one."""

    def __call__(self) -> None:
        raise AssertionError


ready = Ready()


class Holding:
    class Ending(First):
        outcome = None

        def end(self, outcome: Any) -> None:
            self.outcome = outcome


class Written(First):
    def choose(self, view: Any) -> str:
        return str(super().choose(view))


class Elsewhere(First):
    def choose(self, view: Any) -> Any:
        return super().choose(seen("yedo"))


class Nothing(First):
    def choose(self, view: Any) -> None:
        return None


class Broken(First):
    def __init__(self) -> None:
        raise ValueError("no weights" + 1000 * "!")


class Leaves(First):
    def __init__(self) -> None:
        sys.exit("enough")


class Needs(First):
    def __init__(self, rng: Random, depth: int) -> None: ...


class NoPlayer:
    choose = "a move"


def some(name: str) -> Host:
    return Host(f"{__name__}:{name}")


def hello(player: Host, seed: int = 1) -> Any:
    return player.answer({"type": "hello", "seed": seed})


def asked(view: Any) -> dict[str, Any]:
    return {"type": "move", "view": b64encode(pickle.dumps(view)).decode()}


def seen(game: str = "samurai") -> Any:
    played = kabuto.new(game, players=2, seed=1)
    return played.view(played.to_move)


def wrong(name: str) -> tuple[str, str]:
    """What is wrong with a class: the key of its sentence, and the last of what the table tells in it."""
    told = hello(Host(name))["wrong"]
    return told["key"], told[WRONG[told["key"]][-1]]


@pytest.fixture
def hosted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A module ``hosted`` that can be imported in this test alone."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path / "hosted.py"
    sys.modules.pop("hosted", None)


@pytest.fixture
def pipe() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """A pipe: where it is read, and where it is written."""
    reading, writing = os.pipe()
    with open(reading, "rb") as reader, open(writing, "wb", buffering=0) as writer:
        yield reader, writer


@pytest.mark.parametrize("name", ["First", "Chance", "deep", "ready", "Holding.Ending"])
def test_q3_a_class_a_function_and_an_object_become_a_player(name: str) -> None:
    player = some(name)
    assert hello(player) == READY
    assert player.answer(asked(seen())) == {"move": str(seen().legal_moves()[0])}
    assert player.answer(END) == {}
    assert getattr(player.player, "outcome", END["outcome"]) == END["outcome"]


@pytest.mark.parametrize("name", ["Chance", "Perhaps", "deep"])
def test_q3_every_game_has_a_player_of_its_own_with_the_chance_of_its_seed(name: str) -> None:
    player, made = some(name), []
    for seed in (7, 8, 7):
        hello(player, seed)
        made.append(player.player)
    assert len(set(map(id, made))) == 3
    assert [each.drawn for each in made] == [Random(seed).random() for seed in (7, 8, 7)]


def test_q3_a_process_plays_different_games() -> None:
    player = some("Written")
    for game in ("samurai", "yedo"):
        hello(player)
        assert player.answer(asked(seen(game))) == {"move": str(seen(game).legal_moves()[0])}


@pytest.mark.parametrize("name", ["Elsewhere", "Nothing"])
def test_q3_a_move_of_another_game_and_none_are_errors_that_name_what_was_wanted(name: str) -> None:
    player = some(name)
    hello(player)
    given = {"Elsewhere": "kabuto.yedo.moves.Move", "Nothing": "builtins.NoneType"}[name]
    with pytest.raises(TypeError, match=f"a kabuto.samurai.moves.Move or its notation, not {given}$"):
        player.answer(asked(seen()))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (f"{__name__}:Frist", ("python_near_class", "First")),
        (f"{__name__}:First.unlike", ("python_no_class", "First.unlike")),
        ("hosted.deeper:First", ("python_no_module", "hosted")),
        (f"{__name__}.deeper:First", ("python_no_module", f"{__name__}.deeper")),
    ],
)
def test_q3_a_class_that_is_not_there_is_named(name: str, told: tuple[str, str]) -> None:
    assert wrong(name) == told


@pytest.mark.parametrize("name", ["NoPlayer", "READY", "asked"])
def test_q3_what_makes_no_player_is_none(name: str) -> None:
    assert wrong(f"{__name__}:{name}") == ("python_no_choose", name)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "\nimport hosted_lacks_it",
            "ModuleNotFoundError: No module named 'hosted_lacks_it' (hosted.py, line 2)",
        ),
        ("raise SystemExit(3)", "SystemExit: 3 (hosted.py, line 1)"),
        (")", "SyntaxError: unmatched ')' (hosted.py, line 1)"),
    ],
)
def test_q3_a_module_that_fails_is_told_with_its_line(hosted: Path, text: str, fault: str) -> None:
    hosted.write_text(text, encoding="utf-8")
    assert wrong("hosted:First") == ("python_import", fault)


def test_q3_a_class_that_cannot_be_made_is_told_with_its_line() -> None:
    key, fault = wrong(f"{__name__}:Broken")
    line = Broken.__init__.__code__.co_firstlineno + 1
    start, place = "ValueError: no weights", f" (test_host.py, line {line})"
    assert (key, fault) == ("python_constructor", start.ljust(host.LONGEST, "!") + place)
    assert wrong(f"{__name__}:Leaves")[1].startswith("SystemExit: enough (test_host.py, line ")
    assert wrong(f"{__name__}:Needs")[1].endswith("missing 1 required positional argument: 'depth'")
    assert wrong("builtins:dict") == ("python_constructor", "TypeError: 'Random' object is not iterable")


def test_q3_only_questions_are_answered_and_after_the_end_none(pipe: tuple[BinaryIO, BinaryIO]) -> None:
    lines: SimpleQueue[bytes] = SimpleQueue()
    heard = [{"type": "hello", "seed": 1}, {"type": "game"}, asked(seen()), END, {"type": "quit"}, END]
    for message in heard:
        lines.put(json.dumps(message).encode())
    host._serve(some("First"), lines, pipe[1].fileno())
    assert lines.qsize() == 1, "what follows the end is not read"
    lines.put(b"")
    host._serve(some("First"), lines, pipe[1].fileno())
    pipe[1].close()
    said = [json.loads(line) for line in pipe[0]]
    move = str(seen().legal_moves()[0])
    ended = {"type": "end"}
    assert said == [{"type": "hello", **READY}, {"type": "move", "move": move}, ended, ended]


def test_q3_an_answer_to_a_table_that_is_gone_is_dropped(pipe: tuple[BinaryIO, BinaryIO]) -> None:
    pipe[0].close()
    host._say(pipe[1].fileno(), {"type": "end"})


@pytest.mark.parametrize("leads", [True, False])
def test_q3_a_table_that_is_gone_ends_the_process_and_its_own_group_alone(
    leads: bool, pipe: tuple[BinaryIO, BinaryIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    did: list[object] = []
    monkeypatch.setattr(host, "GRACE", 0)
    monkeypatch.setattr(os, "getpgrp", lambda: os.getpid() + (not leads))
    monkeypatch.setattr(os, "killpg", lambda *told: did.append(told))
    monkeypatch.setattr(os, "_exit", did.append)
    lines, is_over = SimpleQueue[bytes](), Event()
    host._end_group(is_over)
    assert not did, "the table is there"
    pipe[1].write(b"one\ntwo\n")
    pipe[1].close()
    host._listen(os.dup(pipe[0].fileno()), lines, is_over)
    assert [lines.get() for _ in range(3)] == [b"one\n", b"two\n", b""]
    assert lines.empty()
    assert did == [(0, signal.SIGKILL)] * leads + [0]
