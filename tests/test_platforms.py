"""What Windows and macOS do differently: simulated here, and among the tests that run there."""

import asyncio
import io
import os
import signal
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import filelock
import platformdirs.windows
import pytest
from uvicorn import Config

from kabuto.cli.command import main
from kabuto.cli.terminal.play import _on_signals
from kabuto.folder import serving
from kabuto.folders import cache_folder, data_folder, lock, whole
from kabuto.parallel import processes
from kabuto.server.runtime import loops
from kabuto.server.serve import _raise_descriptors
from kabuto.server.storage.open import sole_use
from kabuto.text_ui.language import language_of
from kabuto.text_ui.screen import Screen


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Windows, as far as our own code asks for it."""
    monkeypatch.setattr(sys, "platform", "win32")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "XDG_DATA_HOME", "XDG_CACHE_HOME", "KABUTO_CACHE"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_on_windows_data_and_caches_are_where_windows_wants_them(
    windows: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    windows.setenv("LOCALAPPDATA", str(tmp_path))
    windows.setattr("platformdirs.windows.get_win_folder", lambda name: str(tmp_path / name))
    windows.setattr("platformdirs.PlatformDirs", platformdirs.windows.Windows)
    assert data_folder().parts[-2:] == ("CSIDL_LOCAL_APPDATA", "kabuto")
    assert cache_folder().is_relative_to(data_folder())
    windows.setenv("KABUTO_CACHE", str(tmp_path / "other"))
    assert cache_folder() == tmp_path / "other" / "kabuto"


@pytest.mark.parametrize(("number", "language"), [(0x0407, "de"), (0x0C07, "de"), (0x0411, "en"), (0, "en")])
def test_on_windows_the_language_is_that_of_windows(
    windows: pytest.MonkeyPatch, number: int, language: str
) -> None:
    import ctypes

    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: number)
    windows.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    assert language_of([]) == language
    windows.setenv("LANG", "en_GB.UTF-8")
    assert language_of([]) == "en"


def test_with_postgresql_on_windows_the_loop_is_one_that_psycopg_can_use(windows: pytest.MonkeyPatch) -> None:
    assert loops.name_of_loop("auto", "") == "auto"
    found = loops.name_of_loop("auto", "postgresql://h/d")
    windows.undo()
    assert Config("app", loop=found).get_loop_factory() is asyncio.SelectorEventLoop


def test_a_worker_on_windows_has_that_loop_and_elsewhere_the_usual_one(windows: pytest.MonkeyPatch) -> None:
    assert loops.loop_of_worker() is asyncio.SelectorEventLoop
    windows.undo()
    assert (loops.loop_of_worker() is None) == (sys.platform != "win32")


def test_ctrl_break_stops_a_server_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "SIGBREAK", 21, raising=False)
    assert loops.stopping() == [signal.SIGINT, signal.SIGTERM, 21]


def test_where_there_is_no_hangup_a_game_is_kept_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "SIGHUP", raising=False)
    with _on_signals(signal.SIG_IGN):
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    assert signal.getsignal(signal.SIGTERM) is not signal.SIG_IGN


def test_where_a_folder_cannot_be_locked_its_file_is(windows: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refusing(path: Any, *rest: Any) -> int:
        assert not Path(path).is_dir(), "Windows opens no folder"
        return opened(path, *rest)

    opened = os.open
    windows.setattr(filelock, "lock_descriptor", lambda descriptor, blocking: True)
    windows.setattr(os, "open", refusing)
    with sole_use(tmp_path / "data"):
        assert (tmp_path / "data" / "lock").is_file()


def test_a_file_system_without_locks_is_used_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int, **_: Any) -> bool:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("filelock.lock_descriptor", refuse)
    with (
        sole_use(tmp_path),
        (tmp_path / "lock").open("ab") as file,
        pytest.raises(OSError, match="supported"),
    ):
        lock(file.fileno())


def test_a_file_that_somebody_else_has_open_is_left_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows refuses to replace such a file."""
    path = tmp_path / "game.json"
    path.write_text("old")

    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(13, "The process cannot access the file", str(target))

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(PermissionError, match="cannot access"), whole(path) as fresh:
        fresh.write_text("new")
    assert [each.read_text() for each in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize("encoding", ["cp850", "cp1252", "ascii"])
def test_a_console_that_lacks_our_signs_gets_plain_ones(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", out)
    assert Screen("de").ascii
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "--seed", "1", "--language", "de"]) == 0
    out.flush()
    written = out.buffer.getvalue()
    assert b"Herzlich willkommen" in written or b"Willkommen" in written
    assert b"?" not in written


def test_without_readline_a_prompt_works_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert Screen().is_asked


def test_where_affinity_is_unknown_all_processors_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert processes.processors() == 6


def test_on_windows_nobody_asks_for_more_descriptors(windows: pytest.MonkeyPatch) -> None:
    assert _raise_descriptors() is None


def test_what_a_file_is_is_not_asked_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of Windows has said that scripts are plain text."""
    monkeypatch.setattr("mimetypes.guess_type", lambda *_: ("text/plain", None))
    assert serving.KINDS[".mjs"] == "text/javascript; charset=utf-8"
