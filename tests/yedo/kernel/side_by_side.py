"""The engine beside the readable rules: the same legal moves, state and scores at every ply."""

from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any, Protocol

import numpy as np

from kabuto.yedo import rules
from kabuto.yedo.deal import begin
from kabuto.yedo.kernel.convert import RECORD, from_state, seed_word, states, to_state
from kabuto.yedo.kernel.moves import packing
from kabuto.yedo.kernel.record import LAP_ROOM, LEGAL, PILE_ROOM
from kabuto.yedo.kernel.tables import setting_record
from kabuto.yedo.moves import Move
from kabuto.yedo.options import Setting
from kabuto.yedo.phases.scoring import final_score
from kabuto.yedo.players.greedy import weigh
from kabuto.yedo.state.state import State

MASK = (1 << 64) - 1
READ_BACK = 0.02
"""How often the whole record is turned into a readable state, which takes its time."""
Choose = Callable[[State, tuple[Move, ...], Random], Move]


class Engine(Protocol):
    """An engine that holds one game, compiled or not."""

    def legal(self, games: Any, t: Any) -> list[int]: ...
    def step(self, games: Any, t: Any, move: int) -> list[int]: ...
    def deal(self, games: Any, t: Any) -> None: ...
    def scores(self, games: Any, t: Any) -> list[int]: ...


class Compiled:
    """The engine as it is compiled."""

    def __init__(self) -> None:
        self.out = np.zeros(LEGAL, np.int64)

    def legal(self, games: Any, t: Any) -> list[int]:
        from kabuto.yedo.kernel import calls

        found: list[int] = self.out[: calls.legal(games, 0, t, self.out)].tolist()
        return found

    def step(self, games: Any, t: Any, move: int) -> list[int]:
        from kabuto.yedo.kernel import calls

        found: list[int] = self.out[: calls.step(games, 0, t, move, self.out)].tolist()
        return found

    def deal(self, games: Any, t: Any) -> None:
        from kabuto.yedo.kernel import calls

        calls.deal(games, 0, t, self.out)

    def scores(self, games: Any, t: Any) -> list[int]:
        from kabuto.yedo.kernel import calls

        calls.scores(games, 0, t, self.out)
        found: list[int] = self.out[: int(games[0]["players"])].tolist()
        return found


class Chance:
    """Shuffles weapons for the readable rules as the record is going to, from the state of its generator."""

    def __init__(self) -> None:
        self.word = 0

    def __call__(self, state: State, weapons: tuple[int, ...]) -> tuple[int, ...]:
        order = list(weapons)
        for n in range(len(order) - 1, 0, -1):
            word = self.word & MASK
            word ^= word << 13 & MASK
            word ^= word >> 7
            word ^= word << 17 & MASK
            self.word = word
            other = (word >> 32) * (n + 1) >> 32
            order[n], order[other] = order[other], order[n]
        return tuple(order)


class Different(AssertionError):
    """The engine plays another game than the rules."""


def unused_cleared(games: Any) -> Any:
    """A record with piles and laps from their first place on, and nothing behind the last entry of a row."""
    array = games[:1].copy()
    s = array[0]
    for name, top, size, room in (
        ("deck", "top", "height", PILE_ROOM),
        ("lap", "lap_top", "lap_size", LAP_ROOM),
    ):
        places = np.arange(room)
        rows = (np.asarray(s[top])[..., None] + places) % room
        turned = np.take_along_axis(np.asarray(s[name]), rows, -1)
        turned[np.asarray(s[size])[..., None] <= places] = 0
        s[name], s[top] = turned, 0
    s["track"][s["tracks"] :] = 0
    s["task"][s["tasks"] :] = 0
    s["rng"] = 0
    return array


def state_hash(games: Any) -> str:
    """A short hash of everything that a record holds of the game: equal ones are the same position."""
    return sha256(unused_cleared(games).tobytes()).hexdigest()[:16]


def differences(games: Any, state: State) -> list[str]:
    """The fields in which a record is not what the state makes."""
    mine, theirs = unused_cleared(games), unused_cleared(from_state(state))
    if mine.tobytes() == theirs.tobytes():
        return []
    return [
        f"{name}: {mine[0][name].tolist()} is to be {theirs[0][name].tolist()}"
        for name in RECORD.names or ()
        if not np.array_equal(mine[0][name], theirs[0][name])
    ]


