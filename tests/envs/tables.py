"""Tables of docs/export.md, envs.md and arena.md: ``python -m tests.envs.tables`` writes them anew."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from kabuto.envs.export import columns
from kabuto.samurai.numbers.spaces import FIELDS
from kabuto.tasks import read

DOCS = Path(__file__).parents[2] / "docs"
BASELINES = DOCS.parent / "research" / "results" / "tasks"


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


def _baselines() -> Iterator[str]:
    yield from ("| task | player | games | wins | 95% | steps |", "|---|---|---|---|---|---|")
    results = (read(path)[0].to_json() for path in sorted(BASELINES.glob("*.json")))
    for told in sorted(results, key=lambda told: (told["task"]["name"], told["score"]["share"])):
        score, player = told["score"], told["player"]
        interval = f"{score['low']:.1%}–{score['high']:.1%}"
        steps = "" if player["steps"] is None else f"{player['steps']:,}"
        who = f"`{told['task']['name']}` | `{player['name']}`"
        games = f"{score['games']} of {told['task']['games']}"
        yield f"| {who} | {games} | {score['share']:.1%} | {interval} | {steps} |"


GAMES = ("samurai", "yedo")
SHARED = set[str].intersection(*({column.name for column in columns(game, truth=True)} for game in GAMES))
SHARED -= {"phase"}  # it has other names in each game
TABLES = {
    "export.md": {
        "columns of every game": [*_columns(SHARED.__contains__, GAMES[0])],
        **{f"columns of {game}": [*_columns(lambda name: name not in SHARED, game)] for game in GAMES},
    },
    "envs.md": {"observation": [*_observation()]},
    "arena.md": {"baselines": [*_baselines()]},
}

if __name__ == "__main__":
    for page in TABLES:
        (DOCS / page).write_text(written(page), encoding="utf-8")
