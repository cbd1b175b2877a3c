"""``kabuto puzzles``: finds positions in finished games in which one turn is clearly best."""

import argparse
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from kabuto.cli.arguments import Parser
from kabuto.cli.arguments import seed as read_seed
from kabuto.cli.command import INTERRUPTED
from kabuto.cli.files import STDOUT, games_in, lines_to
from kabuto.cli.jobs import add_workers, workers
from kabuto.cli.progress import progress
from kabuto.table import BadOption, Catalogue, manifests
from kabuto.table.record import dumps
from kabuto.text_ui.compiling import prepare
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen


class Task(NamedTuple):
    """A game to look through."""

    place: str
    game: str
    record: dict[str, Any]
    seed: int


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=parser.text("option_files"))
    group = parser.add_argument_group(parser.text("group_puzzles"))
    group.add_argument("--out", metavar="FILE", help=parser.text("option_puzzles_out"))
    group.add_argument("--force", action="store_true", help=parser.text("option_force"))
    add_workers(parser, group, "option_puzzles_jobs")
    group.add_argument("--seed", metavar="N", default="0", help=parser.text("option_analyse_seed"))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Look through every game, write puzzles down as they are found, and tell them."""
    chosen_workers, seed = workers(args), read_seed(args.seed) or 0
    tasks: list[Task] = []
    for place, game in chain.from_iterable(map(games_in, args.files)):
        if not manifests.manifest(game.name).puzzles:
            raise BadOption(sentence("no_puzzles", name=game.name, known=manifests.having("puzzles")), place)
        tasks.append(Task(place, game.name, game.record(), seed + len(tasks)))
    for name in sorted({task.game for task in tasks}):
        prepare(screen, name)
    found, code = 0, 0
    try:
        with (
            chosen_workers as pool,
            lines_to(args.out, args.force) as write,
            progress(screen.text("looking"), len(tasks)) as advance,
        ):
            results = pool.in_order(_puzzles, ((task,) for task in tasks))
            for task, puzzles in zip(tasks, results, strict=True):
                for puzzle in puzzles:
                    write(dumps(puzzle) + "\n")
                    if args.out != STDOUT:
                        _tell(screen, task, puzzle)
                found += len(puzzles)
                advance(1)
    except KeyboardInterrupt:
        code = INTERRUPTED
    if args.out != STDOUT:
        screen.say("puzzles_found", number=found, games=len(tasks))
    return code


def _puzzles(task: Task) -> list[dict[str, Any]]:
    find = manifests.component(task.game, "puzzles").find
    return [puzzle.to_json() for puzzle in find(task.record, task.seed)]


def _tell(screen: Screen, task: Task, puzzle: dict[str, Any]) -> None:
    words = Catalogue(manifests.manifest(task.game).words, "game")
    screen.say(
        "puzzle_found",
        place=task.place,
        ply=len(puzzle["record"]["moves"]),
        rating=puzzle["rating"],
        themes=[words.say(f"theme_{theme}") for theme in puzzle["themes"]],
        moves=" ".join(puzzle["solution"]),
    )
