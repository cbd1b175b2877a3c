"""The sentences of the game: every language has the same ones, with the same gaps, and all are used."""

import re
import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import kabuto
from kabuto.yedo.board import ANNEXES, COLOURS, DISTRICTS, PLACES, WEAPONS
from kabuto.yedo.cards.vocabulary import CONDITIONS, EFFECTS, MEASURES, PRICED, REWARDS, TIMINGS, WHO
from kabuto.yedo.task import TASKS

GAME = Path(kabuto.__file__).parent / "yedo"
FILES: dict[str, dict[str, Any]] = {
    path.stem: tomllib.loads(path.read_text("utf-8")) for path in (GAME / "words").glob("*.toml")
}
ENGLISH = FILES["en"]
AUTOMATIC = {"task", "reward", "file"}
"""Tasks that never ask anything."""


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_every_language_has_the_same_names_and_sentences_with_the_same_gaps() -> None:
    assert set(FILES) == {"en", "de"}
    for words in FILES.values():
        assert words["words"]["names"].keys() == ENGLISH["words"]["names"].keys()
        assert words["messages"].keys() == ENGLISH["messages"].keys()
        for key, sentence in words["messages"].items():
            assert gaps(sentence) == gaps(ENGLISH["messages"][key]), key


def test_every_sentence_is_used() -> None:
    source = "\n".join(path.read_text("utf-8") for path in GAME.rglob("*.py"))
    vocabulary = {f"rule_{op.replace('-', '_')}" for op in (*CONDITIONS, *REWARDS, *EFFECTS)}
    tasks = {f"now_{name}" for name in TASKS.keys() - AUTOMATIC}
    for key in ENGLISH["messages"]:
        told = key.startswith(("move_", "fact_"))  # see test_telling
        used = key in vocabulary or key in tasks or told or re.search(rf'"{key}"', source)
        assert used, key


def test_every_word_of_the_vocabulary_and_every_task_has_a_sentence() -> None:
    for op in (*CONDITIONS, *REWARDS, *EFFECTS):
        assert f"rule_{op.replace('-', '_')}" in ENGLISH["messages"]
    for name in TASKS.keys() - AUTOMATIC:
        assert f"now_{name}" in ENGLISH["messages"]


def test_everything_has_a_name() -> None:
    names = ENGLISH["words"]["names"]
    for key in (*DISTRICTS, *PLACES, *ANNEXES, *WEAPONS, *COLOURS):
        assert key in names
    for kind, words in (("count", MEASURES), ("who", WHO), ("time", TIMINGS), ("price", PRICED)):
        assert all(f"{kind}_{word}" in names for word in words)


def test_every_said_sentence_exists() -> None:
    files = (path for path in GAME.rglob("*.py") if path.parent != GAME / "terminal")  # has its own sentences
    source = "\n".join(path.read_text("utf-8") for path in files)
    for key in re.findall(r'(?:say|tell)\(\s*"([a-z_]+)"', source):
        assert key in ENGLISH["messages"], key
