"""Many games of Yedo at once: the compiled tasks of the vector environment."""

from typing import Any, NamedTuple

from kabuto.compiling.cpu_tools import copy, inner
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import counts, engine, legality, pieces
from kabuto.yedo.moves import MOST_MON
from kabuto.yedo.numbers import seeing
from kabuto.yedo.numbers.kernel_layout import HASH, SEAT_A, SEAT_B, SEAT_C, SLOTS

BEGIN, LOOK, SAMPLE, CHECK, ADVANCE = range(5)
"""Tasks."""


class Games(NamedTuple):
    """The arrays of all games."""

    states: Any
    """Their records, and behind them one of zeros that new games start from."""
    chance: Any
    sampled: Any
    actions: Any
    observation: Any
    mask: Any
    reward: Any
    done: Any
    seat: Any
    """Game → the seat to move; for ``seat_calls``, which alone uses the rest, the one that decides."""
    own: Any
    """Game → what it is worth to that seat."""
    illegal: Any
    to_move: Any


@inner
def from_mover(s, tables, packed, mover, sign):
    """A move with its seat counted from the mover, or, with sign -1, from seat 0 again."""
    verb = packed >> 24
    if verb == c.V_OFFER:
        other = packed >> 16 & 255
        return verb << 24 | ((other - sign * mover + s.players) % s.players) << 16
    if verb != c.V_PLAY:
        return packed
    t = tables.setting[0]
    card = packed >> 16 & 255
    if t.targeted[card] < 0:
        return packed
    op = t.effect[card, t.targeted[card], 0]
    if op == c.E_EXCHANGE:
        other = packed >> 4 & 15
        return packed & ~0xF0 | ((other - sign * mover + s.players) % s.players) << 4
    if op == c.E_AMBUSH or op == c.E_ROB or op == c.E_FORCE_SALE:
        other = packed >> 8 & 255
        return packed & ~0xFF00 | ((other - sign * mover + s.players) % s.players) << 8
    return packed


@inner
def id_of(s, tables, packed):
    """The id of a legal move."""
    verb = packed >> 24
    number = tables.moves.shape[0]
    if verb == c.V_BID:
        return number - 3 * MOST_MON + (packed & 0xFFFF) - 1
    if verb == c.V_MON:
        asked = packed >> 16 & 255
        return number - (2 - asked) * MOST_MON + (packed & 0xFFFF) - 1
    key = from_mover(s, tables, packed, int(s.task[s.tasks - 1, 1]), 1)
    slot = (key * HASH & 0xFFFFFFFF) >> 20
    while tables.keys[slot] != key + 1:
        slot = (slot + 1) & (SLOTS - 1)
    return tables.ids[slot]


@inner
def move_of(s, tables, action):
    """The move that an id stands for, for the seat to move; -1 if there is none."""
    packed = tables.moves[action]
    if packed < 0 or tables.seats[action] == 0:
        return packed
    which = tables.seats[action]
    shift = 16 if which == SEAT_A else 8 if which == SEAT_B else 4
    ahead = packed >> shift & (15 if which == SEAT_C else 255)
    return from_mover(s, tables, packed, int(s.task[s.tasks - 1, 1]), -1) if ahead < s.players else -1


@inner
def is_legal(s, tables, action, out):
    """Whether an id is legal; any integer will do."""
    if action < 0 or action >= tables.moves.shape[0]:
        return False
    packed = move_of(s, tables, action)
    found = False
    if packed >= 0:
        for n in range(legality.legal(s, tables.setting[0], out)):
            if out[n] == packed:
                found = True
    return found


@inner
def look(games, tables, i, out):
    """What the seat to move observes, and what it may do."""
    s = games.states[i]
    seat = int(s.task[s.tasks - 1, 1])
    games.seat[i] = seat
    games.observation[i, :] = 0
    seeing.observe(s, tables.setting[0], tables.at, seat, games.observation[i])
    games.mask[i, :] = 0
    for n in range(legality.legal(s, tables.setting[0], out)):
        games.mask[i, id_of(s, tables, out[n])] = 1


@inner
def rank(s, scores, seat):
    """A number that ranks the seats: points, and among equals who comes first in the player order."""
    return scores[seat] * 16 - pieces.place_in_order(s, seat)


@inner
def reward(s, t, i, games, scores):
    """What a finished game is worth to each seat, as ``kabuto.envs.returns`` says."""
    best = 0
    for seat in range(s.players):
        scores[seat] = counts.final_score(s, t, seat)
    for seat in range(1, s.players):
        if rank(s, scores, seat) > rank(s, scores, best):
            best = seat
    for seat in range(s.players):
        won = float(s.players) if seat == best else 0.0
        games.reward[i, seat] = (won - 1.0) / (s.players - 1)


@inner
def deal(games, tables, i, zero):
    """Start game i; its random generator carries on."""
    s = games.states[i]
    rng = s.rng
    copy(s, games.states[zero])
    s.rng = rng
    engine.deal(s, tables.setting[0])


@inner
def all_games(games, tables, task, first, last, out):
    """Do a task to the games of a range; the first game whose action is illegal, or -1."""
    zero = games.states.shape[0] - 1
    for i in range(first, last):
        s = games.states[i]
        if task == CHECK:
            if not is_legal(s, tables, games.actions[i], out):
                return i
            continue
        if task == SAMPLE:
            number = legality.legal(s, tables.setting[0], out)
            games.sampled[i] = id_of(s, tables, out[pieces.rand(games.chance[i], number)])
            continue
        if task == BEGIN:
            deal(games, tables, i, zero)
        elif task == ADVANCE:
            engine.after(s, tables.setting[0], move_of(s, tables, games.actions[i]))
        over = s.tasks == 0
        games.done[i] = over
        if over:
            reward(s, tables.setting[0], i, games, out)
            deal(games, tables, i, zero)
        elif task != LOOK:
            for seat in range(s.players):
                games.reward[i, seat] = 0.0
        look(games, tables, i, out)
    return -1
