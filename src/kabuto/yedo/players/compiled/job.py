"""What the compiled player gets and what it answers: names of fields, without any library."""

from kabuto.compiling.records import Spec
from kabuto.yedo.kernel.record import SEATS
from kabuto.yedo.players.effort import WIDEST

CHOOSE, VALUES, ESTATES, GAMES, BEGIN, GO_ON, TRY = range(7)
"""What ``think`` is asked to do with the first game: choose a move; say what moves are worth, or what every
clan has; deal and play whole games. Or in samples of the game ``seen``: begin a contest of some moves, or go
on with it; tell the end of every game with some moves."""
AT_ONCE = 64
"""Samples in one compiled call, a few hundredths of a second: Ctrl-C takes effect between calls."""
NO_MOVE = -1
ROW = SEATS + 1
"""Numbers about a game that was tried: what each clan has, and who has won."""

JOB: Spec = [
    ("rng", "i8"),  # of what deals hidden cards
    ("do", "i8"),
    ("seat", "i8"),  # who thinks
    ("number", "i8"),  # of moves, of candidates, or of games
    ("until", "i8"),  # the round with which games end
    ("far", "i8"),  # 1: they go on after the auctions while bidding
    ("words", "i8"),  # how many samples there is chance for, and how many were used
    ("used", "i8"),
    ("games", "f8"),  # the budget of a contest
    ("prior", "f8"),
    ("sure", "f8"),
    # How far a contest is.
    ("alive", "i8"),
    ("heats", "i8"),
    ("heat", "i8"),
    ("left", "i8"),  # samples in this heat
    ("more", "i8"),  # whether there is more to do
]

CANDIDATE: Spec = [
    ("move", "i8"),
    ("place", "i8"),  # place → the candidate that has it
    ("looks", "f8"),  # by how much it looks worse than the best
    ("games", "f8"),
    ("total", "f8"),  # how far ahead they ended, in all
    ("lead", "f8"),  # the last one
    ("apart", "f8", WIDEST),  # how much further ahead than each other one, in all; and of the squares of that
    ("squares", "f8", WIDEST),
]
