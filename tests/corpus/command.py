"""``python -m tests.corpus``: count, replay, add."""

import argparse
import json
import random
import sqlite3
import sys
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kabuto.table import BadOption, game_class, record
from kabuto.tabletop.table_events import decode

from . import counts, games, shelf
from .kinds import differences, with_facts
from .shelf import Entry


def main() -> int:
    """Do what the command line asks for; 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.corpus", description=__doc__)
    does = parser.add_subparsers(required=True, metavar="COMMAND")
    counting = does.add_parser("count", help="print how many examples there are of what, and what is missing")
    counting.add_argument("--write", action="store_true", help=f"write {counts.PAGE.name}")
    counting.set_defaults(run=_count)
    does.add_parser("check", help="replay all of it").set_defaults(run=_check)
    playing = does.add_parser("play", help="play games over combinations of options, and add them")
    playing.add_argument("name", help="what to call the batch, such as the commit that made it")
    playing.add_argument("game", help="the name of a game")
    playing.add_argument("option", nargs="*", help="an option that is not to vary, such as trading=free")
    playing.add_argument("--games", type=int, default=100, help="how many games (100)")
    playing.add_argument("--by", default="random", help="who plays (random)")
    playing.add_argument("--seed", type=int, default=1)
    playing.set_defaults(run=_play)
    adding = does.add_parser("add", help="add records, studies, and proofs beside their records, from files")
    adding.add_argument("name", help="what to call the batch, such as the commit that made it")
    adding.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JSON, or a line each")
    adding.set_defaults(run=_add)
    folder = does.add_parser("folder", help="add a data folder that folder.py packed")
    folder.add_argument("name", help="the commit whose server stored it")
    folder.add_argument("file", type=Path, metavar="FILE")
    folder.set_defaults(run=_folder)
    args = parser.parse_args()
    status: int = args.run(args)
    return status


def _count(args: argparse.Namespace) -> int:
    page, missing = counts.page(), counts.missing()
    if args.write:
        counts.PAGE.write_text(page, encoding="utf-8", newline="\n")
    else:
        print(page)
    for each in [*shelf.check(), *missing]:
        print(f"missing: {each}", file=sys.stderr)
    return int(bool(missing))


def _check(args: argparse.Namespace) -> int:
    wrong = list(shelf.check())
    for batch, shapes, entries in counts.batches():
        print(batch.file, file=sys.stderr)
        wrong += [each for entry in entries for each in differences(batch.kind, entry, shapes)]
    print("\n".join(wrong) or "everything is as it was")
    return int(bool(wrong))


def _play(args: argparse.Namespace) -> int:
    table, rng = (
        {option.name: option for option in game_class(args.game).option_table},
        random.Random(args.seed),
    )
    told = dict(text.split("=", 1) for text in args.option)
    unknown = told.keys() - table
    if unknown:
        raise BadOption(f"{args.game} has {', '.join(table)}", ", ".join(unknown))
    every = list(
        games.combinations(args.game, {name: table[name].parse(text) for name, text in told.items()})
    )
    chosen = [every[number * len(every) // args.games] for number in range(args.games)]
    made = (games.played(games.dealt(args.game, options, rng), args.by, rng) for options in chosen)
    entries = (
        {"id": f"{args.name}-{number}", "game": game.name, "by": args.by, "record": game.record()}
        for number, game in enumerate(made)
    )
    return _store("records", args.name, entries)


def _add(args: argparse.Namespace) -> int:
    found: dict[str, list[Entry]] = {}
    for path in args.files:
        for place, value in record.read_file(path):
            kind, entry = _recognised(value)
            named = {"id": f"{args.name}-{place}", "by": "added from a file", **entry}
            found.setdefault(kind, []).append(named)
    return max(_store(kind, args.name, entries) for kind, entries in found.items())


def _recognised(value: Any) -> tuple[str, Entry]:
    """What a file holds: study, save, proof beside its record, record; without moves that is a position."""
    if value.get("kabuto") == "study":
        return "studies", {"game": value["record"]["game"], "study": value}
    if value.get("kabuto") == "save":
        return "saves", {"game": value["records"][0]["game"], "save": value}
    if "proof" in value:
        return "proofs", {"game": value["proof"]["game"], "proof": value["proof"], "record": value["record"]}
    return "records" if value.get("moves") else "positions", {"game": value["game"], "record": value}


def _store(kind: str, name: str, entries: Any) -> int:
    done, shapes = with_facts(kind, entries)
    for file in shelf.add(kind, name, done, shapes):
        print(file)
    print("Now: python -m tests.corpus count --write")
    return 0


def _folder(args: argparse.Namespace) -> int:
    with TemporaryDirectory() as place:
        with tarfile.open(args.file) as archive:
            archive.extractall(place, filter="data")
        with closing(sqlite3.connect(Path(place) / "kabuto.sqlite")) as database:
            query = "SELECT tab, body FROM events ORDER BY tab, seq"
            rows = [(table, bytes(body)) for table, body in database.execute(query)]
    entries, shapes = with_facts("tables", _tables(rows, f"a data folder of {args.name}"))
    for file in shelf.add("tables", f"folder-{args.name}", entries, shapes):
        print(file)
    file = f"{counts.FOLDERS}-{args.name}.tar.xz"
    shelf.add_file(file, args.file.read_bytes(), 1)
    print(file)
    return 0


def _tables(rows: Iterable[tuple[str, bytes]], by: str) -> Iterator[Entry]:
    tables: dict[str, list[Any]] = {}
    for name, body in rows:
        decode(body)
        tables.setdefault(name, []).append(json.loads(body))
    for name, events in tables.items():
        yield {"id": name, "game": events[0]["game"], "by": by, "events": events}
