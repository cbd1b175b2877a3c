"""``main`` finds the command and turns every refusal into a message and an exit code.

A command is a module with ``arguments(parser, game)``, which says what it takes, and ``run(args, screen)``,
which does it and returns the exit code.
"""

import atexit
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from threading import Event, Thread, get_ident
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from kabuto.table import Refused, manifests
from kabuto.table.text import ENGLISH, translate
from kabuto.text_ui.language import language_of, printable, sentence

if TYPE_CHECKING:
    from kabuto.cli.arguments import Parser


class Command(NamedTuple):
    """Where a command is."""

    module: str
    """Its module in ``kabuto.cli``."""
    takes_game: bool = False
    """Whether a game's name follows it."""


COMMANDS = {
    "play": Command("terminal.play", takes_game=True),
    "replay": Command("terminal.replay"),
    "check": Command("check"),
    "simulate": Command("matches.simulate", takes_game=True),
    "games": Command("games"),
    "arena": Command("matches.arena", takes_game=True),
    "tasks": Command("matches.tasks"),
    "bench": Command("bench", takes_game=True),
    "learn": Command("learn", takes_game=True),
    "analyse": Command("analysis.analyse"),
    "puzzles": Command("analysis.puzzles"),
    "export": Command("export"),
    "dataset": Command("matches.dataset", takes_game=True),
    "tool": Command("tool"),
    "mcp": Command("mcp"),
    "laws": Command("laws", takes_game=True),
    "browser": Command("server.browser"),
    "serve": Command("server.serve"),
    "static": Command("static"),
    "store": Command("server.store"),
    "worker": Command("server.worker"),
    "ban": Command("server.ban"),
    "doctor": Command("doctor.command"),
    "completion": Command("completion"),
}
RETIRED = {"study": ["replay", "--print"], "think": ["worker"]}
"""A command of old → what does its work now."""
FAILED, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141
"""Exit codes."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0, or 2 for anything refused."""
    if argv is not None:
        return _run(list(argv), [])
    again: list[Event] = []
    sys.unraisablehook = partial(_restore_interrupts, again)
    # While Python shuts down, Ctrl-C would change the exit code. What is registered first is called last.
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    try:
        code = _run(sys.argv[1:], again)
    except KeyboardInterrupt:  # pressed again while the first one was being dealt with
        code = INTERRUPTED
    signal.signal(signal.SIGINT, _leave_at_once)
    return code


def _run(arguments: list[str], again: list[Event]) -> int:
    _prepare_streams()
    language = ENGLISH
    try:
        language = language_of(arguments)
        code = _dispatch(arguments, language)
        sys.stdout.flush()
    except SystemExit as stop:  # argparse leaves this way after --help
        return int(stop.code or 0)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Refused as refusal:
        return _complain(refusal.place, translate(refusal.reason, language))
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError as error:
        _drop_output()
        return _complain(os.fsdecode(error.filename or ""), error.strerror or str(error))
    except Exception as error:
        if not again:
            return _blame(error, language)
        for repetition in again:  # foreign code that swallowed an interrupt failed before it was repeated
            repetition.set()
        return INTERRUPTED
    return code


def _leave_at_once(*_: object) -> None:
    """Ctrl-C once the command is over: do not wait for threads that are still at work."""
    os._exit(INTERRUPTED)


def _restore_interrupts(again: list[Event], lost: "sys.UnraisableHookArgs") -> None:
    """Raise Ctrl-C again if a C callback has swallowed it."""
    if os.name == "posix" and isinstance(lost.exc_value, KeyboardInterrupt):
        again.append(Event())
        Thread(target=_interrupt_again, args=(get_ident(), again[-1]), daemon=True).start()
    else:
        sys.__unraisablehook__(lost)


def _interrupt_again(thread: int, cancelled: Event) -> None:
    """Press Ctrl-C when the hook has been left: an interrupt inside it would be lost like the first one."""
    while not cancelled.wait(0.01):
        frame = sys._current_frames().get(thread)
        while frame and frame.f_code is not _restore_interrupts.__code__:
            frame = frame.f_back
        if not frame:
            os.kill(os.getpid(), signal.SIGINT)
            return


def _prepare_streams() -> None:
    """Let no character be a reason to fail, nor a stream that is closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Forget what can no longer be printed, or Python would complain about it at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _blame(error: Exception, language: str) -> int:
    """Name the game of another package that failed; any other error is ours, and stays what it is."""
    from kabuto.table.blame import blame

    failed = blame(error)
    if failed is None:
        raise error
    _complain("", translate(failed.reason, language))
    return FAILED


def _complain(place: str, reason: str) -> int:
    _tell(f"{place}: {reason}" if place else reason)
    return BAD_INPUT


def _tell(text: str) -> None:
    print(printable(f"kabuto: {text}"), file=sys.stderr)


def _dispatch(argv: list[str], language: str) -> int:
    from kabuto.cli.arguments import general_help
    from kabuto.cli.first import parted

    looks, argv = parted(argv)
    if argv and argv[0] in ("-h", "--help", "help"):
        print(general_help(language, list(COMMANDS)))
        return 0
    if argv and argv[0] == "--version":
        from kabuto.version import __version__

        print(f"kabuto {__version__}")
        return 0
    if argv and argv[0] in RETIRED:
        now = RETIRED[argv[0]]
        _tell(translate(sentence("retired", name=argv[0], now=" ".join(now)), language))
        argv = [*now, *argv[1:]]
    if argv:
        command = "play" if argv[0].startswith("-") else argv.pop(0)
    else:
        command = _asked(looks, language)
    if command not in COMMANDS:
        raise Refused(sentence("no_command", name=command[:40], known=list(COMMANDS)))
    game = manifests.default()
    if COMMANDS[command].takes_game and argv and not argv[0].startswith("-"):
        game = argv.pop(0)
    args = parser_of(command, game, language).parse_args([*looks, *argv])
    args.game = game

    from kabuto.text_ui.screen import Screen

    screen = Screen(language, ascii_only=args.ascii, colour=not args.no_color)
    return int(_module(command).run(args, screen))


def _asked(looks: Sequence[str], language: str) -> str:
    """The command of an empty line: where the person wants to play."""
    from kabuto.cli import first
    from kabuto.text_ui.screen import Screen

    return first.command(Screen(language, ascii_only="--ascii" in looks, colour="--no-color" not in looks))


def parser_of(command: str, game: str, language: str) -> "Parser":
    """What reads the rest of the line, for a command and its game."""
    from kabuto.cli.arguments import Parser

    parser = Parser(
        f"kabuto {command} {game}" if COMMANDS[command].takes_game else f"kabuto {command}", language
    )
    _module(command).arguments(parser, game)
    return parser


def _module(command: str) -> ModuleType:
    return import_module(f"kabuto.cli.{COMMANDS[command].module}")
