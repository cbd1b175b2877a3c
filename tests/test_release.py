"""What makes a release: refusals, notes, archives that are the same twice, and the list of its parts."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from ruamel.yaml import YAML

from kabuto import folders
from kabuto.version import __version__
from release import archives, bill, build, pythons, state
from release.__main__ import compare
from release.state import NoRelease

LOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- **A lamp**: it shines.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository in which a release can be made."""
    root = tmp_path / "source"
    (root / state.VERSION).parent.mkdir(parents=True)
    (root / state.VERSION).write_text('__version__ = "0.9.0"\n')
    (root / state.LOG).write_text(LOG)
    git(root, "init", "-q")
    commit(root)
    return root


def git(root: Path, *arguments: str) -> None:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example", "-C", str(root), *arguments]
    subprocess.run(command, check=True, env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull})


def commit(root: Path) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "A change")


def test_a_release_has_its_version_and_notes(root: Path) -> None:
    assert state.check(root) == ("0.9.0", "# Kabuto 0.9.0\n\n### Added\n\n- **A lamp**: it shines.\n")


def test_a_section_of_the_version_is_taken_before_what_is_unreleased() -> None:
    text = LOG.replace("[Unreleased]", "[Unreleased]\n\n## [0.9.0] - 2026-12-01") + "\n## [0.8.0]\n\n- Old.\n"
    assert state.notes(text, "0.9.0") == "# Kabuto 0.9.0\n\n### Added\n\n- **A lamp**: it shines.\n"
    with pytest.raises(NoRelease, match="move what is under"):
        state.notes(f"{text}\n## [Unreleased]\n\n- A late lamp.\n", "0.9.0")


@pytest.mark.parametrize(
    "text", ["", "# Changelog\n", "## [Unreleased]\n\n### Added\n", "## [0.8.0]\n\n- Old.\n"]
)
def test_an_empty_change_log_is_refused(text: str) -> None:
    with pytest.raises(NoRelease, match=r"says nothing of 0\.9\.0"):
        state.notes(text, "0.9.0")


def test_what_is_not_committed_is_refused(root: Path) -> None:
    (root / "new").touch()
    with pytest.raises(NoRelease, match=r"not everything is committed: \?\? new"):
        state.check(root)


def test_a_version_that_exists_is_refused(root: Path) -> None:
    git(root, "tag", "v0.9.0")
    assert state.check(root)[0] == "0.9.0"  # it may be built again, to compare
    commit(root)
    with pytest.raises(NoRelease, match=r"version 0\.9\.0 exists"):
        state.check(root)


@pytest.mark.parametrize("text", ["", '__version__ = "soon"', '__version__ = "0.9"'])
def test_a_version_that_is_none_is_refused(root: Path, text: str) -> None:
    (root / state.VERSION).write_text(text)
    with pytest.raises(NoRelease, match="names no version"):
        state.version(root)


def test_there_is_one_place_for_the_version() -> None:
    project = tomllib.loads((state.ROOT / "pyproject.toml").read_text())
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == state.VERSION
    assert state.version() == __version__
    assert YAML(typ="safe").load(state.ROOT / "CITATION.cff")["version"] == __version__


def test_a_release_is_named_in_the_change_log() -> None:
    assert state.notes((state.ROOT / state.LOG).read_text("utf-8"), __version__)


def test_an_archive_is_the_same_whenever_and_wherever_it_is_made(tmp_path: Path) -> None:
    made = []
    for number, names in enumerate((("b/2", "a"), ("a", "b/2"))):
        folder = tmp_path / str(number) / "table"
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(name)
            os.utime(folder / name, (number, number))
        archives.pack(folder, tmp_path / f"{number}.zip", 1_700_000_000)
        made.append((tmp_path / f"{number}.zip").read_bytes())
    assert made[0] == made[1]


