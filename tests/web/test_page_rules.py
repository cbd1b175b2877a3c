"""The page knows no rules: what a move brings about and how a turn changed the table is asked of the game."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "web" / "src"
PLAY = r"games/\w+/(table|moves|sheets|board)/|shell/(table|parts|lib)/"
"""Where games are played."""
NAMES = (
    "askable|captures?|distance|givable|influences?|majorit(?:y|ies)|neighbou?rs|prices?|rew(?:i|ou)nd|"
    "standings|surrounded|takeBack|undone|winners?"
)
RULES = {
    "measures how far spaces are apart": (
        r"import \{[^}]*\bdistance\b[^}]*\} from '.*geometry'",
        PLAY,
    ),
    "defines what the game knows": (rf"\b(?:function|const) (?:{NAMES})\b(?: = \(|\()", PLAY),
    "counts influence": (r"influence\b[^\n;]{0,60}?(?:\breduce\(|Math\.max\(|[^=]\+=? )", "."),
    "works prices out": (r"\b(?:price|cost|mon)s?\b\)? [-*] [\w(]", PLAY),
    "undoes a move": (r"\bdelete (?:tokens|figures|disciples|clans)\b|\.reverse\(\)\) \{\n.*ply", PLAY),
    "looks whether a move is legal": (
        r"\blegal(?:\.includes|\.some\(\(move\) => move ===|\?\.includes)\(",
        PLAY,
    ),
    "asks about a made-up move": (r"\$\{\w+\}[a-z]\d+`", PLAY),
}
ALLOWED = {
    ("measures how far spaces are apart", "games/samurai/board/Magnified.svelte"),  # what a magnifier shows
    ("defines what the game knows", "games/samurai/board/geometry.ts"),
    ("looks whether a move is legal", "games/samurai/table/guide.ts"),  # which sentence is said
}
ONCE_THERE = [
    "import { distance, SPACE, SPACES, isSettlement } from '../board/geometry'",
    "function captures(position: Position, own: Own, token?: string): Advice | null {",
    "const best = Math.max(0, ...influence.filter((_, seat) => seat !== me))\n"
    "return { mine: influence[me]! + (counts ? strength : 0), best }",
    "} else if (first) delete tokens[first]",
    "export function rewind(now: Lying, log: readonly LogEntry[], ply: number): Lying {",
    "if (!own?.legal.includes(notation) || this.busy) return false",
    "void this.session.why(`${part}o14`)",
    "export const askable = (clan: Clan, place: string): string[] =>",
    "const due = price - rebate",
]
"""Lines that knew a rule."""


def broken(place: str, text: str) -> Iterator[str]:
    """The rules that a file knows."""
    for what, (pattern, where) in RULES.items():
        if re.match(where, place) and (what, place) not in ALLOWED and re.search(pattern, text):
            yield what


def test_no_file_of_the_page_knows_a_rule() -> None:
    found = {
        f"{place} {what}"
        for path in SOURCE.rglob("*")
        if path.suffix in (".ts", ".svelte") and not path.name.endswith((".test.ts", "protocol.ts"))
        for place in [path.relative_to(SOURCE).as_posix()]
        for what in broken(place, path.read_text(encoding="utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize("line", ONCE_THERE)
def test_a_rule_in_the_page_is_found(line: str) -> None:
    assert list(broken("games/samurai/table/coach.ts", line))
