"""``kabuto worker``: work for servers on other machines: the turns of programs, hints and reviews."""

import argparse
import sys

from kabuto.cli.arguments import Parser, load_cards, number
from kabuto.cli.server.serve import HOST
from kabuto.table import Refused
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen

MOST_WORKERS = 256


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    group = parser.add_argument_group(parser.text("group_worker"))
    group.add_argument("--store", metavar="URL", help=parser.text("option_worker_store"))
    group.add_argument("--workers", metavar="N", help=parser.text("option_worker_workers"))
    group.add_argument("--metrics-port", metavar="N", help=parser.text("option_metrics_port"))
    group.add_argument(
        "--metrics-host", metavar="NAME", default=HOST, help=parser.text("option_metrics_host", host=HOST)
    )
    group.add_argument(
        "--cards", metavar="DIR", action="append", default=[], help=parser.text("option_worker_cards")
    )


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Work until Ctrl-C."""
    if not args.store:
        raise Refused(sentence("worker_store"), "--store")
    for folder in args.cards:
        load_cards(folder)
    workers = number(args.workers, "--workers", 1, MOST_WORKERS)
    metrics_port = number(args.metrics_port, "--metrics-port", 0, 65535)
    try:
        from kabuto.server.worker import work
    except ModuleNotFoundError as missing:
        raise Refused(sentence("no_server", name=missing.name)) from None
    if "://" not in args.store:
        raise Refused(sentence("worker_sqlite"), "--store")

    def announce(found: int) -> None:
        screen.say("worker_open", number=found)
        sys.stdout.flush()

    screen.say("worker_prepares")
    sys.stdout.flush()
    work(
        args.store,
        workers=workers,
        metrics_port=metrics_port,
        metrics_host=args.metrics_host,
        on_open=announce,
    )
    return 0
