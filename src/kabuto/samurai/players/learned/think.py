"""The search with the learned evaluation as one compiled function, like ``players.search.think``."""

from kabuto.compiling.cpu_tools import copy, jit
from kabuto.samurai.kernel.engine import redeal
from kabuto.samurai.kernel.legality import legal
from kabuto.samurai.kernel.tables import TURN
from kabuto.samurai.players.learned.choosing import compare, rank
from kabuto.samurai.players.search import contest
from kabuto.samurai.players.search.evaluation import prepare
from kabuto.samurai.players.search.job import BEGIN, FIND, GO_ON, HALVE, PLAY, REDEAL, SHARE, TRY
from kabuto.samurai.players.search.turns import plan

enter, halve, next_deals, played = contest.enter, contest.halve, contest.next_deals, contest.played
order = contest.rank
TAKEN = -2.0
"""Less than any chance."""


@jit
def find(root, mind, j, found, actions):
    """The turns that the network likes best, best first, or every choice in set-up."""
    if root[0].phase != TURN:
        j.number = legal(root[0], actions, 0)
        for i in range(j.number):
            found[i].value = 0.0
            found[i].steps = 1
            found[i].first[0] = actions[i]
            found[i].second[0] = -1
        return
    number = plan(root[0], mind.evaluations[0], mind.singles, mind.plans, j.proposals, j.beam)
    rank(root[0], mind, mind.plans, number)
    j.number = min(number, j.width)
    for place in range(j.number):
        best = 0
        for i in range(1, number):
            if mind.values[i] > mind.values[best]:
                best = i
        copy(found[place], mind.plans[best])
        found[place].value = mind.values[best]
        mind.values[best] = TAKEN


@jit
def think(root, mind, job, found, entrants, actions):
    """Do what the job asks for; ``found`` are the candidates and ``entrants`` how they did."""
    j = job[0]
    if j.do == REDEAL:
        redeal(root[0], j.seat)
        return
    if j.fresh:
        prepare(mind.evaluations[0], j.weights[0])
        j.fresh = 0
    ahead = j.replies, j.reply_beam, j.rounds_ahead, j.trace
    if j.do == FIND or j.do == BEGIN:
        find(root, mind, j, found, actions)
        enter(j, entrants)
    elif j.do == HALVE:
        halve(j, found, entrants)
    elif j.do == SHARE:
        j.deals = next_deals(j, found, entrants, j.most)
    if j.do == TRY:
        enter(j, entrants)
    if j.do == TRY or j.do == PLAY:
        compare(root, mind, found, entrants, j.number, j.seat, j.deals, *ahead)
        played(j, entrants, j.deals)
    if j.do == BEGIN or j.do == GO_ON:
        most = j.most
        while most > 0:
            deals = next_deals(j, found, entrants, most)
            if deals == 0:
                break
            most -= deals * j.alive
            compare(root, mind, found, entrants, j.number, j.seat, deals, *ahead)
            played(j, entrants, deals)
        j.more = 1 if j.games > 0 and (j.left > 0 or j.round < j.rounds) else 0
    order(j, found, entrants)
