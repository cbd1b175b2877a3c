"""Studies at the command line: checked, printed, and their main line written down."""

import json
from pathlib import Path
from typing import Any

import kabuto as package
from tests.server.test_study import record

from .conftest import Kabuto


def saved(path: Path, **changes: Any) -> Path:
    nodes = [
        {"comment": "a village"},
        {"move": "B4o9"},
        {"parent": 1, "move": "/"},
        {"move": "S1o9", "comment": "weaker\nbut\x1b[2J cheap"},
        {"parent": 3, "move": "/"},
    ]
    study = {"kabuto": "study", "format": 1, "title": "Two tries", "record": record(["B4o9"]), "nodes": nodes}
    path.write_text(json.dumps(study | changes))
    return path


def test_variations_follow_the_move_they_replace(kabuto: Kabuto, tmp_path: Path) -> None:
    printed = kabuto("replay", "--print", saved(tmp_path / "a.study.json"))
    assert (printed.code, printed.err) == (0, "")
    assert printed.out.splitlines()[:6] == [
        "Two tries (samurai, 4 moves)",
        "Start  a village",
        "1. B4o9",
        "  1. S1o9  weaker but[2J cheap",
        "  2. /",
        "2. /",
    ]


def test_the_main_line_is_written_as_a_record(kabuto: Kabuto, tmp_path: Path) -> None:
    out = tmp_path / "main.json"
    assert kabuto("replay", "--print", saved(tmp_path / "a.study.json"), "--out", out).code == 0
    assert package.load(json.loads(out.read_text())).record()["moves"] == ["B4o9", "/"]


def test_what_is_wrong_is_named_with_its_place(kabuto: Kabuto, tmp_path: Path) -> None:
    illegal = saved(tmp_path / "a.json", nodes=[{}, {"move": "B4p8"}])
    assert kabuto("replay", "--print", illegal).err.startswith(f"kabuto: {illegal}: nodes[1].move: ")
    for nodes in (None, [], ["x"], [{"move": 3}], [{}, {"parent": "x"}], [{"comment": 7}]):
        assert kabuto("replay", "--print", saved(tmp_path / "b.json", nodes=nodes)).code == 2


def test_a_retired_command_says_what_replaces_it(kabuto: Kabuto, tmp_path: Path) -> None:
    study = saved(tmp_path / "a.study.json")
    old, new = kabuto("study", study), kabuto("replay", "--print", study)
    assert (old.code, old.out, old.err) == (0, new.out, "kabuto: kabuto study is kabuto replay --print now\n")
    old = kabuto("think")
    assert (old.code, old.err.splitlines()[0]) == (2, "kabuto: kabuto think is kabuto worker now")
