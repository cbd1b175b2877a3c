"""A third language, shown with generated nonsense: listed, exported, imported, stale, and half done."""

import json
import shutil
from pathlib import Path

import polib
import pytest

from kabuto.table import text as table_text
from kabuto.table.plurals import RULES
from tests.words import translation
from tests.words.check import faults, read
from tests.words.translation import exported, folders, imported, main, pseudo, report

XX = "xx"
COPIED = ("table", "samurai", "study")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of some folders with sentences, and the rules of a language of nonsense."""
    for name, path in folders().items():
        if name in COPIED:
            shutil.copytree(path, tmp_path / path.relative_to(translation.ROOT))
    monkeypatch.setitem(RULES, XX, RULES["en"])
    return tmp_path


def nonsense(root: Path) -> polib.POFile:
    file = exported(XX, root)
    for entry in file:
        entry.msgstr = pseudo(entry.msgid)
    return file


def test_a_language_makes_the_whole_way(root: Path, tmp_path: Path) -> None:
    nonsense(root).save(str(tmp_path / "xx.po"))
    assert imported(polib.pofile(str(tmp_path / "xx.po")), XX, root) == []
    found = report(XX, root)
    assert (found.missing, found.faulty, found.stale) == ([], [], [])
    for folder in folders(root).values():
        assert [fault for fault in faults(folder) if fault.startswith(XX) and "option_" not in fault] == []
    again = exported(XX, root)
    assert {entry.msgctxt: entry.msgstr for entry in again} == {
        entry.msgctxt: pseudo(entry.msgid) for entry in again
    }


def test_what_a_new_language_needs_is_listed(root: Path) -> None:
    found = report(XX, root)
    sentences = sum(len(read(folder, "en")) for folder in folders(root).values())
    assert len(found.missing) == sentences
    assert "src/kabuto/samurai/words/xx.toml: messages.over" in found.missing
    assert next(found.lines()) == f"missing: {sentences}"


@pytest.mark.parametrize(
    ("key", "text", "fault"),
    [
        (
            "table/messages.legal_number",
            "{number, plural, other {#}} X",
            "the plural category one is missing",
        ),
        ("table/messages.not_your_turn", "{who} X", "{seat} is missing"),
        ("table/messages.not_your_turn", "{seat", "a gap ends with }"),
        ("table/messages.unheard_of", "X", "unknown: export the file again"),
        ("table/messages.empty", "", "not translated yet: English is shown"),
    ],
)
def test_a_bad_sentence_is_named_and_left_out(root: Path, key: str, text: str, fault: str) -> None:
    file = exported(XX, root)
    entry = next((each for each in file if each.msgctxt == key), polib.POEntry(msgctxt=key, msgid="?"))
    for each in file:
        each.msgstr = ""
    entry.msgstr = text
    wrong = imported([entry], XX, root)
    assert any(line.startswith(f"{key}: ") and fault in line for line in wrong)
    assert read(folders(root)["table"], XX) == {}


def test_a_sentence_whose_english_changed_is_stale(root: Path) -> None:
    imported(nonsense(root), XX, root)
    file = folders(root)["table"] / "en.toml"
    file.write_text(
        file.read_text("utf-8").replace('empty = "the file is empty"', 'empty = "empty"'), "utf-8"
    )
    assert report(XX, root).stale == ["src/kabuto/table/words/xx.toml: messages.empty: English is now: empty"]
    marked = [entry.msgctxt for entry in exported(XX, root) if "fuzzy" in entry.flags]
    assert marked == ["table/messages.empty"]
    assert imported(exported(XX, root), XX, root) == [
        "table/messages.empty: not translated yet: English is shown"
    ]


def test_a_page_text_beyond_130_percent_is_listed(root: Path) -> None:
    file = nonsense(root)
    title = next(entry for entry in file if entry.msgctxt == "study/study.list_text")
    title.msgstr = 2 * title.msgid
    imported(file, XX, root)
    assert any(
        line.startswith("web/src/shell/study/words/xx.toml: study.list_text: ")
        for line in report(XX, root).long
    )


def test_a_half_done_file_speaks_english_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    words = tmp_path / "half_done" / "words"
    words.mkdir(parents=True)
    (words.parent / "__init__.py").touch()
    (words / "en.toml").write_text('[messages]\none = "One."\ntwo = "Two {n}."\n', "utf-8")
    (words / "de.toml").write_text('[messages]\ntwo = "Zwei {n"\nthree = "?"\n', "utf-8")
    say = table_text.Catalogue("half_done").say
    assert say("one").to("de") == "One."
    assert say("two", n=2).to("de") == "Two 2."


def test_the_command_lists_exports_and_imports(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(translation, "ROOT", root)
    monkeypatch.setattr(exported, "__defaults__", (root,))
    monkeypatch.setattr(imported, "__defaults__", (root,))
    monkeypatch.setattr(report, "__defaults__", (root,))
    po = str(tmp_path / "xx.po")
    assert main([XX, "--export", po]) == 0
    assert main([XX, "--import", po]) == 0
    assert main([XX]) == 0
    assert "missing: " in capsys.readouterr().out
    (tmp_path / "bad.po").write_text('msgid "half"\nmsgid', "utf-8")
    assert main([XX, "--import", str(tmp_path / "bad.po")]) == 2
    assert json.loads((folders(root)["table"] / "xx.sources.json").read_text()) == {}
