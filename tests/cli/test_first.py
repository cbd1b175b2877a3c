"""``kabuto`` alone: it asks once where to play, remembers it, and says which table runs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kabuto.cli import first
from kabuto.cli.server import browser
from kabuto.folder import carried, serving
from kabuto.folders import data_folder
from kabuto.text_ui.screen import Screen

from .conftest import Kabuto
from .terminal import Terminal

Asked = Callable[..., tuple[str, str]]


@pytest.fixture
def asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., tuple[str, str]]:
    """The command that follows what a person types, and what was shown."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def run(*typed: str, language: str = "en") -> tuple[str, str]:
        screen, lines = Screen(language), iter(typed)
        screen.is_asked = True
        monkeypatch.setattr(Screen, "ask", lambda self, prompt: next(lines))
        return first.command(screen), " ".join(capsys.readouterr().out.split())

    return run


@pytest.mark.parametrize(
    ("typed", "command"),
    [("", "browser"), ("1", "browser"), ("b", "browser"), ("2", "play"), ("TERM", "play")],
)
def test_it_asks_once_and_goes_there_the_next_time(asked: Asked, typed: str, command: str) -> None:
    found, shown = asked(typed)
    assert found == command
    assert "Where do you want to play?" in shown
    again, shown = asked()
    assert again == command
    assert shown.startswith("As last time:")


def test_what_is_neither_is_asked_again(asked: Asked) -> None:
    command, shown = asked("3", "yes", "2", language="de")
    assert command == "play"
    assert shown.count("Bitte 1 oder 2") == 2


def test_what_was_remembered_by_nobody_is_asked_again(asked: Asked) -> None:
    data_folder().mkdir()
    (data_folder() / "start").write_bytes(b"\xff")
    assert asked("2")[0] == "play"


def test_a_read_only_home_says_that_nothing_is_remembered(asked: Asked) -> None:
    data_folder().write_text("a file where the folder should be")
    command, shown = asked("1")
    assert command == "browser"
    assert "can’t be remembered" in shown


@pytest.mark.parametrize(
    ("argv", "looks"),
    [
        ([], 0),
        (["--ascii", "--language", "de"], 3),
        (["--language=de", "--no-color"], 2),
        (["--seed", "3"], 0),
        (["--language", "de", "browser", "--ascii"], 2),
        (["--language"], 1),
    ],
)
def test_what_says_only_how_things_look_may_stand_in_front(argv: list[str], looks: int) -> None:
    assert first.parted(argv) == (argv[:looks], argv[looks:])


def test_a_command_is_found_behind_a_language(kabuto: Kabuto) -> None:
    printed = kabuto("--language", "de", "--ascii", "games")
    assert printed.code == 0
    assert "samurai" in printed.out


def test_where_nobody_can_be_asked_a_game_begins_here(kabuto: Kabuto) -> None:
    printed = kabuto(typed="quit\n")
    assert printed.code == 0
    assert "● 0>" in printed.out


def test_a_person_at_a_terminal_is_asked(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        terminal.wait_for("> ")
        terminal.type("2\n")
        terminal.wait_for("● 0>")
        terminal.interrupt()
        assert "Where do you want to play?" in terminal.shown


def test_with_the_server_installed_the_server_starts(kabuto: Kabuto, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []

    def run(args: Any, screen: Screen) -> int:
        started.append(args)
        return 0

    monkeypatch.setattr("kabuto.cli.server.serve.run", run)
    printed = kabuto("browser", "--port", "8555")
    assert printed.code == 0
    assert (started[0].port, started[0].open) == ("8555", True)
    assert "kabuto serve" in printed.out


def test_without_it_the_edition_of_the_package_is_served(
    kabuto: Kabuto, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "index.html").write_text("<!doctype html>")
    carried.carry(tmp_path / "made", tmp_path / "edition")
    files = carried.read(tmp_path / "edition")
    opened: list[str] = []
    monkeypatch.setattr(browser, "find_spec", lambda name: None)
    monkeypatch.setattr(carried, "read", lambda: files)
    monkeypatch.setattr("webbrowser.open", opened.append)

    def interrupted(self: serving.Server) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(serving.Server, "serve_forever", interrupted)
    printed = kabuto("browser", "--port", "0")
    assert printed.code == 0
    assert len(opened) == 1
    assert opened[0] in printed.out


def test_a_package_without_an_edition_says_what_to_install(
    kabuto: Kabuto, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(browser, "find_spec", lambda name: None)
    monkeypatch.setattr(carried, "PLACE", tmp_path)
    monkeypatch.setattr(carried.read, "__defaults__", (tmp_path,))
    monkeypatch.setattr(carried.is_there, "__defaults__", (tmp_path,))
    printed = kabuto("browser")
    assert printed.code == 2
    assert "kabuto[play]" in printed.err
