"""``kabuto mcp``: a table for language models: the Model Context Protocol over standard streams."""

import argparse

from kabuto.agents.mcp import Tools, server
from kabuto.cli.arguments import Parser, seed
from kabuto.table import Refused
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    group = parser.add_argument_group(parser.text("group_server"))
    group.add_argument("--seed", metavar="N", help=parser.text("option_mcp_seed"))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Serve until the input ends."""
    chance = seed(args.seed)
    try:
        built = server(Tools(screen.language, chance))
    except ModuleNotFoundError as missing:
        raise Refused(sentence("needs_mcp", name=missing.name)) from None
    built.run("stdio")
    return 0
