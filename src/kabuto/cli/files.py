"""Records in files: reading one, writing one so that it is whole or not there at all."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Any

from kabuto.folders import data_folder, whole
from kabuto.table import BadOption, BadRecord, Game, load
from kabuto.table.record import dumps, read_file
from kabuto.text_ui.language import sentence

STDIN = Path("/dev/stdin")
STDOUT = "-"


def games_in(path: Path) -> Iterator[tuple[str, Game[Any, Any]]]:
    """Every game of a file, replayed, with its place; ``BadRecord`` names the place of the first fault."""
    for place, record in read_file(path):
        yield place, load_at(place, record)


def load_at(place: str, record: Any, seed: int | None = None) -> Game[Any, Any]:
    """Replay a record; a fault in it is reported with the place of the record."""
    try:
        return load(record, seed=seed)
    except BadRecord as fault:
        raise BadRecord(fault.reason, f"{place}: {fault.place}" if fault.place else place) from None


def read_one(path: Path, number: int | None, name: str) -> tuple[str, Any]:
    """The only record of a file, or the one with this number (from 1), and its place."""
    records = list(read_file(path))
    if number is None and len(records) > 1:
        raise BadOption(sentence("several_games", path=path, number=len(records)), name)
    if number is not None and not 1 <= number <= len(records):
        raise BadOption(sentence("number_between", least=1, most=len(records), text=number), name)
    return records[(number or 1) - 1]


def write_whole(path: Path, game: Game[Any, Any]) -> None:
    """Replace a file with a game's record; readers see either the old record or the new one."""
    with whole(path) as fresh:
        fresh.write_text(dumps(game.record()) + "\n", encoding="utf-8")


def check_free(path: Path, name: str) -> None:
    """Refuse a file that holds something: nothing is overwritten unasked."""
    if path.exists() and (not path.is_file() or path.stat().st_size):
        raise BadOption(sentence("exists_save" if name == "--save" else "exists", path=path), name)
    if not path.parent.is_dir():
        raise BadOption(sentence("no_folder", path=path.parent), name)


def write_somewhere(game: Game[Any, Any], wanted: Path | None) -> Path:
    """Write a game where it is wanted, or else to a new file in the data folder or here; returns where."""
    failures: list[OSError] = []
    for folder in (None, data_folder(), Path.cwd()):
        try:
            path = wanted if folder is None else _new_file(game.name, folder)
            if path is not None:
                write_whole(path, game)
                return path
        except OSError as error:
            failures.append(error)
    raise failures[0]


def _new_file(game: str, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    numbered = (folder / f"{stem}{suffix}.json" for suffix in chain([""], (f"-{n}" for n in count(2))))
    return next(path for path in numbered if not path.exists())


@contextmanager
def lines_to(out: str | None, force: bool) -> Iterator[Callable[[str], None]]:
    """Something that writes lines to a file, each of them whole or not at all."""
    if out is None:
        yield lambda line: None
    elif out == STDOUT:

        def write_out(line: str) -> None:
            sys.stdout.write(line)
            sys.stdout.flush()

        yield write_out
    else:
        path = Path(out)
        if path.exists() and not force:
            raise BadOption(sentence("exists_force", path=path), "--out")
        with path.open("wb", buffering=0) as file:
            whole = 0

            def write(line: str) -> None:
                nonlocal whole
                rest = memoryview(line.encode())
                size = len(rest)
                try:
                    while rest:
                        rest = rest[file.write(rest) :]
                except OSError as error:
                    raise OSError(error.errno, error.strerror, out) from None
                whole += size

            try:
                yield write
            finally:
                if path.is_file() and path.stat().st_size > whole:
                    os.truncate(path, whole)
