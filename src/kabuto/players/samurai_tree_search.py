"""Information-set Monte-Carlo tree search inside the engine, for 2 to 4 players.

One tree for the seat that thinks. Every iteration deals again what that seat cannot see, walks down the
tree along actions that are legal in that deal, adds one node, judges the position there (by the evaluation,
by playing to the end, or by a mixture) and credits the result to the nodes on the way. How often an action
was available counts in place of the visits of its parent.
"""

from math import log, sqrt

import numpy as np

from kabuto.players.samurai_fast_evaluation import appraise, final, judge, prepare, promise
from kabuto.samurai.kernel.engine import count, jit, legal, rand, redeal, select, step
from kabuto.samurai.kernel.tables import ACTIONS, OVER

NODE = np.dtype(
    [
        ("action", "i2"),
        ("seat", "i2"),  # who chose it
        ("child", "i4"),  # the first child, -1 for none
        ("sibling", "i4"),  # the next child of the same parent
        ("visits", "i4"),
        ("available", "i4"),  # how often its action was legal when its parent was visited
        ("prior", "f4"),  # how promising the action looks
        ("reward", "f4", 4),  # seat → the sum of results
    ],
    align=True,
)

PARAMETERS = np.dtype(
    [
        ("exploration", "f8"),
        ("widening", "f8"),  # a node with n visits may have widening × n ** power children; 0: any number
        ("power", "f8"),
        ("bias", "f8"),  # how much the prior counts, fading with visits
        ("ordered", "i8"),  # 1: promising actions are tried first
        ("trust", "f8"),  # how much of the result is the evaluation; the rest is a playout
        ("candidates", "i8"),  # actions compared at each step of a playout; 1: plain random
        ("patience", "i8"),  # actions played on before the evaluation judges
    ]
)


@jit
def playout(s, steps, candidates, worth, hold, partner, drops, odds):
    """Play on for some steps, at each one the most promising of a few random actions."""
    while s.phase != OVER and steps > 0:
        number = count(s)
        action = select(s, rand(s, number))
        if number > 1 and candidates > 1:
            best = promise(s, action, worth, hold, partner, drops, odds)
            for _ in range(candidates - 1):
                other = select(s, rand(s, number))
                value = promise(s, other, worth, hold, partner, drops, odds)
                if value > best:
                    best = value
                    action = other
        step(s, action, -1)
        steps -= 1


@jit
def add_node(nodes, size, parent, action, seat, prior):
    """A new child of a node."""
    node = nodes[size]
    node.action = action
    node.seat = seat
    node.child = -1
    node.sibling = nodes[parent].child
    node.visits = 0
    node.available = 1
    node.prior = prior
    for each in range(4):
        node.reward[each] = 0.0
    nodes[parent].child = size


@jit
def untried(s, out, number, have, mark, stamp, ordered, worth, hold, partner, drops, odds):
    """The most promising action that has no node yet, or any such action; its place in ``out``."""
    if not ordered:
        skip = rand(s, number - have)
        for i in range(number):
            if mark[out[i]] == stamp:
                if skip == 0:
                    return i
                skip -= 1
    best = -1
    most = -1e9
    for i in range(number):
        if mark[out[i]] == stamp:
            value = promise(s, out[i], worth, hold, partner, drops, odds) + rand(s, 1024) * 1e-6
            if value > most:
                most = value
                best = i
    return best


@jit
def search(
    root, work, nodes, size, top, seat, iterations, parameters, hold, out, mark, path, results, more,
    worth, partner, drops, counts, spreads, leads, odds,
):  # fmt: skip
    """Some iterations from a node ``top``; how many nodes there are now.

    ``root`` holds the game as the seat knows it, ``work`` is room for another; ``size`` nodes exist.
    """
    p = parameters[0]
    work[0] = root[0]
    redeal(work[0], seat)
    appraise(work[0], worth, counts, spreads, leads, odds)
    prepare(work[0], worth, partner, drops, odds)
    stamp = mark[ACTIONS]
    for _ in range(iterations):
        work[0] = root[0]
        s = work[0]
        redeal(s, seat)
        node = top
        depth = 0
        expanded = False
        while s.phase != OVER and not expanded and depth < path.shape[0]:
            number = legal(s, out, 0)
            stamp += 1
            for i in range(number):
                mark[out[i]] = stamp
            best = -1
            best_value = -1e9
            have = 0
            child = nodes[node].child
            while child >= 0:
                c = nodes[child]
                if mark[c.action] == stamp:
                    mark[c.action] = -stamp
                    have += 1
                    c.available += 1
                    value = c.reward[s.seat] / c.visits + p.exploration * sqrt(log(c.available) / c.visits)
                    value += p.bias * c.prior / (1.0 + c.visits)
                    if value > best_value:
                        best_value = value
                        best = child
                child = c.sibling
            allowed = number
            if p.widening > 0.0:
                allowed = int(1.0 + p.widening * (nodes[node].visits + 1.0) ** p.power)
            if have < number and (have < allowed or best < 0) and size < nodes.shape[0]:
                i = untried(s, out, number, have, mark, stamp, p.ordered, worth, hold, partner, drops, odds)
                prior = promise(s, out[i], worth, hold, partner, drops, odds) if p.ordered else 0.0
                add_node(nodes, size, node, out[i], s.seat, prior)
                best = size
                size += 1
                expanded = True
            if best < 0:
                break
            node = best
            path[depth] = node
            depth += 1
            step(s, nodes[node].action, -1)
        if p.trust > 0.0:
            playout(s, p.patience, p.candidates, worth, hold, partner, drops, odds)
            judge(s, results, counts, spreads, leads, odds)
        if p.trust < 1.0:
            playout(s, 1000, p.candidates, worth, hold, partner, drops, odds)
            final(s, more)
            for each in range(s.players):
                results[each] = p.trust * results[each] + (1.0 - p.trust) * more[each]
        root[0].rng = s.rng
        nodes[top].visits += 1
        for i in range(depth):
            c = nodes[path[i]]
            c.visits += 1
            for each in range(s.players):
                c.reward[each] += results[each]
    mark[ACTIONS] = stamp
    return size
