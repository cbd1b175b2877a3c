"""What the corpus covers: what each entry is an example of, what there has to be, and a page of figures."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

from kabuto.table import game_class
from kabuto.table.options import resolve
from kabuto.tabletop.table_events import Event

from . import ends, shelf
from .shelf import Batch, Entry, Shapes

PAGE = Path(__file__).with_name("COUNTS.md")
FOLDERS = "folders"
"""The kind of file that is no batch of lines."""
VERDICTS = ("valid", "refused", "unreadable")
STATUSES = ("waiting", "playing", "over", "record", "closed")
_TOLD = {"proofs": "verdict", "tables": "status"}
"""Kind → the fact that tells them apart."""
LEAST = {
    "records": 2900,
    "positions": 300,
    "tables": 50,
    "proofs": 50,
    "studies": 20,
    "puzzles": 20,
    "saves": 2,
    FOLDERS: 2,
    "solvers": 16,
}
"""Kind → how many entries there have to be at least."""


@cache
def batches() -> tuple[tuple[Batch, Shapes, tuple[Entry, ...]], ...]:
    """Every batch of lines, with its shapes and entries."""
    listed = [batch for batch in shelf.batches() if batch.file.endswith(shelf.LINES)]
    return tuple(
        (batch, shapes, tuple(entries)) for batch in listed for shapes, entries in [shelf.read(batch)]
    )


def features(kind: str, entry: Entry) -> set[str]:
    """What an entry is an example of."""
    game, told = entry["game"], {f"{kind}: {entry['by']}"}
    facts = entry["facts"]
    told |= {f"{kind}: {facts[told_by]}" for told_by in [_TOLD.get(kind)] if told_by}
    told |= {f"{kind}: event {event['type']}" for event in entry.get("events", ())}
    record = entry.get("record")
    return told | set(_of_record(kind, game, record, facts.get("end", "")) if record else [f"{kind}: {game}"])


def _of_record(kind: str, game: str, record: dict[str, Any], end: str) -> Iterator[str]:
    options = resolve(game_class(game).option_table, record.get("options", {}), lasting=True)
    own = f"{kind}: {game}, {options.pop('players')} players"
    yield own
    yield from (f"{own}, {name}={value}" for name, value in options.items())
    yield from (f"{own}, {part}" for part in end.replace(": ", ", ").split(", ") if part)


def required() -> Iterator[str]:
    """Everything of which there has to be an example."""
    for game, reasons in ends.EXPECTED.items():
        table = {
            option.name: [v for v in option.values if not (option.quiet and v == option.default)]
            for option in game_class(game).option_table
        }
        for players in table.pop("players"):
            own = f"{game}, {players} players"
            for name, values in table.items():
                for value in values:
                    yield f"records: {own}, {name}={value}"
                    yield f"positions: {own}, {name}={value}"
            yield from (f"records: {own}, {reason}" for reason in (*reasons[0], *reasons[1], "unfinished"))
            yield f"proofs: {own}"
    yield from (f"proofs: {verdict}" for verdict in VERDICTS)
    yield from (f"tables: {status}" for status in STATUSES)
    yield from (f"tables: event {kind.__struct_config__.tag}" for kind in get_args(Event))


def counted() -> Counter[str]:
    """Feature → of how many entries."""
    found: Counter[str] = Counter()
    for batch, _, entries in batches():
        for entry in entries:
            found.update(features(batch.kind, entry))
    return found


def missing() -> list[str]:
    """What there has to be an example of, and is not."""
    found, numbers = counted(), _numbers()
    few = [
        f"{LEAST[kind]} {kind}: there are {numbers[kind]}" for kind in LEAST if numbers[kind] < LEAST[kind]
    ]
    return [*few, *(each for each in required() if not found[each])]


def _numbers() -> Counter[str]:
    found: Counter[str] = Counter()
    for batch in shelf.batches():
        found[batch.kind] += batch.entries
    return found


def page() -> str:
    """The figures, as a page."""
    numbers = _numbers()
    files: Counter[str] = Counter(batch.kind for batch in shelf.batches())
    weight: Counter[str] = Counter()
    for batch in shelf.batches():
        weight[batch.kind] += (shelf.DATA / batch.file).stat().st_size
    rows = [(kind, numbers[kind], files[kind], weight[kind]) for kind in numbers]
    rows.append(("all", numbers.total(), files.total(), weight.total()))
    found = sorted(counted().items())
    return "\n".join(
        [
            "# What the corpus holds",
            "",
            "Written by `python -m tests.corpus count --write`. Bytes are compressed.",
            "",
            *_table("kind | entries | files | bytes", rows),
            "",
            "## Of what there are how many examples",
            "",
            *_table("what | entries", found),
            "",
        ]
    )


def _table(head: str, rows: Sequence[Sequence[Any]]) -> list[str]:
    lines = [f"| {head} |", "|---" + "|---:" * head.count("|") + "|"]
    return lines + [f"| {' | '.join(map(str, row))} |" for row in rows]
