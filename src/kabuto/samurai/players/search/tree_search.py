"""Textbook information-set Monte Carlo tree search in compiled code, for 2 to 4 players.

There is one tree, for the seat that thinks. Every iteration deals again what that seat cannot see, walks down
the tree along actions that are legal in that deal, adds a node, plays random moves to the end of the game and
credits the result to the nodes on the path. The exploration term counts how often an action was available
instead of how often its parent was visited.
"""

from math import log, sqrt

import numpy as np

from kabuto.compiling.cpu_tools import copy, jit
from kabuto.samurai.kernel.engine import legal, playout, rand, redeal, step
from kabuto.samurai.kernel.tables import ACTIONS, OVER
from kabuto.samurai.players.search.evaluation import final

EXPLORATION = 0.7

NODE = np.dtype(
    [
        ("action", "i2"),
        ("child", "i4"),  # the first child, -1 for none
        ("sibling", "i4"),  # the next child of the same parent
        ("visits", "i4"),
        ("available", "i4"),  # how often its action was legal when its parent was visited
        ("reward", "f4", 4),  # seat → the sum of results
    ],
    align=True,
)


@jit
def add_node(nodes, size, parent, action):
    """Add a child to a node."""
    node = nodes[size]
    node.action = action
    node.child = -1
    node.sibling = nodes[parent].child
    node.visits = 0
    node.available = 1
    for each in range(4):
        node.reward[each] = 0.0
    nodes[parent].child = size


@jit
def untried(s, out, number, have, mark, stamp):
    """A random action that has no node yet: its place in ``out``."""
    skip = rand(s, number - have)
    for i in range(number):
        if mark[out[i]] == stamp:
            if skip == 0:
                return i
            skip -= 1
    return -1


@jit
def most_promising(nodes, node, mark, stamp, seat):
    """How many children are legal now, and which one looks best to a seat.

    Legal actions carry the current stamp in ``mark``; those that have a child get it negated. Most children
    are ruled out without a logarithm and a square root, as no action was available more often than its parent
    was visited.
    """
    have = 0
    best = -1
    best_value = 0.0
    most = EXPLORATION * EXPLORATION * log(nodes[node].visits + 1)
    child = nodes[node].child
    while child >= 0:
        c = nodes[child]
        if mark[c.action] == stamp:
            mark[c.action] = -stamp
            have += 1
            c.available += 1
            short = best_value * c.visits - c.reward[seat]
            if best < 0 or short <= 0.0 or short * short < most * c.visits:
                value = c.reward[seat] / c.visits + EXPLORATION * sqrt(log(c.available) / c.visits)
                if best < 0 or value > best_value:
                    best_value = value
                    best = child
        child = c.sibling
    return have, best


@jit
def search(root, work, nodes, size, top, seat, iterations, out, mark, path, results):
    """Run iterations from the node ``top``; the new number of nodes, of which there were ``size``.

    ``root`` holds the game as the seat knows it, ``work`` has room for another.
    """
    stamp = mark[ACTIONS]
    for _ in range(iterations):
        copy(work[0], root[0])
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
            have, best = most_promising(nodes, node, mark, stamp, s.seat)
            if have < number and size < nodes.shape[0]:
                add_node(nodes, size, node, out[untried(s, out, number, have, mark, stamp)])
                best = size
                size += 1
                expanded = True
            if best < 0:
                break
            node = best
            path[depth] = node
            depth += 1
            step(s, nodes[node].action, -1)
        playout(s)
        final(s, results)
        root[0].rng = s.rng
        nodes[top].visits += 1
        for i in range(depth):
            c = nodes[path[i]]
            c.visits += 1
            for each in range(s.players):
                c.reward[each] += results[each]
    mark[ACTIONS] = stamp
    return size
