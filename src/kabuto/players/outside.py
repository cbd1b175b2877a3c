"""A player that is a separate program, in any language: JSON lines in, JSON lines out.

``docs/programs.md`` describes the protocol. A program that hangs, crashes or answers nonsense loses its
game: ``choose`` raises ``Forfeit`` with the reason, and nobody else is harmed.
"""

import json
import os
import re
import shlex
import shutil
import weakref
from collections.abc import Mapping, Sequence
from random import Random
from time import monotonic
from typing import Any

from kabuto.players import WORDS, Forfeit, waiting
from kabuto.players.process import Process
from kabuto.table import BadOption, BadRecord, IllegalMove, Seat, View
from kabuto.table.errors import short
from kabuto.table.record import loads
from kabuto.version import __version__

PROTOCOL = 1
MOVE_SECONDS = 10.0
"""How long a program may think about a move, and how long it may take to start."""
MOVES_IN_A_GAME = 60
"""How many such moves its time for a whole game is worth."""
LONGEST = 10**6
_TOLD = re.compile(r"(?:(?P<move>\d+(?:\.\d+)?)(?:/(?P<game>\d+(?:\.\d+)?))?:)?(?P<command>.+)", re.DOTALL)


class Outside:
    """A program as a player; it is started again for every game, unless it says that it plays many."""

    start_seconds = MOVE_SECONDS
    """How long it may take to answer that it is there."""
    unnamed = "program_unnamed"
    """What is said where nothing is named."""

    def __init__(self, rng: Random, told: str) -> None:
        """``./bot --flag``, ``30:./bot`` (seconds for a move), ``30/900:./bot`` (and for a game)."""
        found = _TOLD.fullmatch(told.strip())
        if not found:
            raise BadOption(WORDS.say(self.unnamed, given=short(told)), "player")
        self.name = found["command"]
        self.command = self._command()
        self.move_seconds = float(found["move"] or MOVE_SECONDS)
        self.game_seconds = float(found["game"] or MOVES_IN_A_GAME * self.move_seconds)
        if not all(0 < seconds <= LONGEST for seconds in (self.move_seconds, self.game_seconds)):
            raise BadOption(WORDS.say("program_seconds", most=LONGEST, told=short(told)), "player")
        self.rng = rng
        self.log = ""
        """The end of what the program wrote to its error stream, once its game is over."""
        self._process: Process | None = None
        self._plays_many = self._is_thinking = False
        self._left = self.game_seconds

    def choose(self, view: View) -> Any:
        """The program's answer to a view; ``Forfeit`` tells what was wrong with it."""
        legal = view.legal_moves()
        try:
            if self._process is None:
                self._sit_down(json.loads(view.to_json()))
            if self._left <= 0:
                raise Forfeit(WORDS.say("game_time", seconds=f"{self.game_seconds:g}"))
            move_seconds = min(self.move_seconds, self._left)
            seconds = {"move": round(move_seconds, 3), "game": round(self._left, 3)}
            question = {"type": "move", **self._shown(view, legal), "seconds": seconds}
            started = monotonic()
            answer = self._ask(question, move_seconds)
            self._left -= monotonic() - started
            if answer.get("seat", view.seat) != view.seat:
                told = {"given": short(answer["seat"]), "seat": Seat(view.seat or 0)}
                raise Forfeit(WORDS.say("other_seat", **told))
            return _legal(answer.get("move"), view, legal)
        except Forfeit as forfeit:
            raise Forfeit(self._last_words(forfeit), self.name) from None

    def end(self, outcome: Mapping[str, Any] | None) -> None:
        """Tell the program how its game ended; it waits for the next one, or is sent away."""
        if not self._process:
            return
        end = {"type": "end", "outcome": outcome}
        is_asked = self._plays_many and not self._is_thinking
        if is_asked and self._bids_farewell(end):
            self._wait()
            return
        self._process.send((b"" if is_asked else _line(end)) + waiting.QUIT)
        self._stop()

    # What a program is told; one of another kind may be told something else.

    def _command(self) -> list[str]:
        return _words(self.name)

    def _hello(self, seed: int) -> dict[str, Any]:
        return {"type": "hello", "protocol": PROTOCOL, "kabuto": __version__}

    def _shown(self, view: View, legal: Sequence[Any]) -> dict[str, Any]:
        return {"view": json.loads(view.to_json()), "legal": [str(move) for move in legal]}

    # How it comes and goes.

    def _sit_down(self, seen: Mapping[str, Any]) -> None:
        seed = self.rng.getrandbits(32)
        self._left = self.game_seconds
        self._arrive(seed)
        assert self._process
        game = {key: seen[key] for key in ("game", "options", "seat") if key in seen}
        seconds = {"move": self.move_seconds, "game": self.game_seconds}
        self._process.send(_line({"type": "game", **game, "seed": seed, "seconds": seconds}))

    def _arrive(self, seed: int) -> None:
        """Greet a program that waits; if none does, or it does not answer as it must, start one."""
        if kept := waiting.take(self.command):
            self._take(kept)
            try:
                return self._greet(seed)
            except Forfeit:
                self._stop()
        self._take(Process(self.command))
        return self._greet(seed)

    def _take(self, process: Process) -> None:
        self._process = process
        self._on_loss = weakref.finalize(self, process.stop, 0.0)

    def _bids_farewell(self, end: Mapping[str, Any]) -> bool:
        """Whether the program has answered the end of its game: then it is ready for another."""
        try:
            return bool(self._ask(end, MOVE_SECONDS))
        except Forfeit:
            return False

    def _wait(self) -> None:
        """Let the program wait for another game."""
        assert self._process
        self._on_loss.detach()
        self.log = self._process.recent_log()
        waiting.keep(self.command, self._process)
        self._process = None

    def _stop(self) -> None:
        if self._process:
            self._on_loss.detach()
            self.log = self._process.stop()
            self._process = None

    def _last_words(self, forfeit: Forfeit) -> str:
        """Why the program has lost, with what it said in the end; it is gone then."""
        self._stop()
        words = self.log.strip().rpartition("\n")[2][-200:]
        return WORDS.say("last_words", reason=forfeit.reason, words=words) if words else forfeit.reason

    def _greet(self, seed: int) -> None:
        self._check(self._ask(self._hello(seed), self.start_seconds))

    def _check(self, hello: Mapping[str, Any]) -> None:
        if type(hello.get("protocol")) is not int or hello["protocol"] != PROTOCOL:
            given = short(hello.get("protocol"))
            raise Forfeit(WORDS.say("other_protocol", given=given, wanted=PROTOCOL))
        self._plays_many = hello.get("many_games") is True

    def _ask(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        assert self._process
        self._is_thinking = True
        answer = self._process.ask(_line(question), seconds)
        self._is_thinking = False
        try:
            found = loads(answer)
        except BadRecord as fault:
            raise Forfeit(WORDS.say("answer_json", given=short(answer), fault=str(fault))) from None
        if not isinstance(found, dict) or found.get("type") != question["type"]:
            raise Forfeit(WORDS.say("answer_type", given=short(found), kind=question["type"]))
        return found


def _words(command: str) -> list[str]:
    """The program and its arguments; a program that is not there is refused at once."""
    try:
        first, *rest = shlex.split(command, posix=os.name == "posix")
    except ValueError as fault:
        raise BadOption(WORDS.say("no_command", command=short(command), fault=fault), "player") from None
    found = shutil.which(os.path.expanduser(first))
    if found is None:
        raise BadOption(WORDS.say("no_program", name=short(first)), "player")
    return [found, *rest]


def _legal(text: object, view: View, legal: Any) -> Any:
    """The move that a text names, if it is legal."""
    if not isinstance(text, str):
        raise Forfeit(WORDS.say("move_text", given=short(text)))
    try:
        move = type(legal[0]).parse(text)
    except IllegalMove as refusal:
        raise Forfeit(refusal.reason) from None
    if move not in legal:
        why_not = getattr(view, "why_not", None)
        reason = why_not(move) if why_not else None
        raise Forfeit(WORDS.say("illegal", move=short(text), reason=reason or WORDS.say("not_legal")))
    return move


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
