"""What the pages tell without asking the server has to be what the rules say."""

import re
from pathlib import Path

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
