"""What the compiled search is told and what it answers: names of fields, without any library.

``think`` (of ``players.search`` and of ``players.learned``) is one function of a few arrays of records: the
game as the seat knows it, the job, and the candidates. The same function runs natively and in a page.
"""

from typing import Any, NamedTuple

FIND, BEGIN, GO_ON, TRY, PLAY, SHARE, HALVE, REDEAL = range(8)
"""What ``think`` is asked to do: find the turns that look best; begin a contest of them within a budget of
games, or go on with it; play deals with turns that it is given, or go on with that; say how many deals are
next; drop the worse half; deal again what the seat cannot see."""

WIDEST = 128
"""The most turns that can be candidates."""
MOST_STEPS = 5
"""The most tokens that a turn plays."""
NO_TURN = -1
"""As the number of steps: no plan at all, not even to end the turn."""
NUMBERS = 41
"""How many weights the evaluation has."""

JOB: list[tuple[Any, ...]] = [
    ("do", "i8"),
    ("seat", "i8"),  # who thinks, -1 for a spectator
    ("games", "i8"),  # the budget of a contest, 0 for none
    ("most", "i8"),  # how many games to play before returning
    ("deals", "i8"),  # how many deals to play, or to play next
    ("width", "i8"),
    ("beam", "i8"),
    ("horizon", "i8"),
    ("proposals", "i8"),
    ("replies", "i8"),
    ("reply_beam", "i8"),
    ("rounds_ahead", "i8"),
    ("halving", "i8"),
    ("fresh", "i8"),  # the weights are new
    ("trace", "f8"),
    ("trust", "f8"),
    ("weights", "f8", (2, NUMBERS)),  # of the seat that thinks, and of the others
    # How far it is.
    ("number", "i8"),  # candidates
    ("alive", "i8"),
    ("rounds", "i8"),
    ("round", "i8"),
    ("left", "i8"),  # deals in this round
    ("more", "i8"),  # whether there is more to do
]

ENTRANT: list[tuple[Any, ...]] = [
    ("alive", "i8"),
    ("place", "i8"),  # place → the candidate that has it
    ("games", "f8"),
    ("merit", "f8"),
    ("results", "f8", 4),  # seat → the sum of its results
]


class Plan(NamedTuple):
    """A turn to play, or the rest of one."""

    value: float
    """The chance to win after it, less what its tokens would be worth in the hand."""
    steps: tuple[tuple[int, int], ...]
    """The actions of its tokens; the second half of an exchange, or -1."""
    ends: bool = True
    """Whether the turn ends: without, it stands for no turn at all."""


NOTHING = Plan(0.0, (), ends=False)
EMPTY = Plan(0.0, ())
"""The end of the turn alone."""


class Tried(NamedTuple):
    """A candidate, best first."""

    plan: Plan
    games: int
    results: tuple[float, ...]
    """Seat → mean result."""
