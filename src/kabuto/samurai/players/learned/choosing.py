"""Chooses turns with the learned evaluation, and plays games with it, in compiled code."""

from typing import Any, NamedTuple

import numpy as np

from kabuto.samurai.kernel.cpu_tools import copy, jit
from kabuto.samurai.kernel.engine import end_turn, random_action, redeal, step
from kabuto.samurai.kernel.tables import END, OVER, TURN
from kabuto.samurai.players.learned.features import describe
from kabuto.samurai.players.learned.network import base_logit, logit, near_logit
from kabuto.samurai.players.search.evaluation import final
from kabuto.samurai.players.search.turns import mixed, plan, play_plan


class Mind(NamedTuple):
    """What one thread needs to judge positions and plan turns."""

    network: Any
    units: Any
    sight: Any
    """The description of a position."""
    work: Any
    """Three games: the one being played, the deal it started from, and one to look ahead in."""
    evaluations: Any
    """The hand-made evaluation, which proposes turns."""
    singles: Any
    plans: Any
    values: Any
    """Plan → the chance to win after it."""
    results: Any


@jit
def chance(s, mind, me):
    """The chance to win of the seat that has just ended its turn, or its result if the game is over."""
    if s.phase == OVER:
        final(s, mind.results)
        return mind.results[me]
    describe(s, mind.evaluations[0], me, mind.sight[0])
    return likely(logit(mind.network, mind.units, mind.sight[0]))


@jit
def likely(logit):
    """The chance for a logarithm of odds."""
    return 1.0 / (1.0 + np.exp(-logit))


@jit
def rank(s, mind, plans, number):
    """Judge the position after each plan; the index of the best."""
    me = s.seat
    ahead = mind.work[2]
    sight = mind.sight[0]
    best = 0
    compared = False
    for i in range(number):
        copy(ahead, s)
        play_plan(ahead, plans[i])
        end_turn(ahead, 0)
        if ahead.phase == OVER:
            final(ahead, mind.results)
            mind.values[i] = mind.results[me]
        else:
            describe(ahead, mind.evaluations[0], me, sight)
            if compared:
                mind.values[i] = likely(near_logit(mind.network, mind.units, sight))
            else:
                mind.values[i] = likely(base_logit(mind.network, mind.units, sight))
                compared = True
        if mind.values[i] > mind.values[best]:
            best = i
    return best


@jit
def play_best(s, mind, width, beam):
    """Play the whole turn after which the chance to win is best; that chance."""
    me = s.seat
    number = plan(s, mind.evaluations[0], mind.singles, mind.plans, width, beam)
    if number == 0 or (mind.plans[0].steps == 0 and s.played == 0):
        step(s, random_action(s, s), -1)
        if s.phase == TURN and s.seat == me:
            step(s, END, -1)
        return chance(s, mind, me)
    best = rank(s, mind, mind.plans, number)
    play_plan(s, mind.plans[best])
    step(s, END, -1)
    return mind.values[best]


@jit
def compare(root, mind, candidates, alive, tally, deals, width, beam, rounds):
    """Try every candidate that is alive in the same random deals, and add up what becomes of them.

    After the candidate, all seats play the turns that they like best, each knowing only what it may know,
    until the seat that thinks has had ``rounds`` more turns. ``tally[i]`` adds up its chances to win then.
    """
    seat = root[0].seat
    s = mind.work[0]
    dealt = mind.work[1]
    for _ in range(deals):
        copy(dealt, root[0])
        redeal(dealt, seat)
        for i in range(candidates.shape[0]):
            if alive[i]:
                copy(s, dealt)
                play_plan(s, candidates[i])
                step(s, END, -1)
                value = 0.0
                left = rounds * s.players
                while left > 0 and s.phase != OVER:
                    value = play_best(s, mind, width, beam)
                    left -= 1
                if s.phase == OVER:
                    final(s, mind.results)
                    value = mind.results[seat]
                tally[i] += value
        root[0].rng = mixed(dealt.rng) | 1
