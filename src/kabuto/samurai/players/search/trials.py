"""Plays games in compiled code to find out what a turn is worth.

For every game, what a seat cannot see is dealt again. Then all seats play the turns that look best to them,
each knowing only what it may know, until the game is over or a horizon is reached.
"""

from typing import Any, NamedTuple

from kabuto.compiling.cpu_tools import copy, jit, part
from kabuto.samurai.kernel.engine import redeal, step
from kabuto.samurai.kernel.tables import END, OVER, TURN
from kabuto.samurai.players.search.evaluation import judge
from kabuto.samurai.players.search.job import NO_TURN
from kabuto.samurai.players.search.turns import mixed, play_plan, play_turn


class Memory(NamedTuple):
    """Working memory for one thread."""

    work: Any
    """Two games."""
    evaluations: Any
    """The evaluation of the seat that thinks, and that of the others."""
    singles: Any
    plans: Any
    results: Any


@part
def play_on(s, memory, seat, beam, horizon):
    """Play up to ``horizon`` turns and judge; one seat uses the first evaluation, the others the second."""
    while s.phase != OVER and horizon > 0:
        play_turn(s, memory.evaluations[0 if s.seat == seat else 1], memory.singles, memory.plans, beam)
        horizon -= 1
    judge(s, memory.evaluations[0], memory.results)


@jit
def compare(root, memory, candidates, entrants, number, seat, deals, beam, horizon):
    """Try every candidate that is alive in the same random deals, and add up the results.

    The results of each seat after a candidate are added to its entrant.
    """
    work = memory.work
    for _ in range(deals):
        copy(work[1], root[0])
        redeal(work[1], seat)
        for i in range(number):
            if entrants[i].alive:
                copy(work[0], work[1])
                play_plan(work[0], candidates[i])
                if candidates[i].steps != NO_TURN and work[0].phase == TURN and work[0].seat == seat:
                    step(work[0], END, -1)
                play_on(work[0], memory, seat, beam, horizon)
                for each in range(work[0].players):
                    entrants[i].results[each] += memory.results[each]
        root[0].rng = mixed(work[1].rng) | 1
