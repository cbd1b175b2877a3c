"""The tables of docs/envs-yedo.md: ``python tests/yedo/numbers/tables.py`` writes them anew."""

import re
from pathlib import Path

from kabuto.yedo.numbers.spaces import BLOCKS, FIELDS

PAGE = Path(__file__).parents[3] / "docs" / "envs-yedo.md"


def written(text: str) -> str:
    """The page with its tables as they should be."""
    for name, table in (("actions", _actions()), ("observation", _observation())):
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        text = re.sub(f"(?s){begin}.*?{end}", lambda _, new=begin + table + end: new, text)  # type: ignore[misc]
    return text


def _actions() -> str:
    rows, first = ["| ids | moves | meaning |", "|---|---|---|"], 0
    for block in BLOCKS:
        last = first + len(block.rests) - 1
        ids = f"{first}" if last == first else f"{first} – {last}"
        rows.append(f"| {ids} | {_examples(block.verb, block.rests)} | {block.meaning} |")
        first = last + 1
    return "\n".join(rows) + "\n"


def _examples(verb: str, rests: tuple[str, ...]) -> str:
    texts = [f"`{verb} {rest}`".replace(" `", "`") for rest in rests]
    return ", ".join(texts) if len(texts) <= 4 else f"{texts[0]} … {texts[-1]}"


def _observation() -> str:
    rows = ["| from | shape | field | meaning |", "|---|---|---|---|"]
    for field in FIELDS:
        shape = " × ".join(map(str, field.shape))
        rows.append(f"| {field.offset} | {shape} | `{field.name}` | {field.meaning} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
