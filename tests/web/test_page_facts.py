"""What the pages tell without asking the server has to be what the rules say."""

import re
import tomllib
from pathlib import Path

import pytest

from kabuto.samurai.board import CITY, EDO, REGIONS, SPACES, VILLAGE, board

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web" / "src"


def text(path: str) -> str:
    """A file of the pages."""
    return (WEB / path).read_text(encoding="utf-8")


def test_the_rules_page_counts_the_map_as_it_is() -> None:
    rows = re.findall(r"\[(\d), '(\d+) / (\d+) / (\d+)', (\d+)\]", text("games/samurai/rules/Rules.svelte"))
    expected = []
    for players in REGIONS:
        there = [SPACES[space].terrain for space in board(players).spaces]
        counts = [there.count(terrain) for terrain in (VILLAGE, CITY, EDO)]
        expected.append(tuple(map(str, [players, *counts, board(players).figures])))
    assert rows == expected


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("vocabulary", ["1998", "2015"])
def test_things_have_the_same_names_in_the_browser_as_at_the_terminal(language: str, vocabulary: str) -> None:
    terminal = tomllib.loads(
        (ROOT / f"src/kabuto/samurai/words/{language}.toml").read_text(encoding="utf-8")
    )["words"][vocabulary]
    words = text(f"games/samurai/words/{language}.ts")
    section = re.search(rf"^  v{vocabulary}: \{{$(.*?)^  \}},$", words, re.S | re.M)
    assert section
    browser = dict(re.findall(r"^    (\w+): '(.*)',$", section[1], re.M))
    assert {name: terminal[name] for name in browser} == browser
