"""Games of Samurai in which one seat decides from outside: the compiled tasks."""

from typing import Any, NamedTuple

from kabuto.compiling.cpu_tools import jit
from kabuto.samurai.kernel.engine import legality, rand, random_action, step
from kabuto.samurai.kernel.tables import CHOOSE, CHOOSING, KIND_OF, OVER, TURN
from kabuto.samurai.numbers import kernel
from kabuto.samurai.numbers.calls import observe_all
from kabuto.samurai.players.learned.choosing import play_best
from kabuto.samurai.players.learned.opening import usual_token
from kabuto.samurai.players.search.turns import play_turn
from kabuto.table.numbers.seats import PENALTY


class Games(NamedTuple):
    """The arrays of all games; ``words`` is another view of ``states``."""

    states: Any
    words: Any
    blank: Any
    chance: Any
    """The random generators of opponents."""
    worth: Any
    """Room for what a game is worth to each seat."""
    row: Any
    """Room for an observation, and the same as 32-bit words."""
    row_words: Any
    reward: Any
    over: Any
    illegal: Any
    seat: Any
    to_move: Any


@jit
def note(t, i):
    """Note who is to move in game i."""
    t.to_move[i] = -1 if t.states[i].phase == OVER else t.states[i].seat


@jit
def begin(t, i, chosen):
    """Start game i."""
    kernel.deal(t.states, t.words, i, t.blank)
    t.over[i] = False
    t.illegal[i] = False
    t.seat[i] = chosen if chosen >= 0 else rand(t.chance[i], t.states[i].players)
    note(t, i)


@jit
def begin_all(t, chosen):
    """Start every game."""
    for i in range(t.states.shape[0]):
        begin(t, i, chosen)


@jit
def act(t, actions, chosen):
    """Do the seat's action in every game that is not over, and start the others again."""
    for i in range(t.states.shape[0]):
        if t.over[i]:
            begin(t, i, chosen)
        elif legality.is_legal(t.states[i], actions[i]):
            step(t.states[i], actions[i], -1)
            note(t, i)
        else:
            t.over[i] = True
            t.illegal[i] = True


@jit
def act_for(t, which, actions):
    """Do an action in each of these games, all or none: the first one whose action is illegal, or -1."""
    for n in range(which.shape[0]):
        if not legality.is_legal(t.states[which[n]], actions[n]):
            return n
    for n in range(which.shape[0]):
        step(t.states[which[n]], actions[n], -1)
        note(t, which[n])
    return -1


@jit
def observe(t, i, seat, out):
    """What a seat observes of game i."""
    observe_all(t.states[i], t.words, i, seat, t.row, t.row_words)
    for at in range(t.row.shape[0]):
        out[at] = t.row[at]


@jit
def look(t, which, observation, mask):
    """What the seats to move observe and may do, a row for each of these games."""
    for n in range(which.shape[0]):
        i = which[n]
        observe(t, i, int(t.states[i].seat), observation[n])
        mask[n, :] = 0
        legality.mark_legal(t.states[i], 0, mask[n])


@jit
def finish(t, observation, mask):
    """What all seats observe and may do; rewards of the games that are over."""
    for i in range(t.states.shape[0]):
        observe(t, i, t.seat[i], observation[i])
        mask[i, :] = 0
        t.reward[i] = 0.0
        if t.illegal[i]:
            t.reward[i] = PENALTY
        elif t.states[i].phase == OVER:
            t.over[i] = True
            kernel.returns(t.states[i], t.worth)
            t.reward[i] = t.worth[t.seat[i]]
        else:
            legality.mark_legal(t.states[i], 0, mask[i])


@jit
def waits(t, i):
    """Whether an opponent is to move in game i."""
    return t.to_move[i] >= 0 and t.to_move[i] != t.seat[i] and not t.over[i]


@jit
def set_up(s, dice):
    """Choose a token for the opening hand much as ``greedy`` does; put a figure anywhere."""
    action = random_action(s, dice)
    if s.phase == CHOOSING:
        action = CHOOSE + KIND_OF[usual_token(s, s.seat, dice)]
    step(s, action, -1)


@jit
def set_up_game(t, i):
    """One choice in the set-up of game i."""
    set_up(t.states[i], t.chance[i])
    note(t, i)


@jit
def play_turn_of(t, i, actions):
    """Do these actions in game i while it is this seat's turn, and random ones instead of illegal ones:
    a planned turn may be empty although the seat has to play a token.
    """
    s = t.states[i]
    seat, phase = s.seat, s.phase
    for n in range(actions.shape[0]):
        if s.seat != seat or s.phase != phase:
            break
        action = actions[n]
        step(s, action if legality.is_legal(s, action) else random_action(s, t.chance[i]), -1)
    note(t, i)


@jit
def answer_randomly(t):
    """Let opponents play anything."""
    for i in range(t.states.shape[0]):
        while waits(t, i):
            step(t.states[i], random_action(t.states[i], t.chance[i]), -1)
            note(t, i)


@jit
def answer_planned(t, evaluation, singles, plans, beam):
    """Let opponents play the turns that look best."""
    for i in range(t.states.shape[0]):
        s = t.states[i]
        while waits(t, i):
            if s.phase == TURN:
                play_turn(s, evaluation, singles, plans, beam)
            else:
                set_up(s, t.chance[i])
            note(t, i)


@jit
def answer_learned(t, mind, width, beam):
    """Let opponents play the turns that the network likes best."""
    for i in range(t.states.shape[0]):
        s = t.states[i]
        while waits(t, i):
            if s.phase == TURN:
                play_best(s, mind, width, beam)
            else:
                set_up(s, t.chance[i])
            note(t, i)
