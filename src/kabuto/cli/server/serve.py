"""``kabuto serve``: the browser table."""

import argparse
import sys
import webbrowser
from pathlib import Path

from kabuto import players
from kabuto.cli.arguments import Parser, load_cards, number
from kabuto.folder import carried
from kabuto.folders import data_folder
from kabuto.players import waiting
from kabuto.table import BadOption, Refused
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen

HOST, PORT = "127.0.0.1", 8321
"""Where the server listens, and its metrics with it, unless somebody says otherwise."""


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    group = parser.add_argument_group(parser.text("group_server"))
    group.add_argument("--host", metavar="NAME", default=HOST, help=parser.text("option_host", host=HOST))
    group.add_argument("--port", metavar="N", default=str(PORT), help=parser.text("option_port", port=PORT))
    group.add_argument("--public-url", metavar="URL", default="", help=parser.text("option_public_url"))
    for name, metavar in (("allowed_host", "NAME"), ("trusted_proxy", "ADDRESS")):
        option, meaning = f"--{name.replace('_', '-')}", parser.text(f"option_{name}")
        group.add_argument(option, metavar=metavar, action="append", default=[], help=meaning)
    group.add_argument("--metrics-port", metavar="N", help=parser.text("option_metrics_port"))
    group.add_argument(
        "--metrics-host", metavar="NAME", default=HOST, help=parser.text("option_metrics_host", host=HOST)
    )
    group.add_argument("--data", metavar="DIR", type=Path, help=parser.text("option_data"))
    group.add_argument("--store", metavar="URL", default="", help=parser.text("option_store"))
    group.add_argument(
        "--cards", metavar="DIR", action="append", default=[], help=parser.text("option_serve_cards")
    )
    group.add_argument(
        "--program",
        metavar="NAME=PLAYER",
        action="append",
        default=[],
        help=parser.text("option_serve_program"),
    )
    group.add_argument("--folder", metavar="DIR", type=Path, help=parser.text("option_serve_folder"))
    group.add_argument("--guests-think", action="store_true", help=parser.text("option_guests_think"))
    group.add_argument("--limits", metavar="FILE", type=Path, help=parser.text("option_limits"))
    group.add_argument("--open", action="store_true", help=parser.text("option_open"))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Serve until Ctrl-C."""
    for folder in args.cards:
        load_cards(folder)
    for text in args.program:
        _offer(text)
    waiting.end_all()  # what was tried plays in processes of the server
    port = number(args.port, "--port", 0, 65535) or 0
    metrics_port = number(args.metrics_port, "--metrics-port", 0, 65535)
    try:
        from kabuto.server.runtime.limits_file import read_limits
        from kabuto.server.serve import serve
    except ModuleNotFoundError as missing:
        raise Refused(sentence("no_server", name=missing.name)) from None

    def announce(address: str) -> None:
        screen.say("server_open", address=address)
        if args.public_url:
            screen.say("server_public", address=args.public_url)
        sys.stdout.flush()  # into a pipe or a file it would wait there for ever
        if args.open:
            webbrowser.open(address)

    serve(
        args.host,
        port,
        args.data or data_folder(),
        store=args.store,
        limits=read_limits(args.limits) if args.limits else None,
        metrics_port=metrics_port,
        metrics_host=args.metrics_host,
        public_url=args.public_url,
        allowed_hosts=args.allowed_host,
        trusted_proxies=args.trusted_proxy,
        folder=args.folder or (carried.PLACE if carried.is_there() else None),
        guests_think=args.guests_think,
        on_open=announce,
    )
    return 0


def _offer(text: str) -> None:
    """Offer a player by a name: nobody else can name anything that is not here yet."""
    name, _, player = text.partition("=")
    try:
        players.offer(name, player)
    except BadOption as refusal:
        raise BadOption(refusal.reason, "--program") from None
