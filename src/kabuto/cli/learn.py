"""``kabuto learn``: a game learns to judge its positions by playing against itself."""

import argparse
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from kabuto.arena import cluster
from kabuto.cli.arguments import Parser, number, seed
from kabuto.cli.command import INTERRUPTED
from kabuto.cli.jobs import MOST_JOBS, add_workers
from kabuto.cli.progress import progress
from kabuto.parallel.processes import processors
from kabuto.table import BadOption, Refused, manifests
from kabuto.text_ui.compiling import prepare
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen

MOST_MINUTES, MOST_GAMES = 60 * 24 * 30, 10**7
DEVICES = ("cpu", "cuda")
STEPS = 1000
"""Steps of the progress bar."""


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    group = parser.add_argument_group(parser.text("group_learn"))
    group.add_argument("--players", metavar="N", default="2", help=parser.text("option_learn_players"))
    group.add_argument("--minutes", metavar="N", default="10", help=parser.text("option_learn_minutes"))
    group.add_argument("--games", metavar="N", help=parser.text("option_learn_games"))
    group.add_argument("--out", metavar="FOLDER", type=Path, help=parser.text("option_learn_out"))
    group.add_argument(
        "--device", metavar="|".join(DEVICES), default="cpu", help=parser.text("option_learn_device")
    )
    add_workers(parser, group, "option_match_jobs")
    group.add_argument("--seed", metavar="N", help=parser.text("option_seed"))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Learn for a while, and say what it brought; the same command goes on."""
    if not manifests.manifest(args.game).learning:
        raise BadOption(
            sentence("no_learning", name=args.game[:40], known=manifests.having("learning")), "game"
        )
    minutes = number(args.minutes, "--minutes", 1, MOST_MINUTES) or 1
    jobs = number(args.jobs, "--jobs", 1, MOST_JOBS) or processors()
    if args.device not in DEVICES:
        raise BadOption(sentence("learn_device", known=list(DEVICES), given=args.device[:20]), "--device")
    prepare(screen, args.game)
    try:
        from kabuto import learn
    except ModuleNotFoundError:
        raise Refused(sentence("needs_engine")) from None
    learn.pytorch(args.device)
    known = manifests.component(args.game, "learning").PLAYERS
    players = number(args.players, "--players", min(known), max(known)) or min(known)
    usual = learn.Plan(args.game, players)
    games = number(args.games, "--games", 1, MOST_GAMES) or usual.games
    plan = replace(usual, games=games, seed=seed(args.seed) or usual.seed)
    folder = args.out or Path(f"learn-{args.game}-{players}")
    screen.say("learn_begins", folder=folder, minutes=minutes)
    try:
        with (
            cluster(args.ray) if args.ray is not None else nullcontext() as pool,
            progress(screen.text("learning"), STEPS) as advance,
        ):
            done = 0

            def report(what: str, number: int, part: float) -> None:
                nonlocal done
                advance(int(part * STEPS) - done)
                done = int(part * STEPS)
                screen.say(f"learn_{what}", number=number)

            found = learn.learn(
                plan, folder, minutes=minutes, jobs=jobs, pool=pool, device=args.device, report=report
            )
    except KeyboardInterrupt:
        screen.say("learn_goes_on", folder=folder)
        return INTERRUPTED
    rival = getattr(manifests.component(args.game, "learning"), "RIVAL", "none")
    _report(screen, found["rounds"], folder, rival)
    return 0


def _report(screen: Screen, rounds: list[dict[str, Any]], folder: Path, rival: str) -> None:
    """A line for every round."""
    headings = ("round", "positions", "loss", f"against_{rival}", "against_best")
    screen.line()
    screen.table(
        [screen.text(f"column_{heading}") for heading in headings],
        [
            [
                number,
                f"{each['positions']:,}",
                each["losses"][-1],
                *(_share(each[rival]) for rival in ("against_none", "against_best")),
            ]
            for number, each in enumerate(rounds)
        ],
    )
    screen.line()
    written = [folder / name for name in ("best.bin", "run.json", "curve.svg")]
    screen.say("match_written", paths=[str(file) for file in written if file.exists()])


def _share(share: tuple[float, float, float]) -> str:
    mean, low, high = share
    return f"{mean:.1%} ({low:.1%}–{high:.1%})"
