"""The whole search as one compiled function: finds candidates, plays games with them and ranks them.

Native Python and a page call this same function. It returns after a number of games, and is called again
until there is no more to do; so a search can be stopped, and says how far it is.
"""

import numpy as np

from kabuto.compiling.cpu_tools import copy, jit
from kabuto.samurai.kernel.engine import redeal
from kabuto.samurai.players.search.contest import enter, halve, next_deals, played, rank
from kabuto.samurai.players.search.evaluation import prepare
from kabuto.samurai.players.search.job import (
    BEGIN,
    ENTRANT,
    FIND,
    GO_ON,
    HALVE,
    JOB,
    PLAY,
    REDEAL,
    SHARE,
    TRY,
)
from kabuto.samurai.players.search.trials import compare
from kabuto.samurai.players.search.turns import plan

JOBS, ENTRANTS = np.dtype(JOB, align=True), np.dtype(ENTRANT, align=True)


@jit
def find(root, memory, j, found):
    """The turns that look best, best first."""
    j.number = plan(root[0], memory.evaluations[0], memory.singles, memory.plans, j.width, j.beam)
    for i in range(j.number):
        copy(found[i], memory.plans[i])


@jit
def think(root, memory, job, found, entrants):
    """Do what the job asks for; ``found`` are the candidates and ``entrants`` how they did."""
    j = job[0]
    if j.do == REDEAL:
        redeal(root[0], j.seat)
        return
    if j.fresh:
        for each in range(2):
            prepare(memory.evaluations[each], j.weights[each])
        j.fresh = 0
    if j.do == FIND or j.do == BEGIN:
        find(root, memory, j, found)
        enter(j, entrants)
    elif j.do == HALVE:
        halve(j, found, entrants)
    elif j.do == SHARE:
        j.deals = next_deals(j, found, entrants, j.most)
    if j.do == TRY:
        enter(j, entrants)
    if j.do == TRY or j.do == PLAY:
        compare(root, memory, found, entrants, j.number, j.seat, j.deals, j.beam, j.horizon)
        played(j, entrants, j.deals)
    if j.do == BEGIN or j.do == GO_ON:
        most = j.most
        while most > 0:
            deals = next_deals(j, found, entrants, most)
            if deals == 0:
                break
            most -= deals * j.alive
            compare(root, memory, found, entrants, j.number, j.seat, deals, j.beam, j.horizon)
            played(j, entrants, deals)
        j.more = 1 if j.games > 0 and (j.left > 0 or j.round < j.rounds) else 0
    rank(j, found, entrants)
