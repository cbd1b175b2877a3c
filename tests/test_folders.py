"""Folders of the user stay where they have always been, and a lock keeps other processes out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kabuto.folders import cache_folder, data_folder, lock

TAKE = "import os, sys; from kabuto.folders import lock; lock(os.open(sys.argv[1], os.O_RDONLY))"


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "KABUTO_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_data_and_caches_stay_where_they_have_always_been(
    system: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert data_folder() == tmp_path / ".local" / "share" / "kabuto"
    assert cache_folder() == tmp_path / ".cache" / "kabuto"


def test_variables_move_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert data_folder() == tmp_path / "data" / "kabuto"
    assert cache_folder() == tmp_path / "cache" / "kabuto"
    monkeypatch.setenv("KABUTO_CACHE", "~/other")
    assert cache_folder() == tmp_path / "other" / "kabuto"


def test_neither_folder_is_made_before_it_is_needed(tmp_path: Path) -> None:
    assert not data_folder().exists()
    assert not cache_folder().exists()


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_lock_holds_until_it_is_closed(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "locked"
    path.touch() if kind == "file" else path.mkdir()
    descriptor = os.open(path, os.O_RDONLY)
    lock(descriptor)
    try:
        refused = subprocess.run([sys.executable, "-c", TAKE, path], capture_output=True, text=True)
        assert "BlockingIOError" in refused.stderr
    finally:
        os.close(descriptor)
    subprocess.run([sys.executable, "-c", TAKE, path], check=True)


def test_the_core_import_loads_no_dependency() -> None:
    check = "import sys, kabuto; print({'filelock', 'platformdirs', 'rich', 'numpy'} & sys.modules.keys())"
    loaded = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert loaded.stdout == "set()\n"
