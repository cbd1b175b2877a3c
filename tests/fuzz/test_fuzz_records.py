"""Any record and any position: a game that keeps every promise, or a refusal that says where and why."""

import json
from copy import deepcopy
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kabuto
from kabuto.samurai import OPTIONS
from kabuto.samurai.board import CAPACITY, LAND, SEA, SPACES, board
from kabuto.samurai.tokens import SETS, TOKENS, codes
from kabuto.table.record import dumps, loads

from .helpers import attempt

SETUPS: list[dict[str, Any]] = [
    {"players": players, "edition": edition, "hands": hands, "figures": figures, "null_exchange": null}
    for players, edition, hands, figures, null in (
        (2, "rgg", "random", "random", False),
        (2, "hig", "choose", "draft", True),
        (3, "ffg", "random", "draft", False),
        (4, "rgg", "choose", "random", True),
    )
]


def played(seed: int, plies: int, **options: Any) -> Any:
    """A game after so many random moves."""
    game, rng = kabuto.new("samurai", seed=seed, **options), Random(seed)
    while game.to_move is not None and game.ply < plies:
        game.play(rng.choice(game.legal_moves()))
    return game


GAMES = [
    played(seed, plies, **options) for seed, options in enumerate(SETUPS) for plies in (0, 7, 40, 90, 1000)
]
RECORDS = [game.record() for game in GAMES]
POSITIONS = [{**game.record(), "start": game.position(), "moves": []} for game in GAMES]
for position in POSITIONS:
    del position["outcome"]

CODES = [token.code for token in TOKENS]
TOWNS = [space.name for space in SPACES if space.terrain in CAPACITY]

words = st.sampled_from(
    [*CODES, *TOWNS, "H", "HB", "HBR", "/", "+S1", "+", "H*o10", "S1n13", "rgg", "hands", "start"]
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 15),
    st.integers(),
    st.floats(),
    words,
    st.text(st.characters(codec=None), max_size=8),
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(words | st.text(max_size=4), inner, max_size=4)
    ),
)


def loaded(record: Any) -> Any:
    """The game of a record, or None if it is refused as it should be."""
    before = repr(record)
    game = attempt(lambda: kabuto.load(record, seed=1), kabuto.BadRecord)
    assert repr(record) == before
    return game


def assert_sound(game: Any, rng: Random) -> None:
    """A game that was loaded keeps what games promise."""
    record = game.record()
    replayed = kabuto.load(loads(dumps(record)))
    assert (replayed.record(), replayed.position()) == (record, game.position())
    while True:
        options, position = dict(game.options), game.position()
        again = kabuto.load(
            {"format": 1, "game": "samurai", "options": options, "start": loads(dumps(position))}
        )
        assert again.position() == position
        assert again.legal_moves() == game.legal_moves()
        seat = rng.choice([*range(game.players), None])
        view = game.view(seat)
        assert view.sample(rng).view(seat).to_json() == view.to_json()
        if game.to_move is None:
            break
        assert game.legal_moves()
        for _ in range(rng.randint(1, 30)):
            if game.to_move is not None:
                game.play(rng.choice(game.legal_moves()))
    assert game.outcome.winners
    finished = game.record()
    assert kabuto.load(finished).record() == finished
    for _ in range(len(finished["moves"]) - len(record["moves"])):
        game.undo()
    assert game.record() == record


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every part of a value."""
    found = [here]
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        found += paths(part, (*here, key))
    return found


@st.composite
def mutated(draw: st.DrawFn, originals: list[Any]) -> Any:
    """A value that was right, with one to three parts of it changed."""
    value = deepcopy(draw(st.sampled_from(originals)))
    for _ in range(draw(st.integers(1, 3))):
        ways = paths(value)[1:]
        if not ways:
            break
        *way, last = draw(st.sampled_from(ways))
        parent = value
        for key in way:
            parent = parent[key]
        other = draw(
            st.sampled_from(sorted(parent, key=str) if isinstance(parent, dict) else range(len(parent)))
        )
        match draw(st.sampled_from(["alike", "alike", "swap", "remove", "add", "any"])):
            case "alike":
                parent[last] = alike(draw, parent[last])
            case "swap":
                parent[last], parent[other] = parent[other], parent[last]
            case "remove":
                del parent[last]
            case "add" if isinstance(parent, list):
                parent.insert(last, deepcopy(parent[other]))
            case "add":
                parent[draw(words)] = deepcopy(parent[other])
            case _:
                parent[last] = draw(values)
    return value


def alike(draw: st.DrawFn, value: Any) -> Any:
    """Another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + draw(st.sampled_from([-1, 1]))
        case str():
            return draw(words)
        case list():
            return draw(st.permutations(value))
        case _:
            return draw(values)


@given(values)
def test_any_value_as_a_record(value: Any) -> None:
    assert loaded(value) is None