def unordered(s: State) -> Any:
    """What a state says, without the order of arrival on spaces and of finished missions, and its history."""
    clans = tuple(
        tuple(
            tuple(sorted(each)) if name == "finished" else each
            for name in ("mon", "prestige", "home", "reserve", "weapons", "geishas", "blessing", "annexes",
                         "manned", "actions", "bonuses", "missions", "finished", "blackmail")
            for each in (getattr(clan, name),)
        )
        for clan in s.clans
    )  # fmt: skip
    spaces = tuple(row if -1 in row or spot == 2 else tuple(sorted(row)) for spot, row in enumerate(s.spaces))
    rest = tuple(
        getattr(s, name)
        for name in ("round", "step", "order", "lap", "track", "won", "barred", "rebate", "colour", "patrol",
                     "church", "market", "decks", "discard", "event", "past", "closed", "annexes", "geishas",
                     "blessings", "favours", "traded", "shogun", "begun", "proposed", "tasks")
    )  # fmt: skip
    return clans, spaces, rest, sorted(s.saved), sorted(s.borrowed)


def deal_beside(engine: Engine, setting: Setting, seed: int) -> tuple[Any, State, Chance]:
    """A game dealt by the engine, and the same one for the readable rules."""
    t = setting_record(setting)
    games = states(1)
    games[0]["rng"] = seed_word(seed)
    engine.deal(games, t)
    decks = tuple(
        tuple(games[0]["deck"][pile][:number].tolist())
        for pile, number in enumerate(t[0]["pile_size"].tolist())
    )
    chance = Chance()
    return games, begin(setting, int(games[0]["order"][0]), int(games[0]["colour"]), decks), chance


def play_beside(
    engine: Engine, setting: Setting, seed: int, choose: Choose, told: Counter[str] | None = None
) -> int:
    """Play a game by both, to the end; how many moves it took. ``Different`` says where they part."""
    rng = Random(f"beside {seed}")
    games, state, chance = deal_beside(engine, setting, seed)
    t, own = setting_record(setting), packing(setting)
    ply, legal = 0, engine.legal(games, t)

    def part(what: object) -> Different:
        task = state.tasks[-1] if state.tasks else None
        options = (setting.players, setting.cards.name, setting.overbids, setting.free_trade)
        return Different(f"seed {seed}, ply {ply}, {options}, {state.step}, {task}: {what}")

    while True:
        found = differences(games, state)
        if found:
            raise part(found)
        if rng.random() < READ_BACK and unordered(to_state(games[0], setting)) != unordered(state):
            raise part("another state when it is read back")
        moves = rules.legal_moves(state)
        numbers = [own.pack(move) for move in moves]
        if legal != numbers:  # in the same order, too: chance decides between equal ones by it
            raise part(([own.text(n) for n in legal], [str(move) for move in moves]))
        if not moves:
            break
        move = choose(state, moves, rng)
        if own.text(own.pack(move)) != str(move):
            raise part(f"{move} is read back as {own.text(own.pack(move))}")
        if told is not None:
            told[move.verb] += 1
            told[f"asked {state.tasks[-1].name}"] += 1
        chance.word = int(games[0]["rng"])
        legal = engine.step(games, t, own.pack(move))
        state = rules.after(state, move, chance)
        ply += 1
    if engine.scores(games, t) != [final_score(state, seat) for seat in range(setting.players)]:
        raise part("other scores")
    return ply


def at_random(state: State, moves: tuple[Move, ...], rng: Random) -> Move:
    """Any legal move; half of the time any verb first, so that verbs with few moves come as often."""
    if rng.random() < 0.5:
        verb = rng.choice(sorted({move.verb for move in moves}))
        moves = tuple(move for move in moves if move.verb == verb)
    return rng.choice(moves)


class Rare:
    """Prefers what has been played least: verbs, and action cards one by one."""

    def __init__(self) -> None:
        self.played = Counter[str]()

    def __call__(self, state: State, moves: tuple[Move, ...], rng: Random) -> Move:
        weights = [1 / (1 + self.played[_kind(move)]) for move in moves]
        move = rng.choices(moves, weights)[0]
        self.played[_kind(move)] += 1
        return move


def _kind(move: Move) -> str:
    return f"play {move.word}" if move.verb == "play" else move.verb


def mostly_greedy(state: State, moves: tuple[Move, ...], rng: Random) -> Move:
    """As ``greedy`` plays, but for some random moves: such games fulfil missions."""
    return rng.choice(moves) if rng.random() < 0.15 else weigh(state, rng)
