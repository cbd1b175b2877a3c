"""The process in which a class of a Python module plays: it imports the class, and gives it views alone.

The table speaks the protocol of ``docs/programs.md`` with it, but a view comes as it is, not as JSON. What
the class prints goes to the error stream.
"""

import atexit
import os
import pickle
import signal
import sys
from base64 import b64decode
from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from importlib import __file__ as importing
from importlib import import_module
from inspect import signature
from json import dumps, loads
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event, Thread
from time import sleep
from traceback import extract_tb
from typing import Any

from kabuto.players.outside import PROTOCOL

GRACE = 1.0
"""Seconds that the class has left when nobody listens any more."""
LONGEST = 200
"""How much of somebody else's error is told."""


class Wrong(Exception):
    """What is wrong with the class: the key of a sentence, and what it tells."""

    def __init__(self, key: str, **told: object) -> None:
        super().__init__(key)
        self.told = {"key": key, **told}


def main() -> None:
    """Play game after game, until the table has had enough."""
    questions, answers = _take_streams()
    lines: SimpleQueue[bytes] = SimpleQueue()
    is_over = Event()
    atexit.register(_end_group, is_over)  # after whatever the class has to do at the end
    Thread(target=_listen, args=(questions, lines, is_over), daemon=True).start()
    sys.path.insert(0, os.getcwd())
    _serve(Host(sys.argv[-1]), lines, answers)


def _serve(host: "Host", lines: "SimpleQueue[bytes]", answers: int) -> None:
    """Answer line after line, up to the one that is empty or says to quit."""
    own = os.getpid()
    while line := lines.get():
        message = loads(line)
        if message["type"] == "quit":
            break
        answer = host.answer(message)
        if os.getpid() != own:  # the class has forked, and its child has come back
            os._exit(0)
        if answer is not None:
            _say(answers, {"type": message["type"], **answer})


class Host:
    """A class, and the player of the present game that it made."""

    def __init__(self, name: str) -> None:
        self.module, _, self.attribute = name.partition(":")
        self.player: Any = None

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a message, if it needs one."""
        match message["type"]:
            case "hello":
                return self._begin(message["seed"])
            case "move":
                view = pickle.loads(b64decode(message["view"]))  # from the table that started this process
                return {"move": _notation(view, self.player.choose(view))}
            case "end":
                getattr(self.player, "end", _nothing)(message["outcome"])
                return {}
        return None

    def _begin(self, seed: int) -> dict[str, Any]:
        """A player for a new game, or what is wrong with it."""
        try:
            self.player = _made(_found(self.module, self.attribute), self.attribute, seed)
        except Wrong as wrong:
            return {"wrong": wrong.told}
        return {"protocol": PROTOCOL, "many_games": True}


def _nothing(outcome: Any) -> None:
    """What a player does at the end that has nothing to do there."""


def _found(module: str, attribute: str) -> Any:
    """What a name stands for."""
    try:
        found: Any = import_module(module)
    except ModuleNotFoundError as error:
        if error.name and f"{module}.".startswith(f"{error.name}."):
            raise Wrong("python_no_module", name=error.name) from None
        raise _failed("python_import", error, module=module) from error
    except (Exception, SystemExit) as error:
        raise _failed("python_import", error, module=module) from error
    for part in attribute.split("."):
        if not hasattr(found, part):
            near = get_close_matches(part, dir(found), 1)
            key = "python_near_class" if near else "python_no_class"
            raise Wrong(key, module=module, name=attribute, near=near[0] if near else "")
        found = getattr(found, part)
    return found


def _made(found: Any, name: str, seed: int) -> Any:
    """A player: what a class or a function makes, or the object itself."""
    made = found
    if callable(found) and (isinstance(found, type) or not _can_choose(found)):
        try:
            made = _called(found, Random(seed))
        except (Exception, SystemExit) as error:
            raise _failed("python_constructor", error, name=name) from error
    if not _can_choose(made):
        raise Wrong("python_no_choose", name=name)
    return made


def _called(make: Callable[..., Any], rng: Random) -> Any:
    """What a class or a function makes, given chance if it takes an argument."""
    try:
        signature(make).bind()
    except (TypeError, ValueError):
        return make(rng)
    try:
        signature(make).bind(rng)
    except TypeError:
        return make()
    return make(rng)


def _can_choose(player: Any) -> bool:
    return callable(getattr(player, "choose", None))


def _failed(key: str, error: BaseException, **told: str) -> Wrong:
    """The class has failed: how, and in which line."""
    theirs = [frame for frame in extract_tb(error.__traceback__) if not _is_ours(frame.filename)]
    place = f" ({os.path.basename(theirs[-1].filename)}, line {theirs[-1].lineno})" if theirs else ""
    return Wrong(key, fault=f"{type(error).__name__}: {error}"[:LONGEST] + place, **told)


def _is_ours(file: str) -> bool:
    """Whether a line of this file only called what has failed."""
    return file in (__file__, importing) or file.startswith("<frozen importlib")


def _notation(view: Any, move: object) -> str:
    """A move as it is written."""
    if isinstance(move, str):
        return move
    if isinstance(move, view.move_type):
        return str(move)
    wanted, given = view.move_type, type(move)
    raise TypeError(
        f"choose(view) should return a {wanted.__module__}.{wanted.__qualname__} or its notation, "
        f"not {given.__module__}.{given.__qualname__}"
    )


# How it listens and speaks.


def _take_streams() -> tuple[int, int]:
    """The streams of the table, for this module alone: not for what the class reads, prints or starts."""
    questions, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    with suppress(OSError):  # where memory runs out, Linux is to end this process and not the table
        Path("/proc/self/oom_score_adj").write_text("1000")
    if hasattr(os, "register_at_fork"):

        def let_go() -> None:
            for stream in (questions, answers):
                os.dup2(nothing, stream, inheritable=False)

        os.register_at_fork(after_in_child=let_go)
    return questions, answers


def _listen(questions: int, lines: "SimpleQueue[bytes]", is_over: Event) -> None:
    """Hear also while the class thinks: when the table is gone, this process ends."""
    with open(questions, "rb") as stream:
        for line in stream:
            lines.put(line)
    is_over.set()
    lines.put(b"")
    sleep(GRACE)
    _end_group(is_over)


def _end_group(is_over: Event) -> None:
    """Once the table is gone, end this process and what the class has started: nobody else will."""
    if not is_over.is_set():
        return
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # the class may have done anything to it
            stream.flush()
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _say(answers: int, message: dict[str, Any]) -> None:
    left = memoryview(dumps(message).encode() + b"\n")
    with suppress(OSError):  # the table is gone
        while left:
            left = left[os.write(answers, left) :]
