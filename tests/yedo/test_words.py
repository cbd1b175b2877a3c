"""The sentences of the game: everything has a name, and every task and effect its words."""

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

import kabuto
from kabuto.table import Text
from kabuto.yedo.board import ANNEXES, COLOURS, DISTRICTS, PLACES, WEAPONS
from kabuto.yedo.cards.vocabulary import CONDITIONS, EFFECTS, MEASURES, PRICED, REWARDS, TIMINGS, WHO
from kabuto.yedo.options import CARDS
from kabuto.yedo.state.state import asking

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
        assert kind.name in ENGLISH["page"]["coach"]


def test_everything_has_a_name() -> None:
    names = ENGLISH["words"]["names"]
    for key in (*DISTRICTS, *PLACES, *ANNEXES, *WEAPONS, *COLOURS):
        assert key in names
    for kind, words in (("count", MEASURES), ("who", WHO), ("time", TIMINGS), ("price", PRICED)):
        assert all(f"{kind}_{word}" in names for word in words)


REFUSALS = {"BadOption", "BadRecord", "IllegalMove", "Refused"}


def bare_refusals(source: str) -> list[int]:
    """The lines of a module that refuse something in bare English, not in a sentence of the words files."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSALS:
            reason = node.args[0]
            if isinstance(reason, (ast.Constant, ast.JoinedStr)) or ast.unparse(reason).startswith("str("):
                found.append(node.lineno)
    return found


@pytest.mark.parametrize("path", sorted(GAME.rglob("*.py")), ids=lambda path: str(path.relative_to(GAME)))
def test_every_refusal_is_a_sentence_of_the_words_files(path: Path) -> None:
    assert not bare_refusals(path.read_text("utf-8"))


def test_a_bare_refusal_is_found() -> None:
    assert bare_refusals('raise BadRecord(f"at most {most}", place)') == [1]
    assert bare_refusals("raise BadOption(str(error), 'cards')") == [1]
    assert not bare_refusals('raise BadRecord(WORDS.say("at_most", limit=2), place)')


def test_a_bad_card_file_is_refused_in_german_too(tmp_path: Path) -> None:
    """The command line adds file and line to the reason, and keeps it translatable."""
    (tmp_path / "missions.toml").write_text('[[card]]\ncode = "M0"\n', "utf-8")
    with pytest.raises(kabuto.BadOption) as refused:
        CARDS.parse(str(tmp_path))
    reason = refused.value.reason
    assert isinstance(reason, Text)
    assert "missions.toml:2: card 'M0', code: should be M and a number" in reason
    assert "missions.toml:2: Karte 'M0', code: sollte M und eine Zahl sein" in reason.to("de")
