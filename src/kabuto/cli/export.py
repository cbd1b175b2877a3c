"""``kabuto export``: games as a table for data analysis, one row per decision."""

import argparse
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from kabuto.cli.arguments import Parser
from kabuto.cli.files import STDIN, games_in
from kabuto.cli.matches.origins import origins
from kabuto.cli.progress import progress
from kabuto.envs.export import columns, decisions
from kabuto.envs.export_files import FORMATS
from kabuto.folders import whole
from kabuto.table import BadOption, BadRecord, Game, Refused
from kabuto.table.numbers.columns import Origin
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen

DEFAULT = "parquet"


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=parser.text("option_files"))
    group = parser.add_argument_group(parser.text("group_table"))
    group.add_argument("--to", metavar="|".join(FORMATS), help=parser.text("option_to"))
    group.add_argument("--out", metavar="FILE", type=Path, help=parser.text("option_export_out"))
    group.add_argument("--force", action="store_true", help=parser.text("option_force"))
    group.add_argument("--played", metavar="FILE", type=Path, help=parser.text("option_played"))
    group.add_argument("--truth", action="store_true", help=parser.text("option_truth"))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Write the table; it is whole or not there at all."""
    paths = [STDIN if name == "-" else Path(name) for name in args.files]
    if args.played and len(paths) > 1:
        raise BadOption(sentence("played_one_file"), "--played")
    for path in paths:
        if path.is_dir():
            raise BadOption(sentence("is_folder", path=path), "FILE")
        if paths.count(path) > 1:
            raise BadOption(sentence("file_twice", path=path), "FILE")
    form = _form(args)
    out = _out(args, paths, form)
    games = chain.from_iterable(_games(path, args.played) for path in paths)
    first = next(games)  # a file without a game is refused by its reader
    name, number, rows = first[1].name, 0, 0
    with progress(screen.text("exporting")) as advance:

        def counted() -> Iterator[Any]:
            nonlocal number, rows
            for place, game, origin in chain([first], games):
                found = decisions(place, _same(name, place, game), args.truth, origin)
                number, rows = number + 1, rows + len(found)
                yield from found
                advance(1)

        try:
            table = columns(name, args.truth)
            with whole(out) as fresh:
                FORMATS[form](fresh, table, counted())
        except ImportError as error:
            raise Refused(sentence("needs_data", name=error.name)) from None
    screen.words(f"{out}: {screen.text('exported', number=number, rows=rows)}")
    return 0


def _games(path: Path, played: Path | None) -> Iterator[tuple[str, Game[Any, Any], Origin | None]]:
    """Every game of a file with its place, and where it comes from."""
    origin = origins(played)
    for place, game in games_in(path):
        yield place, game, origin(place, game)


def _form(args: argparse.Namespace) -> str:
    """What to write: as asked for, or as the name of the file says."""
    asked = args.to or (args.out and args.out.suffix.removeprefix(".").lower()) or DEFAULT
    if asked not in FORMATS:
        raise BadOption(sentence("one_of", known=list(FORMATS), text=asked[:40]), "--to")
    return str(asked)


def _out(args: argparse.Namespace, paths: list[Path], form: str) -> Path:
    """Where to write: never over the games themselves."""
    if (args.out is None and STDIN in paths) or args.out == Path("-"):
        raise BadOption(sentence("out_missing"), "--out")
    out: Path = args.out or paths[0].with_suffix(f".{form}")
    if out.is_dir():
        raise BadOption(sentence("is_folder", path=out), "--out")
    if out.resolve() in [path.resolve() for path in paths]:
        raise BadOption(sentence("out_is_input", path=out), "--out")
    if out.exists() and not args.force:
        raise BadOption(sentence("exists_force", path=out), "--out")
    if not out.parent.is_dir():
        raise BadOption(sentence("no_folder", path=out.parent), "--out")
    return out


def _same(name: str, place: str, game: Game[Any, Any]) -> Game[Any, Any]:
    """A game, if it is of the kind that the table is for."""
    if game.name != name:
        raise BadRecord(sentence("one_game", name=name, other=game.name), place)
    return game
