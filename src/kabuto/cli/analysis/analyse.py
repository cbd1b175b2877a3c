"""``kabuto analyse``: what the moves of a position are worth, or where games were won and lost."""

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import Any

from kabuto.cli.analysis.report import tell_game, tell_position
from kabuto.cli.analysis.reviews import review_all
from kabuto.cli.arguments import Parser, flag, number
from kabuto.cli.arguments import seed as read_seed
from kabuto.cli.files import check_free, games_in, load_at, read_one
from kabuto.cli.jobs import add_workers, workers
from kabuto.cli.progress import progress
from kabuto.table import BadOption, Game, manifests
from kabuto.text_ui.compiling import prepare
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen
from kabuto.text_ui.tables import check_analysed, table_class

MOST_ITERATIONS, MOST_SECONDS = 10**8, 10**5
SVG, PNG = ".svg", ".png"
PNG_SCALE = 2


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, metavar="FILE", help=parser.text("option_file"))
    parser.add_argument("--game", dest="number", metavar="K", help=parser.text("option_game"))
    group = parser.add_argument_group(parser.text("group_analysis"))
    group.add_argument("--ply", metavar="N", help=parser.text("option_analyse_ply"))
    group.add_argument("--seat", metavar="S", help=parser.text("option_analyse_seat"))
    group.add_argument("--iterations", metavar="N", help=parser.text("option_iterations"))
    group.add_argument("--seconds", metavar="S", help=parser.text("option_seconds"))
    group.add_argument("--seed", metavar="N", default="0", help=parser.text("option_analyse_seed"))
    group.add_argument("--json", metavar="FILE", type=Path, help=parser.text("option_json"))
    group.add_argument("--plot", metavar="FILE", type=Path, help=parser.text("option_plot"))
    group = parser.add_argument_group(parser.text("group_reviews"))
    group.add_argument("--reviews", metavar="FILE", type=Path, help=parser.text("option_reviews"))
    add_workers(parser, group, "option_reviews_jobs")


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Analyse a position if one is asked for, or if the record holds no move; otherwise the whole game."""
    chosen, budget = number(args.number, "--game", 1, 10**9), _budget(args)
    if args.reviews or args.jobs or args.ray:
        return _review_all(args, screen, budget)
    _check_outputs(args)
    place, record = read_one(args.file, chosen, "--game")
    game = load_at(place, record)
    check_analysed(game.name, "game")
    is_position = args.ply is not None or args.seat is not None or not game.ply
    view = _view(args, game) if is_position else None
    prepare(screen, game.name)
    module = manifests.component(game.name, "analysis")
    table = table_class(game.name)(screen, [""] * game.players)
    with _percent(screen) as told:
        if is_position:
            found = module.analyse(view, progress=told, **budget)
        else:
            found = module.review(record, progress=told, **budget)
    (tell_position if is_position else tell_game)(screen, table, found)
    _write(args, screen, found, module.moves_svg if is_position else module.curve_svg)
    return 0


def _review_all(args: argparse.Namespace, screen: Screen, budget: dict[str, Any]) -> int:
    """Review every game of the file, which leaves no room for questions about one of them."""
    if not args.reviews:
        raise BadOption(sentence("reviews_missing"), "--jobs" if args.jobs else "--ray")
    for name in ("number", "ply", "seat", "json", "plot"):
        if getattr(args, name) is not None:
            one = "--game" if name == "number" else flag(name)
            raise BadOption(sentence("exclusive", options=[one, "--reviews"]), one)
    return review_all(_reviewed(args.file), args.reviews, screen, budget, workers(args))


def _reviewed(path: Path) -> Iterator[Game[Any, Any]]:
    """The games of a file, if all of them can be reviewed."""
    for place, game in games_in(path):
        check_analysed(game.name, place)
        if not game.ply:
            raise BadOption(sentence("review_without_moves"), place)
        yield game


def _budget(args: argparse.Namespace) -> dict[str, Any]:
    if args.iterations is not None and args.seconds is not None:
        raise BadOption(sentence("exclusive", options=["--iterations", "--seconds"]), "--seconds")
    seconds = None
    if args.seconds is not None:
        try:
            seconds = float(args.seconds)
        except ValueError:
            seconds = 0.0
        if not (isfinite(seconds) and 0 < seconds <= MOST_SECONDS):
            raise BadOption(sentence("bad_seconds", most=MOST_SECONDS, text=args.seconds[:40]), "--seconds")
    iterations = number(args.iterations, "--iterations", 1, MOST_ITERATIONS)
    return {"iterations": iterations, "seconds": seconds, "seed": read_seed(args.seed)}


def _check_outputs(args: argparse.Namespace) -> None:
    """Refuse before the work what could not be written after it."""
    for path, name in ((args.json, "--json"), (args.plot, "--plot")):
        if path:
            check_free(path, name)
    if args.plot and args.plot.suffix not in (SVG, PNG):
        raise BadOption(sentence("plot_suffix", path=args.plot), "--plot")
    if args.plot and args.plot.suffix == PNG and not find_spec("cairosvg"):
        raise BadOption(sentence("plot_png"), "--plot")


def _view(args: argparse.Namespace, game: Game[Any, Any]) -> Any:
    """The position asked for, as the seat asked for sees it, or else the one to move."""
    ply = number(args.ply, "--ply", 0, game.ply)
    seat = number(args.seat, "--seat", 0, game.players - 1)
    while ply is not None and game.ply > ply:
        game.undo()
    if game.to_move is None:
        raise BadOption(sentence("analyse_over", ply=game.ply), "--ply")
    return game.view(game.to_move if seat is None else seat)


@contextmanager
def _percent(screen: Screen) -> Iterator[Callable[[float], None]]:
    """A progress bar that takes the share of the work that is done."""
    shown = 0
    with progress(screen.text("analysing"), 100) as advance:

        def tell(done: float) -> None:
            nonlocal shown
            advance(int(100 * done) - shown)
            shown = int(100 * done)

        yield tell


def _write(args: argparse.Namespace, screen: Screen, found: Any, picture: Callable[[Any, str], str]) -> None:
    if args.json:
        text = json.dumps(found.to_json(screen.language), ensure_ascii=False, indent=1)
        args.json.write_text(f"{text}\n", encoding="utf-8")
    if args.plot:
        svg = picture(found, screen.language)
        if args.plot.suffix == PNG:
            png = import_module("cairosvg").svg2png
            args.plot.write_bytes(png(svg.encode(), scale=PNG_SCALE))
        else:
            args.plot.write_text(svg, encoding="utf-8")
    written = [str(path) for path in (args.json, args.plot) if path]
    if written:
        screen.line()
        screen.say("match_written", paths=written)
