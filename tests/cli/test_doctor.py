"""``kabuto doctor`` says how an installation is, and its report names no person."""

import sys
from pathlib import Path

import pytest

from kabuto.cli.doctor import command, findings
from kabuto.cli.doctor.findings import Place, extras
from kabuto.cli.doctor.report import without_home
from kabuto.folders import cache_folder
from kabuto.table import Refused

from .conftest import Kabuto


@pytest.fixture(autouse=True)
def _cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KABUTO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(findings, "_edition", lambda: None)


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(("language", "word"), [("en", "installed"), ("de", "installiert")])
def test_it_says_what_is_installed_and_where_things_are(kabuto: Kabuto, language: str, word: str) -> None:
    printed = kabuto("doctor", "--language", language)
    assert f"[play] {word}" in printed.out
    assert str(cache_folder()) in printed.out.replace("\n    ", "")


def test_an_extra_that_lacks_something_names_it_and_how_to_get_it() -> None:
    found = extras(
        [
            "rich>=14",
            'nothing-like-it>=1; extra == "play"',
            f"uvloop>=0.21; sys_platform != '{sys.platform}' and extra == 'play'",
            'rich>=14; extra == "postgres"',
            'kabuto[play]; extra == "postgres"',
            'pytest; extra == "dev"',
        ]
    )
    assert found["play"] == {"nothing-like-it": None}
    assert set(found) == {"play", "postgres"}
    assert found["postgres"].keys() == {"rich", "nothing-like-it"}


def test_caches_are_cleared_and_nothing_else(kabuto: Kabuto) -> None:
    kept = cache_folder() / "mine"
    for folder in (cache_folder() / "kernel-0123", cache_folder() / "folder-4567", kept):
        folder.mkdir(parents=True)
        (folder / "file").write_bytes(bytes(2_000_000))
    assert "4.0 MB freed" in words(kabuto("doctor", "--clear-caches").out)
    assert [path.name for path in cache_folder().iterdir()] == [kept.name]


def test_the_report_is_a_new_file_and_names_no_home_and_no_secret(
    kabuto: Kabuto, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "akiko"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("KABUTO_PASSWORD", "hush")
    path = tmp_path / "report.txt"
    assert kabuto("doctor", "--report", path).code == 0
    text = path.read_text("utf-8")
    assert "akiko" not in text
    assert "hush" not in text
    assert "KABUTO_PASSWORD is set" in text
    assert "data ~/data/kabuto" in text
    assert kabuto("doctor", "--report", path).code == 2


def test_a_name_in_another_place_is_left_out_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/akiko"))
    assert without_home("/srv/akiko/kabuto and /home/akiko/x") == "/srv/…/kabuto and ~/x"


def test_a_damaged_installation_is_told_and_ends_with_1(
    kabuto: Kabuto, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(findings, "_damaged", lambda: iter(["kabuto/version.py"]))
    monkeypatch.setattr(findings, "_edition", lambda: Refused("cut off", "kabuto"))
    printed = kabuto("doctor")
    assert printed.code == 1
    assert "kabuto/version.py" in printed.out
    assert "--force-reinstall" in words(printed.out)
    assert "cut off" in printed.out


def test_files_that_differ_from_what_was_installed_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import importlib.metadata as metadata

    info = tmp_path / "kabuto-0.9.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: kabuto\nVersion: 0.9.0\n")
    right = "sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"  # of nothing
    names = ("whole.py", "half.py", "gone.py", "../../bin/kabuto")
    (info / "RECORD").write_text("".join(f"{name},{right},0\n" for name in names))
    (tmp_path / "whole.py").touch()
    (tmp_path / "half.py").write_text("x")
    found = metadata.Distribution.at(info)
    monkeypatch.setattr(findings, "distribution", lambda name: found)
    assert [*findings._damaged()] == ["half.py", "gone.py"]


def test_without_a_home_and_with_a_read_only_one_it_says_what_to_set(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from kabuto.text_ui.screen import Screen

    command._tell_place("doctor_data", Place(None), Screen())
    command._tell_place("doctor_cache", Place(tmp_path, can_write=False), Screen())
    told = words(capsys.readouterr().out)
    assert "set HOME" in told
    assert "can’t be written" in told
