"""Answers in a page what its server has left to it: the very answers that the server would have sent."""

import pickle
from base64 import b64decode
from collections.abc import Callable
from secrets import randbits
from typing import Any

from msgspec import convert
from msgspec.json import encode

from kabuto.folder.local_workers import QUICK_HINT
from kabuto.host.study.evaluation import as_evaluation
from kabuto.host.study.hints import adviser, as_hint
from kabuto.host.thinking import REVIEW_ITERATIONS, Tasks
from kabuto.protocol.study import Evaluation, Hint, ReviewPart
from kabuto.table import View, manifests
from kabuto.version import __version__


def opened(question: str) -> tuple[str, tuple[Any, ...]]:
    """What a server asks, and its values; ``ValueError`` if it is of another version."""
    version, what, values = pickle.loads(b64decode(question))
    if version != __version__:
        raise ValueError(f"asked by version {version}")
    return what, values


def answer(tasks: Tasks, question: str) -> bytes:
    """The answer to a question, as JSON."""
    what, values = opened(question)
    return encode(_ANSWERS[what](tasks, *values))


def hint(tasks: Tasks, game: str, view: View, language: str) -> Hint:
    """What is good in a position."""
    if manifests.manifest(game).analysis:
        found = tasks.analyse(game, view, QUICK_HINT, language)
    else:
        found = tasks.advise(game, adviser(game), view, randbits(128), language)
    return as_hint(game, view, found, language)


def evaluation(tasks: Tasks, game: str, view: View, ply: int, language: str) -> Evaluation:
    """How a running game stands, as a spectator sees it."""
    return as_evaluation(ply, tasks.analyse(game, view, QUICK_HINT, language))


def turns(tasks: Tasks, game: str, record: dict[str, Any], asked: list[int], language: str) -> ReviewPart:
    """What was won and lost in some turns of a finished game."""
    iterations = REVIEW_ITERATIONS // record["options"]["players"]
    return convert(tasks.look_back(record, asked, iterations, language), ReviewPart)


_ANSWERS: dict[str, Callable[..., Any]] = {"hint": hint, "evaluation": evaluation, "turns": turns}
