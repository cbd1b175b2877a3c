"""R6: a ruling of ours is marked as ours wherever a player reads the rules, and a footnote says which."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from kabuto.table.rulings import footnotes
from tests.words.check import languages, read

ROOT = Path(__file__).parents[2]
SIGN = re.compile(r"†(\w+)")
GAMES = {
    # The folder of words, the page of the rules, the documentation.
    "samurai": ("page_teaching.rules.", "Rules.svelte", "docs/samurai.md"),
    "yedo": ("page.rules.", "Rules.svelte", "docs/yedo-rules-table.md"),
}


def folder(game: str) -> Path:
    return ROOT / "src" / "kabuto" / game / "words"


def named(sentences: Iterable[str]) -> set[str]:
    return {number for text in sentences for number in SIGN.findall(text)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_r6_every_sign_has_its_footnote_and_every_footnote_its_sign(game: str, language: str) -> None:
    sentences = read(folder(game), language)
    rules = [text for key, text in sentences.items() if key.startswith(GAMES[game][0])]
    explained = {key.removeprefix("rulings.ours_") for key in sentences if key.startswith("rulings.ours_")}
    assert named(rules) == explained
    assert named([sentences["terminal.rules"]]) - {"0"} <= explained
    assert named([sentences["terminal.rules"]])


@pytest.mark.parametrize("game", GAMES)
def test_r6_the_page_lists_every_footnote(game: str) -> None:
    page = (ROOT / "web" / "src" / "games" / game / "rules" / GAMES[game][1]).read_text("utf-8")
    listed = re.search(r"const OURS = \[(.*?)\]", page, re.DOTALL)
    assert listed
    assert set(re.findall(r"'(\w+)'", listed[1])) == named(read(folder(game), "en").values())


@pytest.mark.parametrize("game", GAMES)
def test_r6_the_documentation_has_every_ruling_by_its_number(game: str) -> None:
    rows = re.findall(r"^\| (\w+) \|(.*)$", (ROOT / GAMES[game][2]).read_text("utf-8"), re.MULTILINE)
    documented = dict(rows)
    for number in named(read(folder(game), "en").values()):
        assert number in documented, number
        assert game == "yedo" or "ours" in documented[number], number


@pytest.mark.parametrize("game", GAMES)
def test_r6_the_terminal_says_what_the_sign_means(game: str) -> None:
    for language in languages([folder(game)]):
        rules = read(folder(game), language)["terminal.rules"]
        about, *each = footnotes(rules, f"kabuto.{game}", language, "1998" if game == "samurai" else "")
        assert "†" in about
        assert [line.partition(" ")[0] for line in each] == [
            f"†{number}" for number in dict.fromkeys(SIGN.findall(rules))
        ]
    assert not list(footnotes("Nothing is ours here.", f"kabuto.{game}", "en"))
