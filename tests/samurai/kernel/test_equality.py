"""The engine plays the same game as the readable rules: legal moves, states, captures, outcome.

``make prove`` plays 100,000 games; KABUTO_PROVE_GAMES says another number.
"""

import os
import random
from functools import cache
from typing import Any

import numpy as np
import pytest

import kabuto
from kabuto.samurai import Samurai
from kabuto.samurai.kernel import calls
from kabuto.samurai.kernel.actions import from_ids, to_ids
from kabuto.samurai.kernel.convert import from_state, kinds, mask, to_state
from kabuto.samurai.kernel.tables import ACTIONS, END, FIGURE, KIND_OF, MAX_LEGAL, STATE
from kabuto.samurai.moves import Move
from kabuto.samurai.state import State
from kabuto.samurai.tokens import TOKEN, T, X

EXAMPLES = 60
PROOFS = int(os.environ.get("KABUTO_PROVE_GAMES", "100000"))
CHUNKS = 100
"""Parts of the proof that run beside each other."""
READ_BACK = 0.1
"""How often the whole record is turned into a readable state, which takes its time."""


def random_options(rng: random.Random) -> dict[str, Any]:
    """Any edition, player count, set-up, map and override."""
    options: dict[str, Any] = {
        "players": rng.choice((2, 3, 4)),
        "edition": rng.choice(("rgg", "hig", "ffg")),
        "hands": rng.choice(("random", "choose")),
        "figures": rng.choice(("random", "draft")),
        "null_exchange": rng.random() < 0.3,
    }
    if rng.random() < 0.3:
        options["captures"] = rng.choice(("token", "turn"))
    if rng.random() < 0.3:
        options["map"] = rng.choice(("mini", "small"))
    return options


def whole_moves(games: Any) -> list[Move]:
    """Every legal move of the engine: halves of exchanges are put together."""
    found = []
    for action in legal_ids(games):
        if FIGURE <= action < END:
            halfway = games.copy()
            calls.step(halfway, 0, action, -1)
            seconds = legal_ids(halfway)
            assert seconds, "a first half without a second one"
            found += [move_of((action, second)) for second in seconds]
        else:
            found.append(move_of((action,)))
    return found


@cache
def move_of(ids: tuple[int, ...]) -> Move:
    """The move of these ids, which has no others."""
    move = from_ids(ids)
    assert to_ids(move) == ids
    return move


def legal_ids(games: Any) -> list[int]:
    """The legal actions, listed, counted and selected alike."""
    out = np.zeros(MAX_LEGAL, np.int64)
    number = calls.legal(games, 0, out)
    ids: list[int] = out[:number].tolist()
    assert ids == sorted(set(ids)), "ascending, each once"
    assert calls.count(games, 0) == number
    assert [calls.select(games, 0, r) for r in range(number)] == ids
    return ids


def differences(games: Any, state: State) -> list[str]:
    """The fields in which a record is not what the state makes: all but the engine's own notes."""
    records = [games.copy(), from_state(state)]
    for one in records:
        one["rng"] = one["touched"] = 0
        for field in ("hand", "pile", "played"):
            # Which of two equal tokens it is makes no difference.
            one[field] = np.reshape([mask(kinds(t)) for t in one[field].ravel().tolist()], one[field].shape)
    mine, theirs = records
    if mine.tobytes() == theirs.tobytes():
        return []
    return [field for field in STATE.names or () if not np.array_equal(mine[field], theirs[field])]


def unordered(state: State) -> State:
    """A state without what the engine does not keep: the order of stacks and of tokens played."""
    stacks = tuple(tuple(sorted(stack)) for stack in state.stacks)
    return state._replace(stacks=stacks, played=tuple(sorted(state.played)), captures=())


def drawn_tokens(games: Any, before: State, after: State) -> int:
    """What the seat drew, as a set of the engine's tokens."""
    seat = before.seat
    number = len(before.stacks[seat]) - len(after.stacks[seat])
    pile, drawn = int(games[0]["pile"][seat]), 0
    for kind in before.stacks[seat][:number]:
        token = next(t for t in range(20) if pile >> t & 1 and KIND_OF[t] == kind)
        pile ^= 1 << token
        drawn |= 1 << token
    return drawn


def check_game(rng: random.Random) -> None:
    options = random_options(rng)
    game = kabuto.new("samurai", seed=rng.getrandbits(60), **options)
    check_from_here(game, rng)


def check_from_here(game: Samurai, rng: random.Random) -> None:
    options, games = game.options, from_state(game.state)
    while game.to_move is not None:
        legal, found = game.legal_moves(), whole_moves(games)
        assert len(found) == len(legal), (options, game.record())
        # Equal moves are one object: that is quick to compare, and what is not may still be equal.
        assert {*map(id, found)} == {*map(id, legal)} or {*found} == {*legal}, (options, game.record())
        move, before = rng.choice(legal), game.state
        game.play_unchecked(move)
        drawn = drawn_tokens(games, before, game.state) if str(move) == "/" else -1
        for action in to_ids(move):
            calls.step(games, 0, action, drawn)
        assert not differences(games, game.state), (options, move, game.record())
        if rng.random() < READ_BACK:
            assert unordered(to_state(games[0], game.state.setting)) == unordered(game.state), (options, move)
    assert game.outcome is not None
    merits = [calls.merit(games, 0, seat) for seat in range(game.players)]
    groups = [tuple(s for s, m in enumerate(merits) if m == merit) for merit in sorted(set(merits))[::-1]]
    assert tuple(groups) == game.outcome.ranking, (options, game.record())


@pytest.mark.uncounted
@pytest.mark.parametrize("seed", range(EXAMPLES))
def test_a_random_game_is_the_same_in_the_engine(seed: int) -> None:
    check_game(random.Random(f"equal/{seed}"))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_games_that_end_by_passing_are_the_same_in_the_engine(players: int, seed: int) -> None:
    """With two tokens each and nothing to draw, somebody soon has nothing to play: rare in random games."""
    rng, game = random.Random(f"passing/{seed}"), kabuto.new("samurai", players=players, seed=seed)
    hands = tuple(tuple(sorted(rng.sample((T, X, TOKEN["S1"], TOKEN["V1"]), 2))) for _ in range(players))
    game._states[-1] = game.state._replace(hands=hands, stacks=((),) * players)
    check_from_here(game, rng)
    assert game.state.passes == players


@pytest.mark.prove
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_prove_equality_on_many_games(chunk: int) -> None:
    for seed in range(chunk, PROOFS, CHUNKS):
        check_game(random.Random(f"prove/{seed}"))


def test_every_action_id_is_a_move_or_a_half_of_one() -> None:
    singles = [number for number in range(ACTIONS) if not FIGURE <= number < END]
    assert [to_ids(from_ids([number]))[0] for number in singles] == singles


def test_sets_of_tokens_and_kinds_are_the_same() -> None:
    assert kinds(mask((9, 9, 10, 13, 14))) == (9, 9, 10, 13, 14)
    assert kinds(mask((9,))) == (9,)
