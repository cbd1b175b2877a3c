"""``kabuto serve``: the browser table."""

import argparse
import sys
import webbrowser
from pathlib import Path

from kabuto.cli.arguments import Parser, number
from kabuto.cli.screen import Screen
from kabuto.cli.speech import sentence
from kabuto.table import Refused

HOST, PORT = "127.0.0.1", 8321


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    group = parser.add_argument_group(parser.text("group_server"))
    group.add_argument("--host", metavar="NAME", default=HOST, help=parser.text("option_host", host=HOST))
    group.add_argument("--port", metavar="N", default=str(PORT), help=parser.text("option_port", port=PORT))
    group.add_argument("--metrics-port", metavar="N", help=parser.text("option_metrics_port"))
    group.add_argument("--data", metavar="DIR", type=Path, help=parser.text("option_data"))
    group.add_argument("--open", action="store_true", help=parser.text("option_open"))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Serve until Ctrl-C."""
    port = number(args.port, "--port", 0, 65535) or 0
    metrics_port = number(args.metrics_port, "--metrics-port", 0, 65535)
    try:
        from kabuto.server.run import data_folder, serve
    except ModuleNotFoundError as missing:
        raise Refused(sentence("no_server", name=missing.name)) from None

    def announce(address: str) -> None:
        screen.say("server_open", address=address)
        sys.stdout.flush()  # into a pipe or a file it would wait there for ever
        if args.open:
            webbrowser.open(address)

    serve(args.host, port, args.data or data_folder(), metrics_port=metrics_port, on_open=announce)
    return 0
