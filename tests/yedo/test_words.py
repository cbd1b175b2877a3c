"""The sentences of the game: everything has a name, and every task and effect its words."""

import tomllib
from pathlib import Path
from typing import Any

import kabuto
from kabuto.yedo.board import ANNEXES, COLOURS, DISTRICTS, PLACES, WEAPONS
from kabuto.yedo.cards.vocabulary import CONDITIONS, EFFECTS, MEASURES, PRICED, REWARDS, TIMINGS, WHO
from kabuto.yedo.task import asking

GAME = Path(kabuto.__file__).parent / "yedo"
FILES: dict[str, dict[str, Any]] = {
    path.stem: tomllib.loads(path.read_text("utf-8")) for path in (GAME / "words").glob("*.toml")
}
ENGLISH = FILES["en"]


def test_every_word_of_the_vocabulary_and_every_task_has_a_sentence() -> None:
    for op in (*CONDITIONS, *REWARDS, *EFFECTS):
        assert f"rule_{op.replace('-', '_')}" in ENGLISH["messages"]
    for kind in asking():
        assert f"now_{kind.name}" in ENGLISH["messages"]


def test_everything_has_a_name() -> None:
    names = ENGLISH["words"]["names"]
    for key in (*DISTRICTS, *PLACES, *ANNEXES, *WEAPONS, *COLOURS):
        assert key in names
    for kind, words in (("count", MEASURES), ("who", WHO), ("time", TIMINGS), ("price", PRICED)):
        assert all(f"{kind}_{word}" in names for word in words)
