"""A player that is a class of a Python module: ``python:package.module:Class``.

It plays in a process of its own and is given views alone; this process never imports it. What is wrong with
the class itself is known before any game.
"""

import json
import pickle
import re
import sys
from base64 import b64encode
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from kabuto.players import WORDS, Forfeit
from kabuto.players.outside import Outside
from kabuto.table import BadOption, View
from kabuto.table.errors import short

_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from kabuto.players.host import main; main()"
)
WRONG = {
    "python_no_module": ("name",),
    "python_import": ("module", "fault"),
    "python_no_class": ("module", "name"),
    "python_near_class": ("module", "name", "near"),
    "python_constructor": ("name", "fault"),
    "python_no_choose": ("name",),
}
"""What can be wrong with a class: the key of a sentence, and what its process tells about it."""
_SOUND: set[str] = set()
"""The classes that have made a player here."""


class PythonClass(Outside):
    """A class as a player. The first one is made at once, to see whether it can be."""

    start_seconds = 60.0
    """Some libraries take their time to be imported."""
    unnamed = "python_unnamed"

    def __init__(self, rng: Random, told: str) -> None:
        """``bots.mine:Mine``, ``30:bots.mine:Mine`` (seconds for a move), ``30/900:…`` (and for a game)."""
        super().__init__(rng, told)
        if self.name not in _SOUND:
            self._try()
            _SOUND.add(self.name)

    def _try(self) -> None:
        try:
            self._arrive(0)
        except Forfeit as forfeit:
            reason = WORDS.say("python_refused", name=self.name, reason=self._last_words(forfeit))
            raise BadOption(reason, "player") from None
        self._wait()

    def _command(self) -> list[str]:
        if not _NAME.fullmatch(self.name):
            raise BadOption(WORDS.say(self.unnamed, given=short(self.name)), "player")
        return [sys.executable, "-c", _START, json.dumps(sys.path), self.name]

    def _hello(self, seed: int) -> dict[str, Any]:
        return {**super()._hello(seed), "seed": seed}

    def _shown(self, view: View, legal: Sequence[Any]) -> dict[str, Any]:
        return {"view": b64encode(pickle.dumps(view)).decode()}

    def _check(self, hello: Mapping[str, Any]) -> None:
        match hello:
            case {"wrong": {"key": str(key), **told}} if key in WRONG:
                raise Forfeit(WORDS.say(key, **{name: str(told.get(name)) for name in WRONG[key]}))
        super()._check(hello)
