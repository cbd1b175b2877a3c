"""``kabuto tool``: questions about a game as lines of JSON, answered one by one; nothing is remembered."""

import argparse
import json
import sys

from kabuto.agents.tool import answer
from kabuto.cli.arguments import Parser
from kabuto.text_ui.screen import Screen


def arguments(parser: Parser, game: str) -> None:
    """What the command takes: nothing of its own."""


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Answer line by line until the input ends."""
    for line in sys.stdin.buffer:  # as bytes: what is not UTF-8 is refused, not replaced
        if line.strip():
            print(json.dumps(answer(line, screen.language)), flush=True)
    return 0
