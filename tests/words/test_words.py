"""Every sentence: the same in all languages, well formed, and said by some code."""

from functools import cache
from pathlib import Path

import pytest

from tests.words.check import faults, languages, read, spoken, unused

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "kabuto"
FOLDERS = sorted(
    {path.parent for place in ("src", "web/src") for path in (ROOT / place).rglob("words/*.toml")}
)
"""All folders with sentences; a language is found by its file."""


def name(folder: Path) -> str:
    return folder.parent.name


SPEAKERS = {
    "protocol": ("protocol", "tabletop", "host", "server"),
    "text_ui": ("text_ui", "agents", "cli"),
}
"""Package with sentences → the packages that say them, where others do besides itself."""


@cache
def python(folder: Path) -> list[str]:
    speakers = [folder.parent / name for name in SPEAKERS.get(folder.name, (folder.name,))]
    return [path.read_text(encoding="utf-8") for each in speakers for path in each.rglob("*.py")]


@cache
def page() -> list[str]:
    files = (path for ending in ("ts", "svelte") for path in (ROOT / "web" / "src").rglob(f"*.{ending}"))
    return [path.read_text(encoding="utf-8") for path in files]


def test_every_package_is_checked_in_english_and_german() -> None:
    every = {"arena", "envs", "players", "protocol", "samurai", "table", "text_ui", "yedo"}
    assert every <= {*map(name, FOLDERS)}
    assert {"en", "de"} <= languages(FOLDERS)


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_every_language_says_the_same(folder: Path) -> None:
    assert not list(faults(folder, languages(FOLDERS)))


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_every_sentence_is_said(folder: Path) -> None:
    sentences = read(folder, "en")
    of_the_game = {key: text for key, text in sentences.items() if key.startswith("game.")}
    own = {key: text for key, text in sentences.items() if key not in of_the_game}
    sources = python(folder.parent) if folder.is_relative_to(PACKAGE) else []
    assert not list(unused(own, sources, page()))
    # What the command and the server say about a game, no game says itself.
    shells = [*python(PACKAGE / "text_ui"), *python(PACKAGE / "protocol")]
    assert not list(unused(of_the_game, [*shells, *sources], page()))


@pytest.mark.parametrize("folder", [folder for folder in FOLDERS if folder.is_relative_to(PACKAGE)], ids=name)
def test_every_sentence_that_is_said_exists(folder: Path) -> None:
    shared = (
        PACKAGE / "text_ui" / "words",
        PACKAGE / "table" / "words",
    )  # a table prints on the command's screen
    known = {key.rpartition(".")[2] for each in (folder, *shared) for key in read(each, "en")}
    said = {key for source in python(folder.parent) for key in spoken(source)}
    assert not said - known


# The check itself, with sentences that are wrong on purpose.

ENGLISH = """
[words.plain]
token = "token"
[messages]
takes = "{Seat} takes {n, plural, one {# {token}} other {# tokens}}."
over = "It's over."
[game]
player_search = "search:N"
"""
POLISH = """
[words.plain]
token = "żeton"
[messages]
takes = "{Seat} bierze {n, plural, one {# {token}} few {# żetony} many {# żetonów} other {# żetonu}}."
over = "Koniec."
[game]
player_search = "search:N po polsku"
option_players = "ilu graczy"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.toml").write_text(ENGLISH, encoding="utf-8")
    return tmp_path / "words"


def test_a_third_language_is_one_more_file(folder: Path) -> None:
    (folder / "pl.toml").write_text(POLISH, encoding="utf-8")
    assert languages([folder]) == {"en", "pl"}
    assert not list(faults(folder))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('over = "Koniec."', "", "pl: messages.over is missing"),
        ('over = "Koniec."', 'over = "Koniec."\nmore = "?"', "pl: messages.more is not in English"),
        ('token = "żeton"', "", "pl: words.plain.token is missing"),
        ("{Seat}", "{Kto}", "pl: messages.takes: {seat} is missing"),
        ("{Seat}", "{Kto}", "pl: messages.takes: {kto} is not in English"),
        ("few {# żetony}", "", "pl: messages.takes: the plural category few is missing"),
        ("few {# żetony}", "few {#} two {#}", "pl: messages.takes: pl has no plural category two"),
        ("Koniec.", "Koniec }", "pl: messages.over: character 8: this brace closes nothing"),
    ],
)
def test_every_fault_of_a_language_is_named(folder: Path, old: str, new: str, fault: str) -> None:
    assert old in POLISH
    (folder / "pl.toml").write_text(POLISH.replace(old, new), encoding="utf-8")
    assert fault in faults(folder)


def test_what_python_would_not_read_is_named(folder: Path) -> None:
    (folder / "en.toml").write_text(f'[page]\ntitle = "Map"\n{ENGLISH}', encoding="utf-8")
    assert list(faults(folder)) == ["en: the sections of the page have to come last, Python reads no further"]


def test_a_language_that_another_folder_has_is_missed(folder: Path) -> None:
    assert list(faults(folder, {"en", "pl"})) == ["pl: there is no file pl.toml"]


def test_a_language_without_a_plural_rule_is_named(folder: Path) -> None:
    (folder / "tlh.toml").write_text(ENGLISH, encoding="utf-8")
    assert list(faults(folder)) == ["tlh: kabuto/table/plurals.py has no plural rule for this language"]


def test_a_sentence_that_no_code_says_is_named(folder: Path) -> None:
    sentences = {**read(folder, "en"), "page.board.title": "Map"}
    assert list(unused(sentences, ['say("takes")', 'text(f"player_{name}")'], ["t.board.title"])) == [
        "messages.over"
    ]
    assert list(unused(sentences, ['say("takes")', 'say("over", "player_search", "title")'], [])) == [
        "page.board.title"
    ]
    assert list(spoken('say("one" if x else "two", a="b"); other("three")')) == ["one", "two"]
