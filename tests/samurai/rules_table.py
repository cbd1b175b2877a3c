"""The statements of Samurai's printed rules (K), our rulings (J), and the page that names their tests.

python -m tests.samurai.rules_table     # writes samurai-statements.md, and the rulings into samurai.md
"""

import re
import tomllib
from pathlib import Path

import pytest

from tests.support.statements import write

rule = pytest.mark.rule
"""Says which statements (K) and rulings (J) a test checks: ``@rule("K60", "J21")``."""

FOLDER = Path(__file__).parent
PAGE = FOLDER.parents[1] / "docs" / "samurai.md"


def with_rulings(text: str) -> str:
    """The page with the rulings as ``rulings.toml`` has them."""
    listed = tomllib.loads((FOLDER / "rulings.toml").read_text("utf-8"))["ruling"]
    rows = ["| # | question | ruling | why |", "|---|---|---|---|"]
    rows += [
        f"| {each['number']} | {each['question']} | {each['ruling']} | {each['why']} |" for each in listed
    ]
    block = "\n".join(("<!-- rulings -->", *rows, "<!-- end of rulings -->"))
    return re.sub("(?s)<!-- rulings -->.*?<!-- end of rulings -->", lambda _: block, text)


if __name__ == "__main__":
    write(FOLDER)
    PAGE.write_text(with_rulings(PAGE.read_text("utf-8")), "utf-8")
