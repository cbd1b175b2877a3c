"""``kabuto static DIR``: a folder that holds the whole table, and needs no server of ours."""

import argparse
from pathlib import Path

from kabuto.cli.arguments import Parser
from kabuto.table import Refused
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    parser.add_argument("folder", metavar="DIR", type=Path, help=parser.text("option_static"))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Make the folder."""
    try:
        from kabuto.folder.making.build import SEARCH, make
    except ModuleNotFoundError as missing:
        raise Refused(sentence("no_server", name=missing.name)) from None
    sizes = make(args.folder)
    size = f"{sum(sizes.values()) / 1e6:.1f} MB"
    if not SEARCH.is_dir():
        screen.say("static_no_search")
    screen.say("static_done", folder=str(args.folder), files=len(sizes), size=size)
    return 0
