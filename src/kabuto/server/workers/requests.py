"""What workers on other hosts are asked, as text made from views.

A view cannot be sent, but a game that it allows can: ``sample`` makes one of nothing but what the seat
knows, and its record gives the seat the very same view again. So no secret leaves the server, and any version
can read what another one has asked.
"""

import random
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from kabuto.host.thinking import MOST_MOVES
from kabuto.table import Game, IllegalMove, View

Record = dict[str, Any]


class Play(Struct, frozen=True, tag=True):
    """Play the turn of a seat."""

    program: str
    seat: int
    seed: str
    """A number larger than JSON allows everywhere."""
    record: Record


class Analyse(Struct, frozen=True, tag=True):
    """Find the best moves of a seat, or how a game stands for those who watch it."""

    seat: int | None
    seconds: float
    language: str
    record: Record


class Advise(Struct, frozen=True, tag=True):
    """Say what a program would play, and why."""

    program: str
    seat: int
    seed: str
    language: str
    record: Record


class Review(Struct, frozen=True, tag=True):
    """Look back on a finished game."""

    iterations: int
    language: str
    record: Record


class LookBack(Struct, frozen=True, tag=True):
    """Look back on some turns of a finished game."""

    iterations: int
    language: str
    turns: list[int]
    record: Record


Question = Play | Analyse | Advise | Review | LookBack


class Step(Struct, frozen=True, array_like=True):
    """A move of a program, and what it knew when it chose it."""

    move: str
    known: str


class Answer(Struct, frozen=True, omit_defaults=True):
    """What a worker answers."""

    found: Any = None
    seconds: float = 0.0
    """Processor time that it needed."""
    failure: str = ""
    """Why there is nothing: then the server asks its own workers."""


QUESTIONS, ANSWERS, STEPS = Decoder(Question), Decoder(Answer), Decoder(list[Step])
ENCODER = Encoder()


def seen(view: View, seed: int) -> Record:
    """A game that has this view, as a record."""
    return dict(view.sample(random.Random(seed)).record())


def known(view: View) -> str:
    """What a seat knows, in short: the same only if it knows the same."""
    return blake2b(view.to_json().encode(), digest_size=12).hexdigest()


def steps(choose: Callable[[View], Any], game: Game[Any, Any], seat: int) -> list[Step]:
    """The moves of a seat until it has nothing more to decide, as far as a game that was sampled tells."""
    found: list[Step] = []
    while seat in game.deciding and len(found) < MOST_MOVES:
        view = game.view(seat)
        move = choose(view)
        found.append(Step(str(move), known(view)))
        game.play(move, seat)
    return found


def follow(found: list[Step], game: Game[Any, Any], seat: int) -> list[str]:
    """Play the moves of a turn for as long as the seat knows what it knew in the sampled game; those moves.

    What chance brings in the middle of a turn can be something else than in the sample. The first move needs
    no such look: it was chosen with the view that was sent.
    """
    moves: list[str] = []
    for step in found:
        if moves and (seat not in game.deciding or known(game.view(seat)) != step.known):
            break
        try:
            game.play(step.move, seat)
        except IllegalMove:  # the worker has other rules
            break
        moves.append(step.move)
    return moves
