"""``kabuto puzzles``: finds positions in finished games in which one turn is clearly best."""

import argparse
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from kabuto.arena.runners import processes
from kabuto.cli.arguments import Parser, number
from kabuto.cli.arguments import seed as read_seed
from kabuto.cli.command import INTERRUPTED
from kabuto.cli.compiling import prepare
from kabuto.cli.files import STDOUT, games_in, lines_to
from kabuto.cli.language import sentence
from kabuto.cli.progress import progress
from kabuto.cli.screen import Screen
from kabuto.processes import deaf_to_interrupts
from kabuto.table import BadOption, Catalogue, faces
from kabuto.table.record import dumps

MOST_JOBS = 256


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
    group.add_argument("--jobs", metavar="J", default="1", help=parser.text("option_puzzles_jobs"))
    group.add_argument("--seed", metavar="N", default="0", help=parser.text("option_analyse_seed"))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Look through every game, write puzzles down as they are found, and tell them."""
    jobs, seed = number(args.jobs, "--jobs", 1, MOST_JOBS) or 1, read_seed(args.seed) or 0
    tasks: list[Task] = []
    for place, game in chain.from_iterable(map(games_in, args.files)):
        if not faces.faces(game.name).puzzles:
            raise BadOption(sentence("no_puzzles", name=game.name, known=faces.having("puzzles")), place)
        tasks.append(Task(place, game.name, game.record(), seed + len(tasks)))
    for name in sorted({task.game for task in tasks}):
        prepare(screen, name)
    found, code = 0, 0
    with lines_to(args.out, args.force) as write, progress(screen.text("looking"), len(tasks)) as advance:
        try:
            with closing(_looked_through(tasks, jobs)) as results:
                for task, puzzles in zip(tasks, results, strict=False):
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


def _looked_through(tasks: Iterable[Task], jobs: int) -> Generator[list[dict[str, Any]]]:
    """The puzzles of each game, in the order of the games."""
    if jobs == 1:
        yield from map(_puzzles, tasks)
        return
    waiting: deque[Future[list[dict[str, Any]]]] = deque()
    with processes(jobs) as pool:
        for task in tasks:
            with deaf_to_interrupts():
                waiting.append(pool.submit(_puzzles, task))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _puzzles(task: Task) -> list[dict[str, Any]]:
    find = faces.face(task.game, "puzzles").find
    return [puzzle.to_json() for puzzle in find(task.record, task.seed)]


def _tell(screen: Screen, task: Task, puzzle: dict[str, Any]) -> None:
    words = Catalogue(faces.faces(task.game).words, "game")
    screen.say(
        "puzzle_found",
        place=task.place,
        ply=len(puzzle["record"]["moves"]),
        rating=puzzle["rating"],
        themes=[words.say(f"theme_{theme}") for theme in puzzle["themes"]],
        moves=" ".join(puzzle["solution"]),
    )
