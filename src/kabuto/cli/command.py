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

from kabuto.cli.language import language_of, printable, sentence
from kabuto.table import Refused, faces
from kabuto.table.text import ENGLISH, translate

COMMANDS = {
    "play": True,
    "replay": False,
    "check": False,
    "simulate": True,
    "games": False,
    "arena": True,
    "bench": True,
    "learn": True,
    "analyse": False,
    "puzzles": False,
    "study": False,
    "export": False,
    "tool": False,
    "mcp": False,
    "laws": True,
    "serve": False,
    "store": False,
    "think": False,
    "ban": False,
}
"""Command → whether a game's name follows it."""
FAILED, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141
"""Exit codes."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0, or 2 for anything refused."""
    if argv is not None:
        return _run(list(argv), [])
    again: list[Event] = []
    sys.unraisablehook = partial(_hear_interrupts, again)
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


def _hear_interrupts(again: list[Event], lost: "sys.UnraisableHookArgs") -> None:
    """Press Ctrl-C once more where foreign code has swallowed it, as callbacks from C do."""
    if os.name == "posix" and isinstance(lost.exc_value, KeyboardInterrupt):
        again.append(Event())
        Thread(target=_interrupt_again, args=(get_ident(), again[-1]), daemon=True).start()
    else:
        sys.__unraisablehook__(lost)


def _interrupt_again(thread: int, cancelled: Event) -> None:
    """Press Ctrl-C when the hook has been left: an interrupt inside it would be lost like the first one."""
    while not cancelled.wait(0.01):
        frame = sys._current_frames().get(thread)
        while frame and frame.f_code is not _hear_interrupts.__code__:
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
    print(printable(f"kabuto: {place}: {reason}" if place else f"kabuto: {reason}"), file=sys.stderr)
    return BAD_INPUT


def _dispatch(argv: list[str], language: str) -> int:
    from kabuto.cli.arguments import Parser, general_help

    if argv and argv[0] in ("-h", "--help", "help"):
        print(general_help(language, list(COMMANDS)))
        return 0
    if argv and argv[0] == "--version":
        from kabuto.version import __version__

        print(f"kabuto {__version__}")
        return 0
    command = argv.pop(0) if argv and not argv[0].startswith("-") else "play"
    if command not in COMMANDS:
        raise Refused(sentence("no_command", name=command[:40], known=list(COMMANDS)))
    game, program = faces.DEFAULT, f"kabuto {command}"
    if COMMANDS[command]:
        if argv and not argv[0].startswith("-"):
            game = argv.pop(0)
        program += f" {game}"
    module = import_module(f"kabuto.cli.{command}")
    parser = Parser(program, language)
    module.arguments(parser, game)
    args = parser.parse_args(argv)
    args.game = game

    from kabuto.cli.screen import Screen

    return int(module.run(args, Screen(language, ascii_only=args.ascii, colour=not args.no_color)))
