"""Play many games on simulated servers, and tell what came of it: ``python -m tests.simulation``."""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import perf_counter, process_time

from .broken import BROKEN
from .simulation import TABLES, Report, simulate


def main() -> int:
    """Run what the command line asks for; 1 if something was wrong."""
    options = _options()
    if options.trace:
        report = _world(options.seed, options.game, options.broken, is_traced=True)[0]
        _tell(report)
        return int(bool(report.wrong))
    total, began, used = Report(options.seed), perf_counter(), 0.0
    worlds = range(options.seed, options.seed + -(-options.games // TABLES))
    for report, seconds in _reports(options, worlds):
        total += report
        used += seconds
        if sys.stderr.isatty():
            print(f"\r{total.games} games, {len(total.wrong)} faults found", end="", file=sys.stderr)
        if report.wrong:
            print(f"\npython -m tests.simulation --game {options.game} --seed {report.seed} --trace")
            for wrong in report.wrong[:5]:
                print(f"  {wrong[:500]}")
    print(file=sys.stderr)
    _tell(total)
    print(f"{perf_counter() - began:.0f} s, {used / total.games:.3f} s of processor a game")
    return int(bool(total.wrong))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--game", default="kaiawase", help="the name of a game")
    parser.add_argument("--games", type=int, default=80, help=f"how many games; {TABLES} share a world")
    parser.add_argument(
        "--seed", type=int, default=1, help="the seed of the first world; each has the next one"
    )
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--broken", choices=sorted(BROKEN), help="break the servers like this")
    parser.add_argument(
        "--trace", action="store_true", help="play the world of this seed alone and print its events"
    )
    return parser.parse_args()


def _reports(options: argparse.Namespace, worlds: range) -> Iterator[tuple[Report, float]]:
    work = partial(_world, game=options.game, broken=options.broken)
    if options.jobs == 1:
        yield from map(work, worlds)
    else:
        with ProcessPoolExecutor(options.jobs) as pool:
            yield from pool.map(work, worlds, chunksize=4)


def _world(seed: int, game: str, broken: str | None, is_traced: bool = False) -> tuple[Report, float]:
    """A world, and how much processor time it took."""
    began = process_time()
    log = sys.stdout if is_traced else None
    if broken:
        with BROKEN[broken]():
            report = simulate(seed, game, log=log)
    else:
        report = simulate(seed, game, log=log)
    return report, process_time() - began


def _tell(report: Report) -> None:
    rows = {
        "games": report.games,
        "carried out": report.accepted,
        "commits": report.commits,
        "messages": report.messages,
        "virtual hours": f"{report.seconds / 3600:.1f}",
        "faults": report.faults.total(),
        **{f"  {kind}": number for kind, number in sorted(report.faults.items())},
        "wrong": len(report.wrong),
        "trace": report.trace,
    }
    for name, value in rows.items():
        print(f"{name:<20} {value:>10}")
    for wrong in report.wrong[:20] if report.trace else ():
        print(f"  {wrong[:2000]}")


if __name__ == "__main__":
    sys.exit(main())
