"""The engine's entry point for Python: one, because Numba compiles everything again for each.

A game is an array and an index, cheaper to pass than a record; ``t`` is the array that
``tables.setting_record`` makes. The functions below give its operations names.
"""

from typing import Any

from kabuto.compiling.cpu_tools import copy, entry
from kabuto.yedo.kernel import counts, engine, legality

LIST, STEP, DEAL, SCORES, PLAY_OUT = range(5)


@entry
def work(states, i, t, what, number, out):
    """Do one of these operations to game i; what is returned depends on it."""
    s = states[i]
    if what == STEP:
        engine.after(s, t[0], number)
    if what <= STEP:
        return legality.legal(s, t[0], out)
    if what == SCORES:
        for seat in range(s.players):
            out[seat] = counts.final_score(s, t[0], seat)
        return 0
    moves = 0
    for _ in range(number):
        rng = s.rng
        copy(s, states[i + 1])
        s.rng = rng
        engine.deal(s, t[0])
        if what == PLAY_OUT:
            moves += engine.play_out(s, t[0], out)
    return moves


def legal(states: Any, i: int, t: Any, out: Any) -> int:
    """Write the legal moves of game i; how many there are, 0 when it is over."""
    return int(work(states, i, t, LIST, 0, out))


def step(states: Any, i: int, t: Any, move: int, out: Any) -> int:
    """Do a legal move in game i, and write what may be done then, as ``legal`` does."""
    return int(work(states, i, t, STEP, move, out))


def scores(states: Any, i: int, t: Any, out: Any) -> None:
    """Write the points of every seat after the final scoring, if the game ended now."""
    work(states, i, t, SCORES, 0, out)


def deal(states: Any, i: int, t: Any, out: Any) -> None:
    """Deal game i from its ``rng``; game i + 1 is a record of zeros."""
    work(states, i, t, DEAL, 1, out)


def play_out(states: Any, i: int, t: Any, number: int, out: Any) -> int:
    """Deal and play so many random games, one after the other, in place of game i; moves in all."""
    return int(work(states, i, t, PLAY_OUT, number, out))