@given(
    st.fixed_dictionaries(
        {"format": st.just(1), "game": st.just("samurai")},
        optional={"options": values, "start": values, "moves": values, "outcome": values},
    ),
    st.randoms(use_true_random=False),
)
def test_any_parts_of_a_record(record: Any, rng: Random) -> None:
    game = loaded(record)
    if game is not None:
        assert_sound(game, rng)


@pytest.mark.uncounted
@given(mutated(RECORDS), st.randoms(use_true_random=False))
def test_a_record_with_changed_parts(record: Any, rng: Random) -> None:
    game = loaded(record)
    if game is not None:
        assert_sound(game, rng)


@given(mutated(POSITIONS), st.randoms(use_true_random=False))
def test_a_position_with_changed_parts(record: Any, rng: Random) -> None:
    game = loaded(record)
    if game is not None:
        assert_sound(game, rng)


CHOICES = {option.name: st.sampled_from(option.values) for option in OPTIONS if option.name != "players"}


@st.composite
def imagined(draw: st.DrawFn) -> Any:
    """A position that nobody has played: many of them can be set up."""
    players = draw(st.sampled_from([2, 3, 4]))
    options = {"players": players, **draw(st.fixed_dictionaries({}, optional=CHOICES))}
    part = str(options.get("map", "japan"))
    spaces = [SPACES[number] for number in sorted(board(players, part).spaces)]
    seats = st.integers(0, players - 1)
    bags = [draw(st.permutations(codes(SETS[part]))) for _ in range(players)]
    tokens = {}
    for space in draw(st.lists(st.sampled_from(spaces), max_size=40, unique=True)):
        seat = draw(seats)
        fitting = [code for code in bags[seat] if code != "X" and (code[0] == "V") == (space.terrain == SEA)]
        if fitting and space.terrain in (SEA, LAND):
            bags[seat].remove(fitting[0])
            tokens[space.name] = [seat, fitting[0]]
    towns = draw(
        st.lists(st.sampled_from([s for s in spaces if s.terrain in CAPACITY]), max_size=12, unique=True)
    )
    counts = st.lists(st.integers(0, 1), min_size=3, max_size=3)
    to_move = draw(seats | st.none())
    laid = [code for seat, code in tokens.values() if seat == to_move]
    start: dict[str, Any] = {
        "figures": {s.name: "".join(draw(st.permutations("HBR"))[: CAPACITY[s.terrain]]) for s in towns},
        "tokens": tokens,
        "hands": [[bag.pop() for _ in range(min(len(bag), draw(st.integers(0, 5))))] for bag in bags],
        "draws": [bag[: draw(st.integers(0, 15))] for bag in bags],
        "captured": [draw(counts) for _ in range(players)],
        "aside": draw(counts),
        "to_move": to_move,
        "played": laid[: draw(st.integers(0, 2))],
    }
    for key in draw(st.lists(st.sampled_from(sorted(start)), max_size=2)):
        start.pop(key, None)
    return {"format": 1, "game": "samurai", "options": options, "start": start}


@pytest.mark.uncounted
@given(imagined(), st.randoms(use_true_random=False))
def test_a_position_that_nobody_has_played(record: Any, rng: Random) -> None:
    game = loaded(record)
    if game is not None:
        assert_sound(game, rng)


# Text.


def test_a_record_cut_anywhere_is_refused() -> None:
    for record in (RECORDS[1], RECORDS[4], POSITIONS[9]):
        data = dumps(record).encode()
        for end in range(len(data)):
            assert attempt(partial(loads, data[:end]), kabuto.BadRecord) is None, data[:end]


@pytest.mark.uncounted
def test_a_record_with_its_last_moves_cut_off_is_refused_for_its_outcome() -> None:
    for record in RECORDS:
        if record["outcome"] is not None:
            for number in range(len(record["moves"])):
                assert loaded({**record, "moves": record["moves"][:number]}) is None


@given(st.sampled_from([dumps(record).encode() for record in RECORDS]), st.data())
def test_a_record_with_changed_bytes(data: bytes, choices: st.DataObject) -> None:
    changed = bytearray(data)
    for _ in range(choices.draw(st.integers(1, 3))):
        place = choices.draw(st.integers(0, len(changed) - 1))
        changed[place : place + choices.draw(st.integers(0, 2))] = choices.draw(
            st.binary(max_size=2) | st.sampled_from([b'"', b"{", b",", b"1", b"}"])
        )
    game = attempt(lambda: kabuto.load(loads(bytes(changed))), kabuto.BadRecord)
    if game is not None:
        assert kabuto.load(game.record()).record() == game.record()


@given(st.binary() | st.text(st.characters(codec=None)) | values.map(lambda value: json.dumps(value)))
def test_any_text_as_json(text: str | bytes) -> None:
    value = attempt(lambda: loads(text), kabuto.BadRecord)
    assert loads(dumps(value)) == value
