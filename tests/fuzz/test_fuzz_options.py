"""Any options: a game begins with them, or the one at fault is named."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import kabuto
from kabuto.samurai import OPTIONS

from .helpers import attempt

NAMES = [option.name for option in OPTIONS]
ALLOWED = [value for option in OPTIONS for value in option.values]

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(st.characters(codec=None), max_size=10),
    st.binary(max_size=5),
    st.sampled_from(ALLOWED),
    st.just(10**4000),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
given_options = st.dictionaries(
    st.sampled_from(NAMES) | st.text(st.characters(codec=None), max_size=10), values, max_size=4
)
right_options = st.fixed_dictionaries(
    {}, optional={option.name: st.sampled_from(option.values) for option in OPTIONS}
)


@given(given_options, values)
def test_options_begin_a_game_or_are_refused(options: dict[str, Any], seed: Any) -> None:
    options.pop("seed", None)
    game = attempt(lambda: kabuto.new("samurai", seed=seed, **options), kabuto.BadOption)
    if game is not None:
        assert {name: game.options.get(name, "japan") for name in options} == options
        assert list(game.options) == [name for name in NAMES if name != "map" or "map" in game.options]


@given(right_options, st.none() | st.integers(-(2**255), 2**255))
def test_every_combination_of_allowed_values_begins_a_game(options: dict[str, Any], seed: int | None) -> None:
    game = kabuto.new("samurai", seed=seed, **options)
    assert {name: game.options.get(name, "japan") for name in options} == options
    assert kabuto.load(game.record()).record() == game.record()


@given(st.dictionaries(st.sampled_from(NAMES) | scalars.filter(lambda key: key == key), values, max_size=4))
def test_the_options_of_a_record_may_be_anything(options: dict[Any, Any]) -> None:
    record = {**kabuto.new("samurai", figures="draft", hands="choose").record(), "options": options}
    game = attempt(lambda: kabuto.load(record), kabuto.BadRecord)
    if game is not None:
        assert game.options["hands"] == "choose"


@given(values)
def test_the_name_of_a_game_may_be_anything(name: Any) -> None:
    game = attempt(lambda: kabuto.new(name), kabuto.BadOption)
    assert (game is not None) == (name in kabuto.games())


@given(values)
def test_a_seat_may_be_anything(seat: Any) -> None:
    game = kabuto.new("samurai", players=3, seed=1)
    view = attempt(lambda: game.view(seat), kabuto.BadOption)
    assert (view is not None) == (seat is None or (type(seat) is int and 0 <= seat < 3))
