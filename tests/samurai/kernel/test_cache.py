"""Compiled code is kept between runs, and never used after a change of anything it was made from."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from time import time
from typing import Any

import pytest

import kabuto
from kabuto import folders
from kabuto.compiling import code_cache
from kabuto.compiling.cpu_tools import jit

PROBE = """
from kabuto.players.probe_part import part
from kabuto.samurai.kernel.legality import highest, jit
from kabuto.samurai.kernel.tables import MAX_LEGAL, SURROUND

@jit
def total(word):
    return highest(word) * 10_000 + MAX_LEGAL + SURROUND[0] + part(word)
"""
PART = """
from kabuto.samurai.kernel.engine import jit

@jit
def part(word):
    return word + 10
"""
RUN = """
import json
from kabuto.players.probe import total
from kabuto.compiling.code_cache import cache_folder

value = total(8)
folder = cache_folder(total.py_func.__code__.co_filename)
print(json.dumps([value, sum(total.stats.cache_hits.values()), folder and folder.name]))
"""
CHANGES = {
    "a function of the engine": (
        "samurai/kernel/legality.py",
        "popcount(mask) - 1",
        "popcount(mask) - 2",
        -10_000,
    ),
    "a table": ("samurai/kernel/ids.py", "MAX_LEGAL = 1024", "MAX_LEGAL = 1025", 1),
    "a function of another module": ("players/probe_part.py", "word + 10", "word + 20", 10),
    "the function itself": ("players/probe.py", "10_000", "20_000", 30_000),
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package with two compiled modules more."""
    found = tmp_path / "copy" / "kabuto"
    source = Path(kabuto.__file__).parent
    copytree(source, found, ignore=ignore_patterns("__pycache__", "static", "cli", "arena"))
    (found / "players" / "probe.py").write_text(PROBE)
    (found / "players" / "probe_part.py").write_text(PART)
    return found


def run(package: Path, **environment: str) -> Any:
    """The value of the probe in a new process, how often compiled code was found, and where it is kept."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    own = {"PYTHONPATH": str(package.parent), "KABUTO_CACHE": str(package.parent / "cache")}
    own["PYTHONDONTWRITEBYTECODE"] = "1"  # Python's own files go by size and time, which stay the same here
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", RUN],
        cwd=package.parent, env=inherited | own | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_change_of_anything_below_is_seen(package: Path) -> None:
    value, hits, folder = run(package)
    assert hits == 0
    assert run(package) == [value, 1, folder], "the second run finds what the first one compiled"
    for what, (name, old, new, difference) in CHANGES.items():
        path = package / name
        text, times = path.read_text(encoding="utf-8"), path.stat()
        assert text.count(old) == 1, what
        # The same size and the same time: nothing but the content tells.
        path.write_text(text.replace(old, new), encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert run(package)[:2] == [value + difference, 0], what
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def test_settings_that_change_the_code_have_a_cache_of_their_own(package: Path) -> None:
    value, _, folder = run(package)
    checked = run(package, NUMBA_BOUNDSCHECK="1")
    assert checked[:2] == [value, 0]
    assert checked[2] != folder


def test_without_a_folder_to_write_to_it_works_all_the_same(package: Path, tmp_path: Path) -> None:
    occupied = tmp_path / "occupied"
    occupied.write_text("a file where a folder should be")
    assert run(package, KABUTO_CACHE=str(occupied))[1:] == [0, None]


def test_a_full_disk_while_compiling_is_said_and_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", full)
    lost: list[str] = []
    monkeypatch.setattr("kabuto.compiling.cpu_tools.LOST", lost)

    @jit
    def more(word: int) -> int:
        return word + 1

    with pytest.warns(UserWarning, match=r"No space left.*KABUTO_CACHE"):
        assert more(3) == 4
    assert len(lost) == 1


def test_a_cache_of_another_machine_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "cache_folder", lambda: tmp_path)
    find = code_cache.cache_folder.__wrapped__
    mine = find(code_cache.__file__)
    monkeypatch.setattr("llvmlite.binding.get_host_cpu_name", lambda: "another")
    theirs = find(code_cache.__file__)
    assert mine != theirs
    assert mine is not None
    assert mine.is_dir()


def test_folders_that_other_checkouts_use_stay_and_old_ones_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "cache_folder", lambda: tmp_path)
    used, old = [tmp_path / f"kernel-used{i}" for i in range(code_cache.KEPT + 5)], tmp_path / "kernel-old"
    for each in (*used, old):
        each.mkdir()
    os.utime(old, (time() - code_cache.IN_USE - 60,) * 2)
    made = code_cache.cache_folder.__wrapped__(code_cache.__file__)
    assert {*tmp_path.iterdir()} == {*used, made}
