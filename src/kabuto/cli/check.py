"""``kabuto check``: verify records, and stop at the first fault."""

import argparse
import sys
from pathlib import Path

from kabuto.cli.arguments import Parser, load_cards
from kabuto.cli.files import games_in
from kabuto.cli.progress import progress
from kabuto.cli.screen import Screen

STDIN = Path("/dev/stdin")


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=parser.text("option_files"))
    parser.add_cards()


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Replay every record of every file; ``BadRecord`` for the first one that is wrong."""
    load_cards(args.cards)
    for name in args.files:
        path = STDIN if name == "-" else Path(name)
        number = 0
        with progress(name) as advance:
            for _ in games_in(path):
                number += 1
                advance(1)
        screen.line([(f"{name}: {screen.text('checked', number=number)}", "")])
        sys.stdout.flush()
    return 0
