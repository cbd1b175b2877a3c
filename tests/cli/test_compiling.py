"""Nobody waits for the compiler without being told: a line in a log, a bar on a terminal."""

import sys

import pytest

from kabuto.cli.compiling import compiling, prepare
from kabuto.cli.screen import Screen
from kabuto.samurai.kernel import warm

STEPS = [(0, 10, "moves"), (4, 10, "search"), (10, 10, "")]


def shown(capsys: pytest.CaptureFixture[str], screen: Screen) -> str:
    with compiling(screen) as report:
        assert capsys.readouterr().err == "", "nothing is said before there is something to wait for"
        for step in STEPS:
            report(*step)
    return capsys.readouterr().err


def test_a_log_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, Screen()) == "Compiling the engine, once …\n"


def test_it_speaks_german_and_plain_characters(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, Screen("de")) == "Der Spielkern wird einmalig übersetzt …\n"
    assert shown(capsys, Screen("de", ascii_only=True)) == "Der Spielkern wird einmalig uebersetzt ...\n"


def test_a_terminal_gets_a_bar_that_vanishes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    text = shown(capsys, Screen())
    assert "Compiling the engine, once" in text
    assert "0:00:00" in text
    assert text.rstrip().endswith("\x1b[2K"), "the line is erased at the end"


def test_what_is_compiled_is_ready_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    from kabuto.players.samurai_warm import search_stages

    warm(extra=search_stages())
    prepare(Screen())
    assert capsys.readouterr().err == ""
