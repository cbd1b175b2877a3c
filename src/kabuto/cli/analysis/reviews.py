"""Reviews of all games of a file, one per line, in the order of the games; the same command continues."""

import json
import os
from collections.abc import Iterable
from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path
from typing import Any

from kabuto.cli.command import INTERRUPTED
from kabuto.cli.progress import progress
from kabuto.parallel.pools import Pool
from kabuto.table import BadOption, Game, manifests
from kabuto.table.record import dumps
from kabuto.text_ui.compiling import prepare
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen
from kabuto.version import __version__

Budget = dict[str, Any]
"""What ``review`` of a game's analysis takes beside the record."""


def review_all(
    games: Iterable[Game[Any, Any]],
    path: Path,
    screen: Screen,
    budget: Budget,
    workers: AbstractContextManager[Pool],
) -> int:
    """Review the games of which a file has no review yet."""
    tasks = [(game.name, game.record(), budget, screen.language) for game in games]
    done = _done(path, [_digest(*task) for task in tasks])
    for name in sorted({name for name, *_ in tasks[done:]}):
        prepare(screen, name)
    reviewed = done
    try:
        with (
            workers as pool,
            path.open("ab", buffering=0) as file,
            progress(screen.text("analysing"), len(tasks) - done) as advance,
        ):
            for line in pool.in_order(_review, tasks[done:]):
                file.write(line.encode())
                reviewed += 1
                advance(1)
    except KeyboardInterrupt:
        pass
    screen.say("reviews_written", number=reviewed, games=len(tasks), path=path)
    return 0 if reviewed == len(tasks) else INTERRUPTED


def _review(game: str, record: dict[str, Any], budget: Budget, language: str) -> str:
    """A line of the file: the review, and what it is of."""
    found = manifests.component(game, "analysis").review(record, **budget).to_json(language)
    return dumps({"digest": _digest(game, record, budget, language), "review": found}) + "\n"


def _digest(*task: Any) -> str:
    """The same for the same game, settings and version."""
    return sha256(dumps([__version__, *task]).encode()).hexdigest()


def _done(path: Path, digests: list[str]) -> int:
    """How many of these reviews a file holds already; half a line at its end is cut off."""
    if not path.exists():
        return 0
    if not path.is_file():
        raise BadOption(sentence("review_others", path=path, line=1), "--reviews")
    *lines, rest = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            is_ours = json.loads(line)["digest"] == digests[number - 1]
        except (ValueError, KeyError, TypeError, IndexError):
            is_ours = False
        if not is_ours:
            raise BadOption(sentence("review_others", path=path, line=number), "--reviews")
    if rest and not lines and not rest.startswith(b'{"digest"'):
        raise BadOption(sentence("review_others", path=path, line=1), "--reviews")
    if rest:
        os.truncate(path, path.stat().st_size - len(rest))
    return len(lines)
