"""Chooses turns with the learned evaluation, and plays games with it, in compiled code."""

from typing import Any, NamedTuple

from kabuto.compiling.cpu_tools import copy, jit
from kabuto.compiling.maths import exp
from kabuto.samurai.kernel.engine import end_turn, random_action, redeal, step
from kabuto.samurai.kernel.tables import CHOOSING, END, OVER, TURN
from kabuto.samurai.players.evaluation import TINY
from kabuto.samurai.players.learned.features import describe
from kabuto.samurai.players.learned.network import base_logit, logit, near_logit
from kabuto.samurai.players.learned.opening import choose_for_others, finish_set_up
from kabuto.samurai.players.search.evaluation import final
from kabuto.samurai.players.search.job import NO_TURN
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
    worths: Any
    """What a short game is worth to each seat so far, its latest chance, and how much the rest counts."""


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
    return 1.0 / (1.0 + exp(-logit))


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
def play_short(s, mind, seat, width, beam, rounds, trace):
    """Play until a seat has had ``rounds`` turns; ``mind.worths[0]`` is what became of it for each seat.

    All seats play the turns that they like best, each knowing only what it may know. A seat's chance to win
    counts after each of its turns, but what follows the turn counts ``trace`` of the whole. Together they are
    certain to win: what the seat does not expect is divided among the others. A spectator (seat -1) waits
    until everyone has had so many turns, and divides it all.
    """
    players = s.players
    worths = mind.worths
    for each in range(players):
        worths[0, each] = 0.0
        worths[1, each] = 1.0 / players
        worths[2, each] = 1.0
    last = seat if seat >= 0 else (s.seat + players - 1) % players
    while s.phase != OVER and rounds > 0:
        me = s.seat
        worths[1, me] = play_best(s, mind, width, beam)
        worths[0, me] += worths[2, me] * (1.0 - trace) * worths[1, me]
        worths[2, me] *= trace
        rounds -= me == last
    over = s.phase == OVER
    if over:
        final(s, mind.results)
    total = 0.0
    for each in range(players):
        worths[0, each] += worths[2, each] * (mind.results[each] if over else worths[1, each])
        if each != seat:
            worths[0, each] += TINY
            total += worths[0, each]
    rest = 1.0 - worths[0, seat] if seat >= 0 else 1.0
    for each in range(players):
        if each != seat:
            worths[0, each] *= rest / total


@jit
def compare(root, mind, candidates, entrants, number, seat, deals, width, beam, rounds, trace):
    """Try every candidate that is alive in the same random deals of what a seat, or a spectator, cannot see.

    A candidate is a turn, or a choice in set-up, or nothing at all. After each, a short game is played.
    What became of it for each seat is added to its entrant.
    """
    s = mind.work[0]
    dealt = mind.work[1]
    for _ in range(deals):
        copy(dealt, root[0])
        if dealt.phase == CHOOSING:
            choose_for_others(dealt, seat)
        else:
            redeal(dealt, seat)
        for i in range(number):
            if entrants[i].alive:
                copy(s, dealt)
                if candidates[i].steps != NO_TURN:
                    play_plan(s, candidates[i])
                    if dealt.phase == TURN:
                        step(s, END, -1)
                finish_set_up(s)
                play_short(s, mind, seat, width, beam, rounds, trace)
                for each in range(s.players):
                    entrants[i].results[each] += mind.worths[0, each]
        root[0].rng = mixed(dealt.rng) | 1
