"""Plays games of Samurai by the planner alone and writes them down, in code compiled for the CPU or a GPU."""

from kabuto.compiling.targets import build, tools
from kabuto.samurai.kernel import engine as _engine
from kabuto.samurai.kernel.tables import CHOOSE, CHOOSING, END, KIND_OF, OVER, TURN
from kabuto.samurai.players.learned import opening as _opening
from kabuto.samurai.players.search import evaluation as _evaluation
from kabuto.samurai.players.search import turns as _turns
from kabuto.samurai.players.search.turns import ORDER
from kabuto.samurai.tokens import HAND_SIZE

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
jit, apart, copy = _tools.jit, _tools.apart, _tools.copy
engine, turns = build(_engine, TARGET), build(_turns, TARGET)
rand, random_action, step = engine.rand, engine.random_action, engine.step
kind_of, plan = turns.kind_of, turns.plan
usual_token = build(_opening, TARGET).usual_token
final = build(_evaluation, TARGET).final

MOST_ACTIONS = 512
"""No game has more actions."""


@jit
def throw(dice, seed):
    """Start a generator of random numbers: a record whose ``rng`` alone is used."""
    dice.rng = seed * 0x9E3779B97F4A7C1 | 1
    for _ in range(8):
        rand(dice, 2)


@apart
def note(s, action, out, number):
    """Do an action and write it down; how many there are now."""
    out[number] = action
    step(s, action, -1)
    return number + 1


@jit
def note_set_up(s, dice, odd, out, number):
    """Choose opening hands, ``odd`` percent at random and others as ``greedy``; place figures at random."""
    while s.phase != TURN:
        if s.phase == CHOOSING:
            usual = rand(dice, 100) >= odd
            for _ in range(HAND_SIZE):
                action = random_action(s, dice)
                if usual:
                    action = CHOOSE + KIND_OF[usual_token(s, s.seat, dice)]
                number = note(s, action, out, number)
        else:
            number = note(s, random_action(s, dice), out, number)
    return number


@jit
def note_plan(s, p, out, number):
    """Play a planned turn to its end."""
    for group in range(4):
        for at in range(p.steps):
            if ORDER[kind_of(p.first[at])] == group:
                number = note(s, p.first[at], out, number)
                if p.second[at] >= 0:
                    number = note(s, p.second[at], out, number)
    return note(s, END, out, number)


@jit
def note_anything(s, dice, out, number):
    """Play a turn of which the planner knows none: any token, or whatever is left to do."""
    me = s.seat
    number = note(s, random_action(s, dice), out, number)
    if s.phase == TURN and s.seat == me:
        number = note(s, END, out, number)
    return number


@jit
def play_planned(s, dice, d, singles, plans, width, beam, whim, odd, out):
    """Play a game to the end by the planner's best turns, ``whim`` percent any of the first; its actions."""
    number = note_set_up(s, dice, odd, out, 0)
    while s.phase != OVER:
        found = plan(s, d, singles, plans, width, beam)
        if found == 0 or (plans[0].steps == 0 and s.played == 0):
            number = note_anything(s, dice, out, number)
        else:
            best = rand(dice, found) if rand(dice, 100) < whim else 0
            number = note_plan(s, plans[best], out, number)
    return number
