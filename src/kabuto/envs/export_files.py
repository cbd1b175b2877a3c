"""Tables of decisions in files: Parquet, CSV, JSON lines. Rows pass through; they are never all in memory."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kabuto.envs.export import VERSION
from kabuto.envs.wording import missing
from kabuto.table.numbers.columns import (
    FLAG,
    INTEGER,
    INTEGERS,
    NUMBER,
    NUMBERS,
    TEXT,
    TEXTS,
    Column,
    Decision,
)
from kabuto.version import __version__

ROWS, CHARACTERS = 10_000, 16_000_000
"""A row group of a Parquet file ends after so many rows, or so much text."""

Write = Callable[[Path, Sequence[Column], Iterable[Decision]], None]


def write_jsonl(path: Path, columns: Sequence[Column], decisions: Iterable[Decision]) -> None:
    """One JSON object per line."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for decision in decisions:
            row = {column.name: column.read(decision) for column in columns}
            file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


def write_csv(path: Path, columns: Sequence[Column], decisions: Iterable[Decision]) -> None:
    """Commas, a line of names, lists as JSON, nothing for what is missing."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([column.name for column in columns])
        for decision in decisions:
            writer.writerow([_cell(column.read(decision)) for column in columns])


def _cell(value: Any) -> Any:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_parquet(path: Path, columns: Sequence[Column], decisions: Iterable[Decision]) -> None:
    """Typed columns, compressed; the file says which version it is of and what each column means."""
    arrow, parquet = _arrow()
    kinds = {TEXT: arrow.string(), INTEGER: arrow.int32(), NUMBER: arrow.float64(), FLAG: arrow.bool_()}
    kinds |= {TEXTS: arrow.list_(kinds[TEXT]), INTEGERS: arrow.list_(kinds[INTEGER])}
    kinds[NUMBERS] = arrow.list_(kinds[NUMBER])
    schema = arrow.schema(
        [arrow.field(c.name, kinds[c.kind], metadata={"meaning": c.meaning}) for c in columns],
        metadata={"kabuto": __version__, "kabuto_table": str(VERSION)},
    )
    long = {"view", "truth"}  # every text is another one: a dictionary would only cost
    repeated = [column.name for column in columns if column.name not in long]
    with parquet.ParquetWriter(path, schema, compression="zstd", use_dictionary=repeated) as writer:
        for rows in _groups(columns, decisions):
            writer.write_table(arrow.table([list(values) for values in zip(*rows, strict=True)], schema))


def _groups(columns: Sequence[Column], decisions: Iterable[Decision]) -> Iterator[list[list[Any]]]:
    rows: list[list[Any]] = []
    size = 0
    for decision in decisions:
        row = [column.read(decision) for column in columns]
        rows.append(row)
        size += sum(len(value) for value in row if isinstance(value, str))
        if len(rows) == ROWS or size > CHARACTERS:
            yield rows
            rows, size = [], 0
    if rows:
        yield rows


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise missing("pyarrow", "data") from None
    return pyarrow, pyarrow.parquet


FORMATS: dict[str, Write] = {"parquet": write_parquet, "csv": write_csv, "jsonl": write_jsonl}
"""What a table can be written as, by the ending of the file."""
