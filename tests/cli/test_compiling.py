"""Nobody waits for the compiler without being told: a line in a log, a bar on a terminal."""

import subprocess
import sys
from pathlib import Path

import pytest

from kabuto.samurai.kernel import warm
from kabuto.text_ui.compiling import compiling, prepare
from kabuto.text_ui.screen import Screen

from .conftest import Kabuto

STEPS = [(0, 10, "moves"), (4, 10, "search"), (10, 10, "")]


def shown(capsys: pytest.CaptureFixture[str], screen: Screen) -> str:
    with compiling(screen) as report:
        assert capsys.readouterr().err == "", "nothing is said before there is something to wait for"
        for step in STEPS:
            report(*step)
    return capsys.readouterr().err


def test_a_log_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, Screen()) == "Compiling the engine (only once) …\n"


def test_it_speaks_german_and_plain_characters(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, Screen("de")) == "Die Engine wird kompiliert (nur einmal) …\n"
    assert shown(capsys, Screen("de", ascii_only=True)) == "Die Engine wird kompiliert (nur einmal) ...\n"


def test_a_terminal_gets_a_bar_that_vanishes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    text = shown(capsys, Screen())
    assert "Compiling the engine (only once)" in text
    assert "0:00:00" in text
    assert text.rstrip().endswith("\x1b[2K"), "the line is erased at the end"


def test_what_is_compiled_is_ready_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    from kabuto.samurai.players.warming import search_stages

    warm(extra=search_stages())
    prepare(Screen(), "samurai")
    assert capsys.readouterr().err == ""


# Who plays against a program that needs the engine.


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Nothing is compiled here: what would be is noted down."""
    done: list[str] = []
    monkeypatch.setattr("kabuto.text_ui.compiling.prepare", lambda screen, game: done.append("waited"))
    monkeypatch.setattr(
        "kabuto.cli.terminal.play.prepare_in_background", lambda game: done.append("in the background")
    )
    return done


def test_at_a_table_with_people_it_is_compiled_in_the_background(kabuto: Kabuto, slow: list[str]) -> None:
    printed = kabuto("play", "--opponents", "search:5", "--seed", 1, typed="hand\nquit\n")
    assert printed.code == 0
    assert slow == ["in the background"], "the program was not asked yet, so nobody waited"


def test_who_has_to_wait_for_the_engine_is_told_before_the_program_thinks(
    kabuto: Kabuto, slow: list[str]
) -> None:
    printed = kabuto("play", "--seat", 1, "--opponents", "level6", "--seed", 1, typed="quit\n")
    assert printed.code == 0
    assert "● 0 Tetsu: " in printed.out
    assert slow == ["in the background", "waited"]


def test_nothing_is_compiled_for_a_player_that_does_not_need_it(kabuto: Kabuto, slow: list[str]) -> None:
    for name in ("greedy", "level5", "random"):
        assert kabuto("play", "--seat", 1, "--opponents", name, "--seed", 1, typed="quit\n").code == 0
    assert slow == []


def test_who_looks_on_waits_once_for_each_program(kabuto: Kabuto, slow: list[str]) -> None:
    printed = kabuto("play", "--watch", "--opponents", "search:2,greedy", "--seed", 1)
    assert printed.code == 0
    assert slow == ["waited"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "--games", 1, "--seats", "search:2,random"),
        ("arena", "--games", 2, "--jobs", 1, "--entrants", "random,ismcts:4", "--out", "{folder}/m.jsonl"),
    ],
)
def test_many_games_begin_when_the_engine_is_there(
    kabuto: Kabuto, slow: list[str], tmp_path: Path, arguments: tuple[object, ...]
) -> None:
    filled = [str(argument).format(folder=tmp_path) for argument in arguments]
    assert kabuto(*filled, "--seed", 1).code == 0
    assert slow == ["waited"]
    other = [argument.replace("search:2", "level4").replace("ismcts:4", "level4") for argument in filled]
    assert kabuto(*[argument.replace("m.jsonl", "other.jsonl") for argument in other], "--seed", 1).code == 0
    assert slow == ["waited"]


def test_a_match_that_is_complete_compiles_nothing(kabuto: Kabuto, slow: list[str], tmp_path: Path) -> None:
    match = ("arena", "--games", 2, "--jobs", 1, "--entrants", "random,search:2", "--seed", 1)
    for _ in range(2):
        assert kabuto(*match, "--out", tmp_path / "m.jsonl").code == 0
    assert slow == ["waited"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--opponents", "level8"],
        ["simulate", "--games", "1", "--seats", "search:5"],
        ["arena", "--entrants", "greedy,ismcts:5"],
    ],
)
def test_without_the_compiler_it_says_what_to_install(arguments: list[str], tmp_path: Path) -> None:
    source = (
        f"import sys; sys.modules['numba'] = None; from kabuto.cli import main; sys.exit(main({arguments!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], cwd=tmp_path, capture_output=True, text=True, timeout=250, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs the compiled engine: pip install 'kabuto[play]'" in done.stderr
    assert "Traceback" not in done.stderr
