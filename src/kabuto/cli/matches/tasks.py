"""``kabuto tasks``: standard tasks, a player's result in one, and whether a result is true."""

import argparse
import json
import re
from collections.abc import Collection, Sequence
from pathlib import Path
from random import Random
from secrets import randbits
from time import monotonic
from typing import Any

from kabuto import tasks
from kabuto.cli.arguments import Parser, names, number, seed
from kabuto.cli.command import INTERRUPTED
from kabuto.cli.jobs import add_workers, workers
from kabuto.cli.progress import progress
from kabuto.parallel.processes import processors
from kabuto.table import BadOption
from kabuto.tasks import Result, Task
from kabuto.text_ui.compiling import prepare_for
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen

LIST, SHOW, RUN, CHECK = ACTIONS = ("list", "show", "run", "check")
ALL, SAMPLE = "all", 20
"""How many games are decided again if nobody says how many."""
MOST_STEPS = 10**15
SAVE_SECONDS = 5.0
"""How much play may be lost if the machine fails; Ctrl-C loses none."""


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    group = parser.add_argument_group(parser.text("group_tasks"))
    told = parser.text("option_tasks_action")
    group.add_argument("action", metavar="|".join(ACTIONS), nargs="?", default=LIST, help=told)
    group.add_argument("names", metavar="NAME|FILE", nargs="*", help=parser.text("option_tasks_names"))
    group.add_argument("--player", metavar="NAME", help=parser.text("option_tasks_player"))
    group.add_argument("--steps", metavar="N", help=parser.text("option_tasks_steps"))
    group.add_argument("--games", metavar="N", help=parser.text("option_tasks_games"))
    group.add_argument("--out", metavar="FILE", type=Path, help=parser.text("option_tasks_out"))
    sample = parser.text("option_tasks_sample", number=SAMPLE)
    group.add_argument("--sample", metavar=f"N|{ALL}", help=sample)
    group.add_argument("--seed", metavar="N", help=parser.text("option_tasks_seed"))
    add_workers(parser, group, "option_match_jobs")


def run(args: argparse.Namespace, screen: Screen) -> int:
    """List the tasks, show one or some results, play one, or check results."""
    if args.action not in ACTIONS:
        raise BadOption(sentence("one_of", known=list(ACTIONS), text=args.action[:40]), "tasks")
    if args.action == LIST:
        _list(screen)
        return 0
    if not args.names:
        raise BadOption(sentence("tasks_names", action=args.action), "tasks")
    if args.action == RUN:
        return _run(args, screen)
    if args.action == CHECK:
        for name in args.names:
            _check(Path(name), args, screen)
        return 0
    results = [tasks.read(Path(name))[0] for name in args.names if Path(name).is_file()]
    if results:
        _table(results, screen)
    else:
        for name in args.names:
            screen.line([(json.dumps(tasks.task(name).to_json(), ensure_ascii=False, indent=1), "")])
    return 0


def _list(screen: Screen) -> None:
    keys = ("task", "opponents", "games", "budget")
    screen.table(
        [screen.text(f"column_{key}") for key in keys],
        [[each.name, ", ".join(each.opponents), each.games, _budget(each, screen)] for each in tasks.tasks()],
    )


def _budget(task: Task, screen: Screen) -> str:
    if task.steps is None:
        return screen.text("tasks_budget_seconds", number=f"{task.seconds:g}")
    return screen.text("tasks_budget_steps", number=task.steps)


def _run(args: argparse.Namespace, screen: Screen) -> int:
    """Play what is missing of a result; it is written again and again, and whole each time."""
    if len(args.names) != 1:
        raise BadOption(sentence("tasks_one"), "tasks")
    task = tasks.task(args.names[0])
    if args.player is None:
        raise BadOption(sentence("tasks_player"), "--player")
    (player, *more) = names(args.player, task.game, "--player")
    if more:
        raise BadOption(sentence("tasks_one_player"), "--player")
    steps = number(args.steps, "--steps", 0, MOST_STEPS if task.steps is None else task.steps)
    wanted = number(args.games, "--games", 1, task.games) or task.games
    games = -(-wanted // task.players) * task.players
    out = args.out or Path(f"{task.name}-{re.sub(r'[^A-Za-z0-9]+', '-', player).strip('-')}.json")
    if not out.parent.is_dir():
        raise BadOption(sentence("no_folder", path=out.parent), "--out")
    tasks.verify(task)
    result = tasks.begin(task, player, steps, out)
    pool, begun = workers(args, processors()), len(result.games)
    screen.say("tasks_begin", path=out, number=games, done=begun)
    saved, code = monotonic(), 0
    if begun < games:
        prepare_for([player, *task.opponents], task.game, screen)
        try:
            with progress(screen.text("playing"), games - begun) as advance:
                for _ in tasks.play_missing(task, result, games, pool):
                    advance(1)
                    if monotonic() - saved > SAVE_SECONDS:
                        result.write(out)
                        saved = monotonic()
        except KeyboardInterrupt:
            code = INTERRUPTED
        finally:
            if len(result.games) > begun:
                result.write(out)
    if result.games:
        _table([result], screen)
    if code:
        screen.say("match_goes_on", path=out)
    return code


def _check(path: Path, args: argparse.Namespace, screen: Screen) -> None:
    """Check a result, and say what was done for it."""
    chance = seed(args.seed)
    chance = randbits(32) if chance is None else chance
    chosen: Collection[int] = ()

    def choose(result: Result) -> Collection[int]:
        nonlocal chosen
        chosen = _sample(args.sample, len(result.games), chance)
        if chosen and tasks.decides_again(result):
            prepare_for([result.player["name"]], result.task["game"], screen)
        return chosen

    with progress(str(path)) as advance:
        result = tasks.check(path, choose, workers(args, processors()), advance)
    told = {"path": path, "games": len(result.games), "sample": len(chosen), "seed": chance}
    player = screen.text("tasks_player_too" if tasks.decides_again(result) else "tasks_player_not")
    screen.say("tasks_checked", **told, player=player)
    _table([result], screen)


def _sample(told: str | None, games: int, chance: int) -> Collection[int]:
    """The games that are decided again."""
    if told == ALL:
        return range(games)
    wanted = number(told, "--sample", 0, 10**9)
    return sorted(Random(chance).sample(range(games), min(games, SAMPLE if wanted is None else wanted)))


def _table(results: Sequence[Result], screen: Screen) -> None:
    """What players reached, the best of a task first."""
    keys = ("task", "player", "games", "share", "", "chance", "steps")
    headings = [screen.text(f"column_{key}") if key else "95 %" for key in keys]
    rows = []
    for row in sorted((result.to_json() for result in results), key=_place):
        found, steps = row["score"], row["player"]["steps"]
        share, low, high = (_percent(found[key]) for key in ("share", "low", "high"))
        who = row["task"]["name"], row["player"]["name"], found["games"]
        rows.append((*who, share, f"{low}–{high}", _percent(found["chance"]), steps or ""))
    screen.table(headings, rows)


def _place(row: dict[str, Any]) -> tuple[str, float]:
    return row["task"]["name"], -(row["score"]["share"] or 0.0)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f} %"