def test_sums_are_those_that_sha256sum_checks(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    archives.write_sums(tmp_path)
    archives.write_sums(tmp_path)  # not of itself
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert (tmp_path / archives.SUMS).read_text() == f"{empty}  a\n"


def test_two_builds_that_differ_are_refused_with_the_file(tmp_path: Path) -> None:
    made = [tmp_path / "1", tmp_path / "2"]
    for folder in made:
        folder.mkdir()
        (folder / "same").touch()
    told: list[str] = []
    compare(["3.11", "3.12"], made, told.append)
    assert len(told) == 1
    (made[1] / "wheel").touch()
    (made[1] / "same").write_text("x")
    with pytest.raises(RuntimeError, match=r"3\.11 and 3\.12, these differ: same, wheel"):
        compare(["3.11", "3.12"], made, told.append)


def test_both_builds_compile_the_search_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    caches: list[Path] = []

    def run(*command: str, cwd: Path, **variables: str) -> None:
        if "web/wasm.py" in command:
            caches.append(Path(variables["KABUTO_CACHE"]))
            assert [*caches[-1].iterdir()] == []

    monkeypatch.setattr(build, "run", run)
    for name in ("1", "2"):
        build.build(state.ROOT, tmp_path / name, Path("python"))
    assert len({*caches, folders.cache_folder().parent}) == 3


def test_a_clone_holds_what_is_committed_and_a_step_that_fails_says_what_it_said(
    root: Path, tmp_path: Path
) -> None:
    (root / "new").touch()
    build.clone(root, tmp_path / "clone")
    assert not (tmp_path / "clone" / "new").exists()
    with pytest.raises(RuntimeError, match="no such door"):
        build.run(sys.executable, "-c", "raise SystemExit('no such door')")


def test_half_of_a_wheel_is_refused_by_pip(tmp_path: Path) -> None:
    whole = tmp_path / "whole.zip"
    (tmp_path / "kabuto").mkdir()
    (tmp_path / "kabuto" / "index.html").write_text("x" * 5000)
    archives.pack(tmp_path / "kabuto", whole, 1_700_000_000)
    half = tmp_path / "kabuto-0.9.0-py3-none-any.whl"
    half.write_bytes(whole.read_bytes()[:-40])
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--dry-run", str(half)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=250)
    assert done.returncode != 0
    assert "invalid" in done.stderr


def test_pythons_are_found_and_names_without_one_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = ".".join(map(str, sys.version_info[:2]))
    false = tmp_path / "versions" / "9.9" / "bin" / "python9.9"
    false.parent.mkdir(parents=True)
    false.write_text("#!/bin/sh\necho not installed\nexit 127\n")
    false.chmod(0o755)
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert pythons.find(own, "9.9") == {own: Path(sys.executable)}


def test_the_list_of_parts_is_valid_names_every_licence_and_is_the_same_twice(tmp_path: Path) -> None:
    text = bill.bill(state.ROOT, "0.9.0", 1_700_000_000, tmp_path)
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    assert bill.bill(state.ROOT, "0.9.0", 1_700_000_000, tmp_path) == text
    parts = {part["name"]: part for part in json.loads(text)["components"]}
    assert [name for name, part in parts.items() if not part.get("licenses")] == []
    assert parts["rich"]["scope"] == parts["pyodide"]["scope"] == "required"
    assert parts["starlette"]["scope"] == "optional"
    assert parts["vite"]["scope"] == "excluded"
    assert {"psycopg-binary", "CPython", "torch"} <= parts.keys()
    for lock in state.git(state.ROOT, "ls-files", "*package-lock.json").split():
        paths = json.loads((state.ROOT / lock).read_text())["packages"]
        assert {path.rpartition("node_modules/")[2] for path in paths if path} <= parts.keys()


def test_the_list_says_which_scripts_are_in_the_pages(tmp_path: Path) -> None:
    sources = ["../node_modules/svelte/src/a.js", "../node_modules/x/node_modules/@noble/hashes/b.js", "c.ts"]
    (tmp_path / "a.map").write_text(json.dumps({"sources": sources}))
    assert bill._in_pages(tmp_path) == {"svelte", "@noble/hashes"}
