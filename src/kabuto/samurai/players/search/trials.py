"""Games played on inside the engine, to see what a turn is worth.

What a seat cannot see is dealt again for every game. Then all seats play the turns that look best to them,
each from what it may know, until the game is over or a horizon is reached.
"""

from kabuto.samurai.kernel.cpu_tools import copy, jit, part
from kabuto.samurai.kernel.engine import redeal, step
from kabuto.samurai.kernel.tables import END, OVER, TURN
from kabuto.samurai.players.search.outlook import judge
from kabuto.samurai.players.search.turns import NO_TURN, mixed, play_plan, play_turn


@part
def play_on(s, desks, singles, plans, seat, beam, horizon, results):
    """Play so many turns, a seat at the first desk and the others at the second; judge what came of it."""
    while s.phase != OVER and horizon > 0:
        play_turn(s, desks[0 if s.seat == seat else 1], singles, plans, beam)
        horizon -= 1
    judge(s, desks[0], results)


@jit
def compare(root, work, desks, singles, plans, field, alive, tally, seat, deals, beam, horizon, results):
    """Try the turns of a field that are alive in so many deals, all in the same ones, and add up the results.

    ``tally[i, each]`` gets the results of every seat after turn i; ``work`` is room for two games.
    """
    for _ in range(deals):
        copy(work[1], root[0])
        redeal(work[1], seat)
        for i in range(field.shape[0]):
            if alive[i]:
                copy(work[0], work[1])
                play_plan(work[0], field[i])
                if field[i].steps != NO_TURN and work[0].phase == TURN and work[0].seat == seat:
                    step(work[0], END, -1)
                play_on(work[0], desks, singles, plans, seat, beam, horizon, results)
                for each in range(work[0].players):
                    tally[i, each] += results[each]
        root[0].rng = mixed(work[1].rng) | 1
