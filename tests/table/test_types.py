"""What a type checker knows of a game that is begun or loaded by its name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kabuto
from kabuto import BadRecord

SOURCE = Path(kabuto.__file__).parents[1]
SNIPPET = """
from typing import Any, assert_type
import kabuto
from kabuto.samurai import Move, Samurai, SamuraiView
from kabuto.yedo import Yedo, YedoView

samurai = kabuto.new("samurai", players=3, seed=7)
assert_type(samurai, Samurai)
assert_type(samurai.view(0), SamuraiView)
samurai.state.hands
for move in samurai.view(0).legal_moves():
    assert_type(move, Move)
assert_type(kabuto.new("yedo"), Yedo)
assert_type(kabuto.load(samurai.record(), "samurai"), Samurai)
assert_type(kabuto.load({}, "yedo", seed=1).view(None), YedoView)

def anything(name: str) -> None:
    assert_type(kabuto.new(name), kabuto.Game[Any, Any])
    assert_type(kabuto.load({}), kabuto.Game[Any, Any])

kabuto.new("samurai").move  # the one mistake: nothing has this name
"""


def test_new_and_load_are_typed_by_the_name_of_the_game(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(SNIPPET, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--no-error-summary"]
    checked = subprocess.run(
        [*command, "--config-file=", str(snippet)],
        env={**os.environ, "MYPYPATH": str(SOURCE)},
        cwd=SOURCE.parent,
        capture_output=True,
        text=True,
        timeout=240,
    )
    [fault] = checked.stdout.splitlines()
    assert '"Samurai" has no attribute "move"' in fault, checked


def test_a_record_of_another_game_is_refused() -> None:
    record = kabuto.new("yedo", seed=1).record()
    assert kabuto.load(record, "yedo").record() == record
    with pytest.raises(BadRecord, match="game: this is a record of 'yedo', not of 'samurai'"):
        kabuto.load(record, "samurai")
