"""``kabuto bench``: how fast a game's engine and search are on this machine."""

import argparse
import json
import sys
from datetime import datetime
from pathlib import Path

from kabuto.cli.arguments import Parser, number
from kabuto.cli.files import check_free
from kabuto.cli.progress import progress
from kabuto.measuring import Measure, machine, measure
from kabuto.table import BadOption, manifests
from kabuto.text_ui.compiling import prepare
from kabuto.text_ui.language import game_text, sentence
from kabuto.text_ui.screen import Screen

PACKAGES = ("kabuto", "numba", "llvmlite", "numpy")
ROUNDS, MOST_ROUNDS = 5, 1000
_UNITS = ((1e6, " M"), (1e3, " k"))


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    group = parser.add_argument_group(parser.text("group_bench"))
    group.add_argument("--rounds", metavar="N", help=parser.text("option_rounds"))
    group.add_argument("--quick", action="store_true", help=parser.text("option_quick"))
    group.add_argument("--out", metavar="FILE", type=Path, help=parser.text("option_bench_out"))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Measure in rounds, print the medians and write them down."""
    if not manifests.manifest(args.game).bench:
        raise BadOption(sentence("no_bench", name=args.game[:40], known=manifests.having("bench")), "game")
    if args.quick and args.rounds:
        raise BadOption(sentence("exclusive", options=["--quick", "--rounds"]), "--quick")
    rounds = number(args.rounds, "--rounds", 1, MOST_ROUNDS) or (1 if args.quick else ROUNDS)
    out = args.out or Path(f"bench-{args.game}-{datetime.now():%Y-%m-%d-%H%M%S}.json")
    check_free(out, "--out")
    prepare(screen, args.game)
    facts = machine(PACKAGES)
    every: list[Measure] = manifests.component(args.game, "bench")()
    measures = [each for each in every if not (args.quick and each.is_slow)]

    def show(each: Measure) -> None:
        what = " ".join(filter(None, (_name(screen, args.game, each), _conditions(screen, each))))
        print(f"{what}: {_shown(each.values[0])} {each.unit}", file=sys.stderr, flush=True)

    with progress(screen.text("measuring"), rounds * len(measures)) as advance:
        measure(measures, rounds, advance, show)
    versions = ", ".join(f"{name} {version}" for name, version in facts["versions"].items())
    screen.say("bench_machine", processor=facts["processor"], cores=facts["cores"], versions=versions)
    screen.line()
    headings = ("players", "column_threads", "column_median", "column_spread", "column_target")
    screen.table(["", *map(screen.text, headings)], [_row(screen, args.game, each) for each in measures])
    report = {"game": args.game, "machine": facts, "figures": [each.to_json() for each in measures]}
    out.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    screen.line()
    screen.say("match_written", paths=[str(out)])
    return 0


def _name(screen: Screen, game: str, each: Measure) -> str:
    return game_text(game, screen.language, f"bench_{each.name}") or each.name


def _conditions(screen: Screen, each: Measure) -> str:
    """With how many players and threads."""
    found = (("players", each.players), ("column_threads", each.threads))
    told = ", ".join(f"{screen.text(key)} {number}" for key, number in found if number)
    return f"({told})" if told else ""


def _row(screen: Screen, game: str, each: Measure) -> list[object]:
    """A figure as a line of the table."""
    spread = (max(each.values) - min(each.values)) / 2 / each.median
    return [
        _name(screen, game, each),
        each.players or "",
        each.threads or "",
        f"{_shown(each.median)} {each.unit}",
        f"±{spread:.0%}",
        "" if each.target is None else _shown(each.target),
    ]


def _shown(figure: float) -> str:
    """Three digits are enough."""
    size, unit = next(((size, unit) for size, unit in _UNITS if figure >= size), (1, ""))
    short = figure / size
    return f"{short:.0f}{unit}" if short >= 100 else f"{short:.3g}{unit}"
