"""``kabuto browser``: the table in a browser, by whatever of it is installed."""

import argparse
import sys
import webbrowser
from contextlib import suppress
from importlib.util import find_spec

from kabuto.cli.arguments import Parser, number
from kabuto.folder import carried
from kabuto.folder.serving import PORT, Server
from kabuto.text_ui.screen import Screen

NEEDED = ("itsdangerous", "msgspec", "starlette", "uvicorn", "websockets")
"""What a server can't start without; ``[play]`` brings it."""


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    group = parser.add_argument_group(parser.text("group_server"))
    group.add_argument("--port", metavar="N", help=parser.text("option_browser_port", port=PORT))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Start the server if it is installed, and else serve the edition in this package; until Ctrl-C."""
    return _serve(args, screen) if has_server() else _serve_edition(args, screen)


def has_server() -> bool:
    """Whether everything that a server needs is installed."""
    return all(find_spec(name) for name in NEEDED)


def _serve(args: argparse.Namespace, screen: Screen) -> int:
    """The server, as ``kabuto serve --open`` starts it."""
    from kabuto.cli.command import parser_of
    from kabuto.cli.server import serve

    port = ["--port", args.port] if args.port else []
    screen.say("browser_server")
    return serve.run(parser_of("serve", "", screen.language).parse_args(["--open", *port]), screen)


def _serve_edition(args: argparse.Namespace, screen: Screen) -> int:
    """The edition, for whoever sits at this machine."""
    files = carried.read()
    port = number(args.port, "--port", 0, 65535)
    with Server(files, PORT if port is None else port) as server:
        screen.say("browser_edition", address=server.address)
        sys.stdout.flush()  # into a pipe or a file it would wait there for ever
        webbrowser.open(server.address)
        with suppress(KeyboardInterrupt):  # the usual way to stop it
            server.serve_forever()
    return 0
