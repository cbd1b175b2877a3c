"""Finds which third-party game raised an exception."""

import re
import sys
from pathlib import Path
from traceback import format_exception

from kabuto.table import manifests
from kabuto.table.errors import Refused
from kabuto.table.text import WORDS

_LINE = re.compile(r'File "([^"]+)", line ([0-9]+)')


class GameFailed(Refused):
    """A game of another package raised something that no game should raise."""


def blame(error: Exception) -> GameFailed | None:
    """The game in whose code an error arose, as a refusal that names it; None if it was in none of them."""
    lines = _LINE.findall("".join(format_exception(error)))  # with those of other processes
    for file, line in reversed(lines):
        for name in manifests.foreign():
            if Path(file).is_relative_to(_home(name)):
                fault = f"{type(error).__name__}: {error}"[:200]
                place = f"{Path(file).name}, line {line}"
                return GameFailed(WORDS.say("game_failed", name=name, fault=fault, place=place))
    return None


def _home(name: str) -> Path:
    """The folder of a game's package, or the file of its only module."""
    kind = manifests.find(manifests.manifest(name).game)
    module = sys.modules[kind.__module__.partition(".")[0]]
    file = Path(module.__file__ or ".")
    return file.parent if hasattr(module, "__path__") else file
