"""Counts the words of the documents that people wrote: ``make words``.

Generated pages, generated tables between ``<!-- name -->`` and ``<!-- end of name -->``, and the change log
are left out.
"""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
GENERATED = ("samurai-statements.md", "yedo-rules-table.md", "yedo-balance.md", "changelog.md")
BLOCK = re.compile(r"<!-- (\w[\w ]*) -->.*?<!-- end of \1 -->", re.DOTALL)


def pages() -> list[Path]:
    """Every document that somebody writes and reads."""
    written = [page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in GENERATED]
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *written]


def words(page: Path) -> int:
    """How many words of a page were written by hand."""
    return len(BLOCK.sub("", page.read_text(encoding="utf-8")).split())


if __name__ == "__main__":
    counts = {page.relative_to(ROOT).as_posix(): words(page) for page in pages()}
    for name, number in sorted(counts.items(), key=lambda each: each[1]):
        print(f"{number:7,}  {name}")
    print(f"{sum(counts.values()):7,}  in all")
