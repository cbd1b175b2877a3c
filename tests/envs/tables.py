"""The tables of docs/export.md and docs/envs.md: ``python -m tests.envs.tables`` writes them anew."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from kabuto.envs.export import columns
from kabuto.samurai.numbers.spaces import FIELDS

DOCS = Path(__file__).parents[2] / "docs"


def written(page: str) -> str:
    """A page with its tables as they should be."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for name, rows in TABLES[page].items():
        block = "\n".join((f"<!-- {name} -->", *rows, f"<!-- end of {name} -->"))
        text = re.sub(f"(?s)<!-- {name} -->.*?<!-- end of {name} -->", lambda _, new=block: new, text)  # type: ignore[misc]
    return text


def _columns(wanted: Callable[[str], bool], game: str) -> Iterator[str]:
    yield from ("| column | kind | what it holds |", "|---|---|---|")
    table = (column for column in columns(game, truth=True) if wanted(column.name))
    yield from (f"| `{c.name}` | {c.kind} | {c.meaning} |" for c in table)


def _observation() -> Iterator[str]:
    yield from ("| bytes | field | shape | meaning |", "|---|---|---|---|")
    for field in FIELDS:
        last = field.offset + field.size - 1
        numbers = f"{field.offset}" if last == field.offset else f"{field.offset} – {last}"
        shape = " × ".join(map(str, field.shape))
        yield f"| {numbers} | `{field.name}` | {shape} | {field.meaning} |"


GAMES = ("samurai", "yedo")
SHARED = set[str].intersection(*({column.name for column in columns(game, truth=True)} for game in GAMES))
SHARED -= {"phase"}  # it has other names in each game
TABLES = {
    "export.md": {
        "columns of every game": [*_columns(SHARED.__contains__, GAMES[0])],
        **{f"columns of {game}": [*_columns(lambda name: name not in SHARED, game)] for game in GAMES},
    },
    "envs.md": {"observation": [*_observation()]},
}

if __name__ == "__main__":
    for page in TABLES:
        (DOCS / page).write_text(written(page), encoding="utf-8")
