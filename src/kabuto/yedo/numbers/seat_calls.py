"""Games of Yedo in which one seat decides from outside: the compiled tasks, and the entry point of all."""

from kabuto.compiling.cpu_tools import entry, inner
from kabuto.table.numbers.seats import PENALTY
from kabuto.yedo.kernel import engine, legality, pieces
from kabuto.yedo.numbers import seeing
from kabuto.yedo.numbers.vector_calls import all_games, deal, id_of, is_legal, move_of, reward

BEGIN, ACT, ACT_FOR, LOOK, OBSERVE, ANSWER, FINISH = range(10, 17)
"""Tasks beside those of ``vector_calls``."""


@inner
def note(games, i):
    """Note who is to move in game i."""
    s = games.states[i]
    games.to_move[i] = s.task[s.tasks - 1, 1] if s.tasks else -1


@inner
def waits(games, i):
    """Whether an opponent is to move in game i."""
    return games.to_move[i] >= 0 and games.to_move[i] != games.seat[i] and not games.done[i]


@inner
def begin(games, tables, i, chosen):
    """Start game i."""
    deal(games, tables, i, games.states.shape[0] - 1)
    games.done[i] = False
    games.illegal[i] = False
    games.seat[i] = chosen if chosen >= 0 else pieces.rand(games.chance[i], games.states[i].players)
    note(games, i)


@inner
def show(s, tables, seat, legal, observation, mask, out):
    """Write what a seat observes, and what it may do if it is to move."""
    observation[:] = 0
    seeing.observe(s, tables.setting[0], tables.at, seat, observation)
    mask[:] = 0
    if legal:
        for n in range(legality.legal(s, tables.setting[0], out)):
            mask[id_of(s, tables, out[n])] = 1


@inner
def finish(games, tables, i, observation, mask, out):
    """What the seat of game i observes and may do, and its reward if the game is over."""
    s = games.states[i]
    games.own[i] = 0.0
    seat = int(games.seat[i])
    if games.illegal[i]:
        games.own[i] = PENALTY
    elif s.tasks == 0:
        games.done[i] = True
        reward(s, tables.setting[0], i, games, out)
        games.own[i] = games.reward[i, seat]
    show(s, tables, seat, not games.done[i], observation, mask, out)


@inner
def some_games(games, tables, task, which, actions, observation, mask, chosen, out):
    """Do a task to these games; for ``ACT_FOR`` the first one whose action is illegal, or -1."""
    if task == ACT_FOR:
        for n in range(which.shape[0]):
            if not is_legal(games.states[which[n]], tables, actions[n], out):
                return n
    for n in range(which.shape[0]):
        i = which[n]
        s = games.states[i]
        if task == BEGIN or (task == ACT and games.done[i]):
            begin(games, tables, i, chosen)
        elif task == ACT and not is_legal(s, tables, actions[n], out):
            games.done[i] = True
            games.illegal[i] = True
        elif task <= ACT_FOR:
            engine.after(s, tables.setting[0], move_of(s, tables, actions[n]))
            note(games, i)
        elif task == LOOK:
            show(s, tables, int(games.to_move[i]), True, observation[n], mask[n], out)
        elif task == OBSERVE:
            show(s, tables, chosen, False, observation[n], mask[n], out)
        elif task == FINISH:
            finish(games, tables, i, observation[n], mask[n], out)
        else:
            while waits(games, i):
                number = legality.legal(s, tables.setting[0], out)
                engine.after(s, tables.setting[0], out[pieces.rand(games.chance[i], number)])
                note(games, i)
    return -1


@entry
def work(games, tables, task, first, last, which, actions, observation, mask, chosen, out):
    """Do a task to the games of a range or, if it is one of these, to those that are named."""
    if task >= BEGIN:
        return some_games(games, tables, task, which, actions, observation, mask, chosen, out)
    return all_games(games, tables, task, first, last, out)
